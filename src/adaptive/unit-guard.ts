import { scalePacked, setIdentity } from '../linalg/packed';
import { rescaleCompanion } from './companions';
import type { FilterContext } from './context';
import type { Layout } from './layout';
import { restartWeights } from './regression';
import { BUCKETS, EXPERTS, MODES, cell, scalar, sensor } from './slots';

export const LIMIT = 8;
const STRIKES = 3;
const TARGET = 4;
/** Readings a sensor is taken to have behind it after a change of units, so that its noise is learned afresh. */
const MOST_COUNT = 20;
/** R is never learned below this, nor may a change of units take it there. */
export const LEAST_NOISE = 1e-8;

const FIRST_ORDER = [
  sensor.z,
  sensor.offset,
  sensor.shadowOffset,
  sensor.startOffset,
  sensor.lag1,
  sensor.lag2,
  sensor.strikeError,
  sensor.last,
  sensor.startLast,
  sensor.carried,
  sensor.shadowCarried,
  sensor.mean,
  sensor.trend,
  sensor.startTrend,
  sensor.low,
  sensor.high,
] as const;

const SECOND_ORDER = [
  sensor.offsetVariance,
  sensor.shadowOffsetVariance,
  sensor.startOffsetVariance,
  sensor.noise,
  sensor.startNoise,
  sensor.drift,
  sensor.startDrift,
  sensor.gamma0,
  sensor.gamma1,
  sensor.gamma2,
  sensor.startModelVariance,
  sensor.startRowVariance,
  sensor.spread,
] as const;

/**
 * For ever on guard: |z| > 8 four times running means the units no longer fit, and 4 / |z| times z does. Five times where
 * the location can follow a shift of the level: that is decided at the fourth.
 */
export function guardUnits(m: Float64Array, { at, mechanisms }: FilterContext, row: number): void {
  const size = Math.abs(m[row + sensor.z]);
  m[row + sensor.guard] = size > LIMIT ? m[row + sensor.guard] + 1 : 0;
  if (m[row + sensor.guard] <= (mechanisms.relocation ? STRIKES + 1 : STRIKES)) return;
  m[row + sensor.guard] = 0;
  m[scalar.factor] = TARGET / size;
  changeUnits(m, at, row);
}

/** z -> k z in everything sensor j owns, k in m[scalar.factor]; then its row and regression are free to learn again. */
function changeUnits(m: Float64Array, at: Layout, row: number): void {
  const k = m[scalar.factor];
  m[row + sensor.scale] /= k;
  for (const field of FIRST_ORDER) m[row + field] *= k;
  for (const field of SECOND_ORDER) m[row + field] *= k * k;
  m[row + sensor.noise] = Math.max(m[row + sensor.noise], LEAST_NOISE);
  m[row + sensor.count] = Math.min(m[row + sensor.count], MOST_COUNT);
  for (let i = 0; i < at.p; i++) {
    m[row + at.C + i] *= k;
    m[row + at.startC + i] *= k;
  }
  setIdentity(m, row + at.V, at.p);
  rescaleCompanion(m, at, row);
  restartWeights(m, at, row);
  m[scalar.factor] = k * k;
  scalePacked(m, row + at.startV, at.p, scalar.factor);
  for (let c = 0; c < MODES * BUCKETS; c++) {
    const losses = row + at.losses + c * cell.size;
    for (let e = 0; e < EXPERTS; e++) m[losses + e] *= k * k;
  }
}
