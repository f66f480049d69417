import { setIdentity } from '../linalg/packed';
import { nextUniform } from '../random';
import type { FilterContext } from './context';
import { startRegression } from './regression';
import { scalar, sensor } from './slots';

/** G, the groups of the shadow outage: at most 6, and never more than sensors. */
const MOST_GROUPS = 6;

/** A fresh filter: mu = [0; 1], P = I, Q = 0.1, every sensor without units. */
export function startFilter(context: FilterContext, seed: number): Float64Array {
  const { at, mechanisms } = context;
  const m = new Float64Array(at.length);
  m[scalar.seed] = seed;
  m[scalar.groups] = Math.min(MOST_GROUPS, at.d);
  for (const { mu, P } of [at.own, at.shadow]) {
    m[mu + at.r] = mechanisms.intercept ? 1 : 0;
    setIdentity(m, P, at.r);
  }
  m.fill(0.1, at.Q, at.Q + at.r);
  for (let row = at.records; row < at.length; row += at.stride) startSensor(m, context, row);
  return m;
}

/** V = I; the row of C uniform with variance 1/r, its intercept 0. */
export function startSensor(m: Float64Array, context: FilterContext, row: number): void {
  const { at } = context;
  m[row + sensor.scale] = 1;
  const width = Math.sqrt(3 / at.r);
  for (let i = 0; i < at.r; i++) m[row + at.C + i] = (2 * nextUniform(m, scalar.seed) - 1) * width;
  setIdentity(m, row + at.V, at.p);
  startRegression(m, context, row);
  resetNoise(m, context, row);
}

/** The sensor's offset and noise as they are assumed before any reading. */
export function resetNoise(m: Float64Array, context: FilterContext, row: number): void {
  const { offset } = context.mechanisms;
  m[row + sensor.offset] = 0;
  m[row + sensor.shadowOffset] = 0;
  m[row + sensor.offsetVariance] = offset ? 0.1 : 0;
  m[row + sensor.shadowOffsetVariance] = offset ? 0.1 : 0;
  m[row + sensor.decay] = offset ? 0.9 : 0;
  m[row + sensor.drift] = offset ? 0.05 : 0;
  m[row + sensor.noise] = 0.3;
  m[row + sensor.gamma0] = 0.4;
  m[row + sensor.gamma1] = 0.15;
  m[row + sensor.gamma2] = 0.13;
  m[row + sensor.count] = 0;
  m[row + sensor.hasLag1] = 0;
  m[row + sensor.hasLag2] = 0;
  m[row + sensor.strikes] = 0;
  m[row + sensor.strikeError] = 0;
  m[row + sensor.startReady] = 0;
}
