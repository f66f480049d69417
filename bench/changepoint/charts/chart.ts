import type { ChangeDetector, ChangeEvent, Verdict } from '../../../src';

/** What a bench asks of a detector. */
export type Watcher = Pick<ChangeDetector, 'sensors' | 'update'>;

/** Frames that a chart learns means and deviations from: at the start, and after an alarm. */
const FIRST = 300;
const AGAIN = 100;

/** A chart of quality control on the readings themselves: learns how they are, then watches until an alarm, then learns anew. */
export abstract class Chart implements Watcher {
  #frames = 0;
  #wanted = FIRST;
  #learned: Float64Array[] = [];
  #isWatching = false;

  constructor(
    readonly method: string,
    readonly sensors: number,
  ) {}

  /** Learns from these frames how the sensors are. */
  protected abstract learn(frames: readonly Float64Array[]): void;
  /** The sensor that shows a change in this frame; -1: none does. */
  protected abstract watch(readings: ArrayLike<number>): number;

  update(readings: ArrayLike<number>): Verdict {
    const index = this.#frames++;
    if (!this.#isWatching) {
      this.#learned.push(Float64Array.from(readings));
      if (this.#learned.length < this.#wanted) return { score: 0, alarm: null };
      this.learn(this.#learned);
      this.#learned = [];
      this.#isWatching = true;
      return { score: 0, alarm: null };
    }
    const sensor = this.watch(readings);
    if (sensor < 0) return { score: 0, alarm: null };
    this.#isWatching = false;
    this.#wanted = AGAIN;
    return { score: 1, alarm: alarmAt(index, this.method, sensor) };
  }
}

/** An alarm that says no more than when, and who. */
export const alarmAt = (index: number, method: string, sensor: number): ChangeEvent => ({
  ...{ index, detectedIndex: index, time: null, detectedAt: null, delay: 0, score: 1, method },
  sensors: [{ name: `${sensor}`, contribution: 1 }],
});

/** Mean and deviation of each sensor over frames with gaps; a sensor that never moved has a deviation of Infinity. */
export class Standards {
  readonly #mean: Float64Array;
  readonly #deviation: Float64Array;

  constructor(frames: readonly Float64Array[], sensors: number) {
    this.#mean = new Float64Array(sensors);
    this.#deviation = new Float64Array(sensors);
    for (let j = 0; j < sensors; j++) {
      let n = 0;
      let squares = 0;
      for (const row of frames) {
        if (Number.isNaN(row[j])) continue;
        const off = row[j] - this.#mean[j];
        this.#mean[j] += off / ++n;
        squares += off * (row[j] - this.#mean[j]);
      }
      this.#deviation[j] = squares > 0 ? Math.sqrt(squares / n) : Infinity;
    }
  }

  /** (reading - mean) / deviation, NaN where missing. */
  apply(readings: ArrayLike<number>): Float64Array {
    return this.#mean.map((mean, j) => (readings[j] - mean) / this.#deviation[j]);
  }
}
