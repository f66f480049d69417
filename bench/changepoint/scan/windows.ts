import { rowOf } from '../source/layout';
import { LEARNING } from '../source/settings';
import { LAG, SEEN, STREAMS, WINDOWS, WINDOW_COUNT, type ScanLayout } from './layout';

/** Moves the windows that end at the newest frame on by one frame. */
export function slideHead(m: Float64Array, at: ScanLayout): void {
  slide(m, at, at.head, at.headCount, m[at.recorded], LEARNING);
}

/** Moves the windows that end LAG frames ago on by one frame, for sensors with LAG frames after their learning. */
export function slideLag(m: Float64Array, at: ScanLayout): void {
  slide(m, at, at.lag, at.lagCount, m[at.recorded] - LAG, LEARNING + LAG);
}

/** Frame `newest` enters every window and frame `newest - length` leaves it. Sums are exact: see GRAIN. */
function slide(
  m: Float64Array,
  at: ScanLayout,
  sums: number,
  counts: number,
  newest: number,
  olderThan: number,
): void {
  const { d, age } = at;
  const entering = rowOf(newest, d);
  for (let w = 0; w < WINDOW_COUNT; w++) {
    const leaving = rowOf(newest - WINDOWS[w], d);
    const sum = sums + w * STREAMS * d;
    const count = counts + w * SEEN * d;
    for (let j = 0; j < d; j++) {
      if (m[age + j] <= olderThan) continue;
      const q = m[at.q + entering + j];
      if (q === q) {
        m[sum + j] += q;
        m[sum + d + j] += Math.abs(q);
        m[count + j] += 1;
      }
      const level = m[at.level + entering + j];
      if (level === level) {
        m[sum + 2 * d + j] += level;
        m[count + d + j] += 1;
      }
      const oldQ = m[at.q + leaving + j];
      if (oldQ === oldQ) {
        m[sum + j] -= oldQ;
        m[sum + d + j] -= Math.abs(oldQ);
        m[count + j] -= 1;
      }
      const oldLevel = m[at.level + leaving + j];
      if (oldLevel === oldLevel) {
        m[sum + 2 * d + j] -= oldLevel;
        m[count + d + j] -= 1;
      }
    }
  }
}
