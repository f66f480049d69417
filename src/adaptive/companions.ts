import { entryAt } from '../linalg/packed';
import type { FilterContext } from './context';
import type { Layout } from './layout';
import { scalar, sensor } from './slots';

/** A sensor must be this many times as alike as the least alike companion to take its place. */
const CLEARLY_ALIKE = 1.5;
/**
 * A change of units by less than this comes of a jump: one that grows out of its units is found just past their limit. After
 * a jump, say from kW to W, what the sensor and others had in common no longer holds.
 */
const JUMP = 0.25;
/** A weight beyond this is the work of rounding: readings that share anything have weights of about 1. */
export const LARGEST_WEIGHT = 1e6;

/** Any others to begin with: the next ones. */
export function startCompanions(m: Float64Array, at: Layout, row: number): void {
  const j = (row - at.records) / at.stride;
  for (let i = 0; i < at.k; i++) m[row + at.companions + i] = (j + 1 + i) % at.d;
  m[row + sensor.spread] = 1;
}

/**
 * Looks over the companions of one sensor, of the next each time, so that a frame takes O(d r) for it: the sensor most alike
 * that is not among them takes the place of the one least alike.
 */
export function chooseCompanion(m: Float64Array, context: FilterContext): void {
  const { at, small } = context;
  const { records, length, stride, d, k } = at;
  if (d - 1 <= k) return;
  const j = m[scalar.visited] % d;
  m[scalar.visited] = (j + 1) % d;
  const row = records + j * stride;
  const companions = row + at.companions;

  small.dotRows(m, row + at.C, records, length, stride, at.C, sensor.likeness);
  m[row + sensor.spread] = m[row + sensor.likeness] + m[row + sensor.gamma0];
  let place = 0;
  for (let i = 1; i < k; i++) {
    if (likeness(m, at, m[companions + i]) < likeness(m, at, m[companions + place])) place = i;
  }
  let chosen = j;
  m[scalar.share] = CLEARLY_ALIKE * likeness(m, at, m[companions + place]);
  for (let other = 0; other < d; other++) {
    if (other === j || !(likeness(m, at, other) > m[scalar.share]) || isCompanion(m, at, row, other))
      continue;
    m[scalar.share] = likeness(m, at, other);
    chosen = other;
  }
  if (chosen !== j) replaceCompanion(m, at, row, place, chosen);
}

/** (C_j C_o')^2 / (|C_o|^2 + gamma0_o), the share of o's movement that both have in common; 0 for one without units. */
function likeness(m: Float64Array, { records, stride }: Layout, j: number): number {
  const other = records + j * stride;
  return (m[other + sensor.active] * m[other + sensor.likeness] ** 2) / m[other + sensor.spread];
}

function isCompanion(m: Float64Array, at: Layout, row: number, other: number): boolean {
  for (let i = row + at.companions; i < row + at.companions + at.k; i++) if (m[i] === other) return true;
  return false;
}

/** The new companion has no weight yet, and it is as unsure as at the start. */
function replaceCompanion(m: Float64Array, at: Layout, row: number, place: number, other: number): void {
  m[row + at.companions + place] = other;
  m[row + at.weights + place] = 0;
  m[row + at.startWeights + place] = 0;
  for (let i = 0; i < at.n; i++) m[row + at.A + entryAt(place, i)] = i === place ? 1 : 0;
}

/**
 * Sensor j has taken new units, z -> k z: those it is a companion of keep what they say of it, unless it has jumped, or what
 * they say has grown out of all proportion on the way.
 */
export function rescaleCompanion(m: Float64Array, at: Layout, changed: number): void {
  const j = (changed - at.records) / at.stride;
  for (let row = at.records; row < at.length; row += at.stride) {
    for (let i = 0; i < at.k; i++) {
      if (m[row + at.companions + i] !== j) continue;
      m[row + at.weights + i] /= m[scalar.factor];
      m[row + at.startWeights + i] /= m[scalar.factor];
      const isInProportion = Math.abs(m[row + at.weights + i]) <= LARGEST_WEIGHT;
      if (m[scalar.factor] < JUMP || !isInProportion) replaceCompanion(m, at, row, i, j);
    }
  }
}
