import { FIRST_SCORED, type Mask } from '../../evaluate/mask';
import type { Method } from '../../evaluate/method';
import type { ReadingsTable } from '../../evaluate/readings-table';

/** A stretch of one sensor that a plot shows. */
interface Window {
  readonly sensor: number;
  readonly from: number;
  readonly to: number;
}

const PLOTS = 4;
const ROWS = 240;

/** The sensors with most hidden values, each where most of them lie within one plot. */
export function chooseWindows({ rows, sensors }: ReadingsTable, mask: Mask): Window[] {
  const isHidden = (row: number, j: number): number => (row >= FIRST_SCORED ? mask[row * sensors + j] : 0);
  const length = Math.min(ROWS, rows);
  const best = Array.from({ length: sensors }, (_, sensor) => {
    let all = 0;
    let inside = 0;
    let most = -1;
    let from = 0;
    for (let row = 0; row < rows; row++) {
      all += isHidden(row, sensor);
      inside += isHidden(row, sensor) - (row >= length ? isHidden(row - length, sensor) : 0);
      if (row >= length - 1 && inside > most) [most, from] = [inside, row - length + 1];
    }
    return { sensor, from, to: from + length, all };
  });
  return best
    .filter(({ all }) => all > 0)
    .sort((a, b) => b.all - a.all)
    .slice(0, PLOTS);
}

/** What stands in a window: rows by column; NaN where there is none. */
export interface Recording extends Window {
  /** Readings that the method saw. */
  readonly seen: Float64Array;
  /** Readings that were hidden from it, and what it gave for them. */
  readonly truth: Float64Array;
  readonly mean: Float64Array;
  readonly sd: Float64Array;
}

/** Remembers what a method gave within the windows. */
export class WindowRecorder {
  readonly recordings: readonly Recording[];
  readonly #table: ReadingsTable;
  readonly #mask: Mask;

  constructor(table: ReadingsTable, mask: Mask, windows: readonly Window[]) {
    this.#table = table;
    this.#mask = mask;
    this.recordings = windows.map((window) => {
      const empty = (): Float64Array => new Float64Array(window.to - window.from).fill(NaN);
      return { ...window, seen: empty(), truth: empty(), mean: empty(), sd: empty() };
    });
  }

  /** After the method has learned `row`. */
  record(row: number, method: Method): void {
    for (const { sensor, from, to, seen, truth, mean, sd } of this.recordings) {
      if (row < from || row >= to) continue;
      const cell = row * this.#table.sensors + sensor;
      if (this.#mask[cell] === 0) {
        seen[row - from] = this.#table.values[cell];
        continue;
      }
      truth[row - from] = this.#table.values[cell];
      mean[row - from] = method.mean[sensor];
      sd[row - from] = Math.sqrt(method.variance[sensor]);
    }
  }
}
