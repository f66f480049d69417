import type { Method } from '../../src/evaluate/method';
import type { Progress } from '../progress';
import { Plant } from './plant';
import { WholeModel } from './whole-model';

const SENSORS = 8;
/** Frames after the event that are scored, and the run of frames sensor 0 is alternately seen and missing from then on. */
const SCORED = { from: 100, to: 300 } as const;
const RUN = 10;
/** A frame a minute from here on. */
const START = Date.UTC(2026, 0, 5);
const MINUTE = 60_000;

/** Something that happens to sensor 0 at frame `at`: what it shows before and after, y its undisturbed reading. */
export interface SensorEvent {
  readonly name: string;
  readonly at: number;
  readonly before: (y: number) => number;
  readonly after: (y: number) => number;
  /** Standard deviation of what it shows afterwards. */
  readonly unit: number;
}

const same = (y: number): number => y;

export const events = {
  constant: { name: 'constant for 600 frames, then moving', at: 600, before: () => 5, after: same, unit: 1 },
  constantInStartUp: {
    name: 'constant for 300 frames, then moving',
    at: 300,
    before: () => 5,
    after: same,
    unit: 1,
  },
  grows: { name: 'scale x 1,000', at: 600, before: same, after: (y) => 1000 * y, unit: 1000 },
  shifts: { name: 'level + 20 sd for good', at: 600, before: same, after: (y) => y + 20, unit: 1 },
  shrinks: { name: 'scale / 10', at: 600, before: same, after: (y) => y / 10, unit: 0.1 },
} as const satisfies Record<string, SensorEvent>;

/** Over the hidden values of sensor 0 from 100 to 300 frames after the event, in standard deviations of what it then shows. */
export interface EventResult {
  readonly name: string;
  readonly error: number;
  /** Of a model that was shown the new units from its first frame on, and of the last value. */
  readonly forewarned: number;
  readonly last: number;
  /** Share of true values within mean -+ 2 sd: after the event, and forewarned. */
  readonly coverage: number;
  readonly forewarnedCoverage: number;
  /** Whether every estimate was a number in every frame. */
  readonly finite: boolean;
}

/** Squared errors and hits of one contestant. */
class Tally {
  #n = 0;
  #squares = 0;
  #covered = 0;

  add(error: number, sd: number): void {
    this.#n += 1;
    this.#squares += error * error;
    this.#covered += Math.abs(error) <= 2 * sd ? 1 : 0;
  }

  get error(): number {
    return Math.sqrt(this.#squares / this.#n);
  }

  get coverage(): number {
    return this.#covered / this.#n;
  }
}

const createWhole = (sensors: number): Method => new WholeModel(sensors, {});

/** The same event on streams of seeds 1 to `seeds`; of the default model, if no other is given. */
export function surviveEvent(event: SensorEvent, seeds: number, create = createWhole): EventResult {
  const tallies = { surprised: new Tally(), forewarned: new Tally(), last: new Tally() };
  let finite = true;
  for (let seed = 1; seed <= seeds; seed++) {
    const plant = new Plant(SENSORS, seed);
    const surprised = create(SENSORS);
    const forewarned = create(SENSORS);
    const readings = new Float64Array(SENSORS);
    let last = NaN;
    for (let k = 0; k < event.at + SCORED.to; k++) {
      plant.write(readings);
      const since = k - event.at;
      const undisturbed = readings[0];
      const truth = event.after(undisturbed);
      const hidden = since >= 0 && since % (2 * RUN) >= RUN;
      readings[0] = hidden ? NaN : truth;
      forewarned.learnOne(readings, 1, START + k * MINUTE);
      if (since < 0) readings[0] = event.before(undisturbed);
      surprised.learnOne(readings, 1, START + k * MINUTE);
      // Before the second frame there is nothing to say.
      finite &&= k < 1 || isFiniteThroughout(surprised);
      if (!hidden) last = readings[0];
      else if (since >= SCORED.from) {
        tallies.last.add((truth - last) / event.unit, NaN);
        for (const [tally, model] of [
          [tallies.surprised, surprised],
          [tallies.forewarned, forewarned],
        ] as const) {
          const { mean, variance } = model;
          tally.add((truth - mean[0]) / event.unit, Math.sqrt(variance[0]) / event.unit);
        }
      }
    }
  }
  return {
    name: event.name,
    error: tallies.surprised.error,
    forewarned: tallies.forewarned.error,
    last: tallies.last.error,
    coverage: tallies.surprised.coverage,
    forewarnedCoverage: tallies.forewarned.coverage,
    finite,
  };
}

const isFiniteThroughout = ({ mean, variance }: Method): boolean =>
  mean.every(Number.isFinite) && variance.every(Number.isFinite);

export function surviveEvents(seeds: number, progress: Progress): EventResult[] {
  return Object.values(events).map((event) => {
    progress.begin(event.name);
    const result = surviveEvent(event, seeds);
    progress.advance();
    return result;
  });
}
