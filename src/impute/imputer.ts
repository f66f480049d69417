import { checkReadings } from '../arguments';
import { badOption, describe } from '../errors';
import { readChoice } from '../options';
import { INTERVAL_SD } from '../scale/limits';
import { SensorPast } from './sensor-past';

/** Gaps beyond this many frames are not trusted where nobody says whether intervals of gaps so long were measured. */
const TRUSTED_GAP = 50;

/** held: the sensor reports only when it has moved, and has not. */
export type Quality = 'estimated' | 'uncertain' | 'held';

/**
 * How far an estimate can be relied on. Uncertain: while the model is warming, where intervals of gaps so long have not been
 * held against readings, or when the interval mean -+ 2 sd is wider than the sensor's own, that is, when knowing the other
 * sensors has not helped.
 */
function judge(
  phase: 'warming' | 'ready',
  gap: number,
  { sd, measured, held }: Estimates,
  j: number,
  spread: number,
): Quality {
  if (held?.[j] === 1) return 'held';
  const isMeasured = gap <= TRUSTED_GAP || measured?.[j] === 1;
  return phase === 'ready' && isMeasured && sd[j] <= spread ? 'estimated' : 'uncertain';
}

/** What a model says of the frame it has just learned, one entry for each sensor; NaN where it says nothing. */
export interface Estimates {
  readonly mean: ArrayLike<number>;
  readonly sd: ArrayLike<number>;
  /** Not 0: the reading was so surprising that it counted for less. */
  readonly outlier: ArrayLike<number>;
  /** What stands in for a missing reading, where that is not the mean: the likeliest value of a state. */
  readonly fill?: ArrayLike<number>;
  /** 1: intervals of gaps so long have been held against readings. */
  readonly measured?: ArrayLike<number>;
  /** 1: the last reading holds until the next report. */
  readonly held?: ArrayLike<number>;
}

/**
 * observed: the frame has a reading. filled: it has none, and an estimate stands in. expired: silent for more than maxGap
 * frames, left empty. unknown: never read, so that nothing can be said.
 */
export type Outcome = 'observed' | 'filled' | 'expired' | 'unknown';

export interface ImputeOptions {
  /** Longest gap in frames that is filled; unlimited where absent. */
  readonly maxGap?: number;
  /** The same in seconds: counts once it is known how far apart frames are. */
  readonly maxGapSeconds?: number;
  /** Whether the reading of an outlier is only flagged (default), or the estimate is to stand in for it. */
  readonly outliers?: Outliers;
  /** Whose estimates are given: of the sensors that are filled (default), or of all. */
  readonly detail?: Detail;
}

export const outlierModes = ['flag', 'replace'] as const;
type Outliers = (typeof outlierModes)[number];

export const details = ['filled', 'all'] as const;
export type Detail = (typeof details)[number];

/** One frame with its gaps filled, one entry for each sensor. The arrays are overwritten by the next frame. */
export interface ImputedFrame {
  readonly outcome: Outcome[];
  /** The reading where there is one, else the estimate; NaN where expired or unknown. */
  readonly value: Float64Array;
  /**
   * Where filled, or for every sensor there is one of with detail "all": the estimate, had the sensor been missing, its
   * standard deviation and 95 % interval; NaN elsewhere. The last three are NaN also while too little was read of a sensor
   * to tell how far it spreads.
   */
  readonly estimate: Float64Array;
  readonly sd: Float64Array;
  readonly lower: Float64Array;
  readonly upper: Float64Array;
  /** Frames since the last reading; 0 where observed. */
  readonly gap: Float64Array;
  /** Where filled; null elsewhere. */
  readonly quality: (Quality | null)[];
  /** The reading was surprising. `value` has it all the same; whether the estimate is sent in its place is up to the caller. */
  readonly outlier: boolean[];
}

/** Fills the gaps of frames from what a model says of them, and says how far to trust it. Names and shapes are the caller's. */
export class Imputer {
  readonly #maxGap: number;
  readonly #maxGapMs: number;
  readonly outliers: Outliers;
  /** In frames. */
  maxGap: number;
  readonly detail: Detail;
  #past: SensorPast;
  #frame: ImputedFrame;

  constructor(sensors: number, options: ImputeOptions = {}) {
    this.#maxGap = this.maxGap = readMaxGap(options.maxGap);
    this.#maxGapMs = 1000 * readSeconds(options.maxGapSeconds);
    this.outliers = readChoice('outliers', options.outliers ?? 'flag', outlierModes);
    this.detail = readChoice('detail', options.detail ?? 'filled', details);
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

  /** The frame filled last. */
  get frame(): ImputedFrame {
    return this.#frame;
  }

  /** Frames are `periodMs` apart: a longest gap in seconds is so many of them. */
  measureGaps(periodMs: number | null): void {
    if (this.#maxGapMs === Infinity || periodMs === null) return;
    this.maxGap = Math.min(this.#maxGap, Math.max(1, Math.floor(this.#maxGapMs / periodMs)));
  }

  addSensor(): void {
    this.#past.addSensor();
    this.#frame = createFrame(this.sensors);
  }

  /** Sensor j is from now on another, of which nothing is known. */
  replaceSensor(j: number): void {
    this.#past.clearSensor(j);
    this.#leaveEmpty(j, 'unknown', 0);
  }

  /** Takes in one frame that the model learns: gaps grow, spreads are measured. */
  learnOne(readings: ArrayLike<number>): void {
    checkReadings(readings, this.sensors);
    this.#past.record(readings);
  }

  /**
   * The frame with its gaps filled; `phase` is the model's as it met the frame. `ahead` is 1 for a frame that is not
   * learned, so that its gaps are a frame longer than those on record. Changes nothing but the frame it returns.
   */
  fill(
    readings: ArrayLike<number>,
    estimates: Estimates,
    phase: 'warming' | 'ready',
    ahead: 0 | 1 = 0,
  ): ImputedFrame {
    checkReadings(readings, this.sensors);
    for (let j = 0; j < this.sensors; j++) {
      if (Number.isFinite(readings[j])) this.#keep(j, readings[j], estimates);
      else this.#fillGap(j, estimates, Math.max(1, this.#past.gap(j) + ahead), phase);
    }
    return this.#frame;
  }

  #keep(j: number, reading: number, estimates: Estimates): void {
    this.#leaveEmpty(j, 'observed', 0);
    this.#frame.value[j] = reading;
    this.#frame.outlier[j] = estimates.outlier[j] !== 0;
    const isReplaced = this.outliers === 'replace' && this.#frame.outlier[j];
    if ((this.detail === 'all' || isReplaced) && isKnown(estimates, j)) this.#estimate(j, estimates);
  }

  #fillGap(j: number, estimates: Estimates, gap: number, phase: 'warming' | 'ready'): void {
    const known = isKnown(estimates, j);
    this.#leaveEmpty(j, !known ? 'unknown' : gap > this.maxGap ? 'expired' : 'filled', gap);
    if (this.#frame.outcome[j] === 'filled') {
      this.#estimate(j, estimates);
      this.#frame.value[j] = estimates.fill?.[j] ?? estimates.mean[j];
      this.#frame.quality[j] = judge(phase, gap, estimates, j, this.#past.spread(j));
    } else if (known && this.detail === 'all') {
      this.#estimate(j, estimates);
    }
  }

  #estimate(j: number, { mean, sd }: Estimates): void {
    const frame = this.#frame;
    frame.estimate[j] = mean[j];
    // Few readings, all alike, say nothing of how far the next may be.
    if (sd[j] === 0 && !this.#past.isKnown(j)) return;
    frame.sd[j] = sd[j];
    frame.lower[j] = mean[j] - INTERVAL_SD * sd[j];
    frame.upper[j] = mean[j] + INTERVAL_SD * sd[j];
  }

  #leaveEmpty(j: number, outcome: Outcome, gap: number): void {
    const frame = this.#frame;
    frame.outcome[j] = outcome;
    frame.gap[j] = gap;
    frame.value[j] = frame.estimate[j] = frame.sd[j] = frame.lower[j] = frame.upper[j] = NaN;
    frame.quality[j] = null;
    frame.outlier[j] = false;
  }
}

const isKnown = ({ mean }: Estimates, j: number): boolean => Number.isFinite(mean[j]);

function createFrame(sensors: number): ImputedFrame {
  const empty = (): Float64Array => new Float64Array(sensors).fill(NaN);
  return {
    outcome: new Array<Outcome>(sensors).fill('unknown'),
    value: empty(),
    estimate: empty(),
    sd: empty(),
    lower: empty(),
    upper: empty(),
    gap: empty(),
    quality: new Array<Quality | null>(sensors).fill(null),
    outlier: new Array<boolean>(sensors).fill(false),
  };
}

function readSeconds(seconds = Infinity): number {
  if (seconds > 0) return seconds;
  throw badOption(
    'maxGapSeconds',
    'a positive number of seconds',
    describe(seconds),
    'Leave it out to fill gaps of any length.',
  );
}

function readMaxGap(maxGap = Infinity): number {
  if (maxGap === Infinity || (Number.isInteger(maxGap) && maxGap >= 1)) return maxGap;
  throw badOption(
    'maxGap',
    'a whole number of frames of at least 1',
    describe(maxGap),
    'Leave it out to fill gaps of any length.',
  );
}
