import { createDetector, type ChangeDetector } from '../../src';
import { bytesInUse } from '../speed/heap';
import { recordClean } from './clean-recording';
import type { Contest } from './pelt-contest';

export interface StepCost {
  readonly sensors: number;
  /** Frames taken in before the measurement. */
  readonly after: number;
  readonly microseconds: number;
  /** In use after a full collection, on the heap and in typed arrays. */
  readonly memoryKb: number;
  /** Alarms among all frames so far. */
  readonly alarms: number;
}

/** All that was measured of the cost of a frame. */
export interface Costs {
  readonly bySensors: readonly StepCost[];
  readonly byLength: readonly StepCost[];
  readonly contest: Contest;
}

const MEASURED = 2000;
const REPEATS = 5;
const START = 2000;

/** CPU time of one frame of the scan against the number of sensors. */
export const costsBySensors = (): StepCost[] =>
  [1, 8, 20, 100, 500].map((sensors) => new Endurance(sensors).measure(START));

/** The same against the length of the stream, with the heap. */
export function costsByLength(quick: boolean): StepCost[] {
  const endurance = new Endurance(8);
  const lengths = quick ? [START, 20_000] : [START, 20_000, 200_000, 1_000_000];
  return lengths.map((after) => endurance.measure(after));
}

/** One detector on a recording without a change, on and on. */
class Endurance {
  readonly #frames: Float64Array[];
  readonly #detector: ChangeDetector;
  #alarms = 0;

  constructor(sensors: number) {
    this.#frames = recordClean(sensors);
    this.#detector = createDetector({ sensors, sensitivity: 'low' });
  }

  measure(after: number): StepCost {
    this.#run(after - this.#detector.seq);
    const memoryKb = bytesInUse() / 1024;
    const times = Array.from({ length: REPEATS }, () => this.#run(MEASURED) / MEASURED);
    return {
      sensors: this.#detector.sensors,
      after,
      microseconds: Math.min(...times),
      memoryKb,
      alarms: this.#alarms,
    };
  }

  /** Microseconds of CPU time that `count` frames take. */
  #run(count: number): number {
    const before = process.cpuUsage();
    for (let i = 0; i < count; i++) {
      const { alarm } = this.#detector.update(this.#frames[this.#detector.seq % this.#frames.length]);
      if (alarm !== null) this.#alarms++;
    }
    return process.cpuUsage(before).user;
  }
}
