import { checkReadings } from '../arguments';
import { PsmfError, describe } from '../errors';
import { judge, type Quality } from './quality';
import { SensorPast } from './sensor-past';

/** What a model says of the frame it has just learned, one entry for each sensor; NaN where it says nothing. */
export interface Estimates {
  readonly mean: ArrayLike<number>;
  readonly sd: ArrayLike<number>;
  /** Not 0: the reading was so surprising that it counted for less. */
  readonly outlier: ArrayLike<number>;
}

/**
 * observed: the frame has a reading. filled: it has none, and an estimate stands in. expired: silent for more than maxGap
 * frames, left empty. unknown: never read, so that nothing can be said.
 */
export type Outcome = 'observed' | 'filled' | 'expired' | 'unknown';

export interface ImputeOptions {
  /** Longest gap in frames that is filled; unlimited where absent. */
  readonly maxGap?: number;
}

/** One frame with its gaps filled, one entry for each sensor. The arrays are overwritten by the next frame. */
export interface ImputedFrame {
  readonly outcome: Outcome[];
  /** The reading where there is one, else the estimate; NaN where expired or unknown. */
  readonly value: Float64Array;
  /** Where filled: the estimate's standard deviation and 95 % interval; NaN elsewhere. */
  readonly sd: Float64Array;
  readonly lower: Float64Array;
  readonly upper: Float64Array;
  /** Frames since the last reading; 0 where observed. */
  readonly gap: Float64Array;
  /** Where filled; null elsewhere. */
  readonly quality: (Quality | null)[];
  /** The reading was surprising. It is flagged, never replaced. */
  readonly outlier: boolean[];
}

/** Fills the gaps of frames from what a model says of them, and says how far to trust it. Names and shapes are the caller's. */
export class Imputer {
  readonly maxGap: number;
  #past: SensorPast;
  #frame: ImputedFrame;

  constructor(sensors: number, options: ImputeOptions = {}) {
    this.maxGap = readMaxGap(options.maxGap);
    this.#past = new SensorPast(sensors);
    this.#frame = createFrame(sensors);
  }

  /** Goes on where `snapshot` was taken. */
  static restore(data: Float64Array, options: ImputeOptions = {}): Imputer {
    const past = SensorPast.restore(data);
    const imputer = new Imputer(past.sensors, options);
    imputer.#past = past;
    return imputer;
  }

  snapshot(): Float64Array {
    return this.#past.snapshot();
  }

  get sensors(): number {
    return this.#past.sensors;
  }

  addSensor(): void {
    this.#past.addSensor();
    this.#frame = createFrame(this.sensors);
  }

  /** Takes in one frame that the model learns: gaps grow, spreads are measured. */
  learnOne(readings: ArrayLike<number>): void {
    checkReadings(readings, this.sensors);
    this.#past.record(readings);
  }

  /**
   * The frame with its gaps filled; `phase` is the model's as it met the frame. Changes nothing but the frame it returns.
   */
  fill(readings: ArrayLike<number>, estimates: Estimates, phase: 'warming' | 'ready'): ImputedFrame {
    checkReadings(readings, this.sensors);
    for (let j = 0; j < this.sensors; j++) {
      if (Number.isFinite(readings[j])) this.#keep(j, readings[j], estimates.outlier[j] !== 0);
      else this.#estimate(j, estimates.mean[j], estimates.sd[j], phase);
    }
    return this.#frame;
  }

  #keep(j: number, reading: number, outlier: boolean): void {
    const frame = this.#frame;
    this.#leaveEmpty(j, 'observed', 0);
    frame.value[j] = reading;
    frame.outlier[j] = outlier;
  }

  #estimate(j: number, mean: number, sd: number, phase: 'warming' | 'ready'): void {
    const frame = this.#frame;
    const gap = Math.max(1, this.#past.gap(j));
    const known = Number.isFinite(mean) && Number.isFinite(sd);
    this.#leaveEmpty(j, !known ? 'unknown' : gap > this.maxGap ? 'expired' : 'filled', gap);
    if (frame.outcome[j] !== 'filled') return;
    frame.value[j] = mean;
    frame.sd[j] = sd;
    frame.lower[j] = mean - 2 * sd;
    frame.upper[j] = mean + 2 * sd;
    frame.quality[j] = judge(phase, gap, sd, this.#past.spread(j));
  }

  #leaveEmpty(j: number, outcome: Outcome, gap: number): void {
    const frame = this.#frame;
    frame.outcome[j] = outcome;
    frame.gap[j] = gap;
    frame.value[j] = frame.sd[j] = frame.lower[j] = frame.upper[j] = NaN;
    frame.quality[j] = null;
    frame.outlier[j] = false;
  }
}

function createFrame(sensors: number): ImputedFrame {
  const empty = (): Float64Array => new Float64Array(sensors).fill(NaN);
  return {
    outcome: new Array<Outcome>(sensors).fill('unknown'),
    value: empty(),
    sd: empty(),
    lower: empty(),
    upper: empty(),
    gap: empty(),
    quality: new Array<Quality | null>(sensors).fill(null),
    outlier: new Array<boolean>(sensors).fill(false),
  };
}

function readMaxGap(maxGap = Infinity): number {
  if (maxGap === Infinity || (Number.isInteger(maxGap) && maxGap >= 1)) return maxGap;
  throw new PsmfError(
    'BAD_OPTION',
    'maxGap',
    'a whole number of frames of at least 1',
    describe(maxGap),
    'Leave it out to fill gaps of any length.',
  );
}
