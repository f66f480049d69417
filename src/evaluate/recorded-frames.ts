import { isTime } from '../frame/clock';
import type { Frame } from '../frame/frame';
import { isLate } from '../frame/lateness';
import { setField } from '../frame/record';

/** The arrival of a row without a time: the earliest there is, so that no pause is before it and it counts as one period. */
export const NEVER = -8.64e15;
/** Rows in a row that a clock may have put too far ahead. After more of them it is the older rows that are late. */
const LONGEST_MISTAKE = 10;

/**
 * Makes frames of the rows of a recording, which says when readings were taken and not when they came. Here they come as in a
 * stream: a row comes at its own time if it is the newest, else with the newest so far, so that it is late, however old.
 *
 * A row comes at its own time also if only the last few rows are newer and, by the rule for all streams, impossibly far ahead
 * of it: they were a mistake of some clock, and time goes on from this row.
 */
export class RecordedFrames {
  readonly #names: readonly string[];
  /** The last times that were not late, rising. */
  readonly #times = [NEVER];

  /** Names by column; as many as a row has readings. */
  constructor(names: readonly string[]) {
    this.#names = names;
  }

  /** The next row: a reading for each sensor, NaN where there is none, and its own time in epoch ms. */
  frameOf(readings: Float64Array, time: number | null): Frame {
    const fields: Record<string, number> = {};
    for (let j = 0; j < readings.length; j++) {
      if (!Number.isNaN(readings[j])) setField(fields, this.#names[j], readings[j]);
    }
    return { fields, time, arrival: isTime(time) ? this.#arrive(time) : NEVER };
  }

  #arrive(time: number): number {
    const times = this.#times;
    const newer = times.findIndex((other) => other >= time);
    if (newer !== -1) {
      if (newer === 0 || isLate(time, times[newer], time)) return times[times.length - 1];
      times.length = newer;
    }
    times.push(time);
    if (times.length > LONGEST_MISTAKE + 1) times.shift();
    return time;
  }
}
