import { createDetector } from '../../src';
import { createCost } from '../../src/change/segment/costs';
import { pelt } from '../../src/change/segment/pelt';
import { FULL, QUICK, timeInTurns, type Learner } from '../speed/timing';
import { Draws } from './draws';

export interface Contest {
  readonly sensors: number;
  readonly window: number;
  /** Microseconds of CPU time a frame. */
  readonly scan: number;
  readonly pelt: number;
}

const SENSORS = 20;
const FRAMES = 2000;
const WINDOW = 100;
const SHORTEST = 10;

/**
 * PELT over the last frames, again for each frame, on innovations that it is given: mean and variance of each sensor, at
 * the usual price of 2 d + 1 parameters a change, (2 d + 1) log WINDOW.
 */
class WindowedPelt implements Learner {
  readonly #window: ArrayLike<number>[] = [];
  changes = 0;

  learnOne(innovations: ArrayLike<number>): void {
    this.#window.push(innovations);
    if (this.#window.length <= WINDOW) return;
    this.#window.shift();
    const penalty = (2 * SENSORS + 1) * Math.log(WINDOW);
    this.changes += pelt(createCost('mean-variance').fit(this.#window), {
      penalty,
      minSize: SHORTEST,
    }).length;
  }
}

/**
 * The scan, its filter included, against windowed PELT without one, in turns. White noise is what innovations are while
 * nothing changes; the cost of the scan does not depend on the data.
 */
export function contestWithPelt(quick: boolean): Contest {
  const draws = new Draws(SENSORS);
  const frames = Array.from({ length: FRAMES }, () => Float64Array.from(draws.normals(SENSORS)));
  const detector = createDetector({ sensors: SENSORS, sensitivity: 'low' });
  const scan: Learner = { learnOne: (readings) => void detector.update(readings) };
  const [scanTime, peltTime] = timeInTurns([scan, new WindowedPelt()], frames, quick ? QUICK : FULL);
  return { sensors: SENSORS, window: WINDOW, scan: scanTime, pelt: peltTime };
}
