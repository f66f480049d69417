/** One way to fill gaps. All are judged alike: one causal pass, frame by frame. */
export interface Method {
  /** Takes in one frame, dt nominal periods after the last, of `time` (epoch ms) where it has one; NaN is a gap. */
  learnOne(readings: Float64Array, dt: number, time?: number | null): void;
  /** What each sensor missing from the last frame is given; NaN: nothing. Entries of sensors that were read mean nothing. */
  readonly mean: Float64Array;
  /** Variance of that estimate; NaN: the method gives no interval. */
  readonly variance: Float64Array;
}

/** A method that has nothing to give before it has learned. */
export abstract class EmptyMethod implements Method {
  readonly mean: Float64Array;
  readonly variance: Float64Array;

  constructor(sensors: number) {
    this.mean = new Float64Array(sensors).fill(NaN);
    this.variance = new Float64Array(sensors).fill(NaN);
  }

  abstract learnOne(readings: Float64Array, dt: number, time?: number | null): void;
}
