import { EmptyMethod } from '../method';
import { OwnPast } from './own-past';
import { RecursiveRegression } from './recursive-regression';
import { chooseRegressors } from './regressor-choice';
import { RunningMean } from './running-mean';

/** Frames kept to measure units and choose regressors; then learned in order. */
const WARM_UP = 80;
const FORGET = 0.999;
/** Prior variance of a weight in units of the noise: small, for many weights are learned from few frames. */
const START = 0.03;
/** Rounds of filling missing regressors from one another. */
const SWEEPS = 5;
/** Memory of the residual variance, in readings. */
const MEMORY = 500;
/** How far beyond the range seen an estimate may lie, in widths of that range: weights of few readings may say anything. */
const BEYOND_RANGE = 0.25;

/** One sensor's regression on others. */
interface Regression {
  readonly model: RecursiveRegression;
  readonly regressors: readonly number[];
  /** 1, the regressors, and the sensor's own previous value where it is used. */
  readonly x: Float64Array;
  noise: number;
  count: number;
}

/**
 * Recursive least squares, each sensor on all others of the same frame (and, with `ownLag`, on its own previous value).
 * Standardised on the first frames. A regressor that is missing too is given its own past's forecast, then, in a few sweeps,
 * its own regression's estimate; a missing previous value the estimate it had then, whose variance carries over.
 */
export class LeastSquares extends EmptyMethod {
  readonly #ownLag: boolean;
  readonly #early: RunningMean;
  readonly #location: Float64Array;
  readonly #scale: Float64Array;
  readonly #pasts: OwnPast[];
  /** This frame, standardised: as read; gaps guessed from each sensor's own past; gaps filled from the other sensors. */
  readonly #z: Float64Array;
  readonly #guessed: Float64Array;
  readonly #filled: Float64Array;
  /** The last frame, filled; and the variance of what fills each gap. */
  readonly #previous: Float64Array;
  readonly #uncertainty: Float64Array;
  /** The range seen, in z. */
  readonly #low: Float64Array;
  readonly #high: Float64Array;
  #frames: Float64Array[] | null = [];
  #regressions: Regression[] = [];

  constructor(sensors: number, ownLag: boolean) {
    super(sensors);
    this.#ownLag = ownLag;
    this.#early = new RunningMean(sensors);
    this.#location = new Float64Array(sensors).fill(NaN);
    this.#scale = new Float64Array(sensors).fill(NaN);
    this.#pasts = Array.from({ length: sensors }, () => new OwnPast());
    this.#z = new Float64Array(sensors);
    this.#guessed = new Float64Array(sensors);
    this.#filled = new Float64Array(sensors);
    this.#previous = new Float64Array(sensors);
    this.#uncertainty = new Float64Array(sensors);
    this.#low = new Float64Array(sensors).fill(Infinity);
    this.#high = new Float64Array(sensors).fill(-Infinity);
  }

  learnOne(readings: Float64Array): void {
    this.#early.learnOne(readings);
    this.mean.set(this.#early.mean);
    this.variance.set(this.#early.variance);
    if (this.#frames === null) {
      this.#step(readings);
      return;
    }
    this.#frames.push(readings.slice());
    if (this.#frames.length === WARM_UP) this.#begin(this.#frames);
  }

  #begin(frames: readonly Float64Array[]): void {
    this.#regressions = chooseRegressors(this.mean.length, frames).map((regressors) => {
      const size = 1 + regressors.length + (this.#ownLag ? 1 : 0);
      const model = new RecursiveRegression(size, FORGET, START);
      return { model, regressors, x: new Float64Array(size), noise: 1, count: 0 };
    });
    for (const frame of frames) this.#step(frame);
    this.#frames = null;
  }

  #step(readings: Float64Array): void {
    this.#standardise(readings);
    this.#fillGaps();
    for (let j = 0; j < readings.length; j++) {
      if (Number.isNaN(this.#scale[j])) continue;
      if (Number.isFinite(this.#z[j])) this.#learn(j);
      else this.#publish(j);
      this.#pasts[j].learn(this.#z[j]);
    }
    this.#previous.set(this.#filled);
  }

  /** A sensor takes its units from the readings up to its first frame here with at least two different ones. */
  #standardise(readings: Float64Array): void {
    for (let j = 0; j < readings.length; j++) {
      if (Number.isNaN(this.#scale[j]) && this.#early.variance[j] > 0) {
        this.#location[j] = this.#early.mean[j];
        this.#scale[j] = Math.sqrt(this.#early.variance[j]);
      }
      this.#z[j] = (readings[j] - this.#location[j]) / this.#scale[j];
      if (!Number.isFinite(this.#z[j])) continue;
      this.#low[j] = Math.min(this.#low[j], this.#z[j]);
      this.#high[j] = Math.max(this.#high[j], this.#z[j]);
    }
  }

  #fillGaps(): void {
    const missing: number[] = [];
    for (let j = 0; j < this.#z.length; j++) {
      const known = Number.isFinite(this.#z[j]);
      this.#guessed[j] = known ? this.#z[j] : this.#pasts[j].forecast;
      if (!known) missing.push(j);
    }
    this.#filled.set(this.#guessed);
    for (let sweep = 0; sweep < SWEEPS; sweep++) {
      for (const j of missing) {
        const forecast = this.#regressions[j].model.predict(this.#regressorsOf(j, this.#filled));
        this.#filled[j] = this.#clamp(j, forecast);
      }
    }
  }

  #clamp(j: number, z: number): number {
    const beyond = BEYOND_RANGE * (this.#high[j] - this.#low[j]);
    return beyond >= 0 ? Math.min(Math.max(z, this.#low[j] - beyond), this.#high[j] + beyond) : 0;
  }

  /** x of sensor j, from this frame's `values`. */
  #regressorsOf(j: number, values: Float64Array): Float64Array {
    const { x, regressors } = this.#regressions[j];
    x[0] = 1;
    for (let k = 0; k < regressors.length; k++) x[k + 1] = values[regressors[k]];
    if (this.#ownLag) x[x.length - 1] = this.#previous[j];
    return x;
  }

  /** The noise is measured on guesses: what fills the gaps has already seen this sensor's reading, and errs too little. */
  #learn(j: number): void {
    const regression = this.#regressions[j];
    const { model } = regression;
    const honest = this.#regressorsOf(j, this.#guessed);
    const surprise = (this.#z[j] - model.predict(honest)) ** 2 / (1 + model.leverage(honest));
    regression.count += 1;
    regression.noise += Math.max(1 / (regression.count + 10), 1 / MEMORY) * (surprise - regression.noise);
    model.learn(this.#regressorsOf(j, this.#filled), this.#z[j]);
    this.#uncertainty[j] = 0;
  }

  /** noise (1 + x'Px), and through the own lag w^2 times the variance of the value that stood in for it. */
  #publish(j: number): void {
    const { model, noise } = this.#regressions[j];
    const carried = this.#ownLag ? model.weights[model.weights.length - 1] ** 2 * this.#uncertainty[j] : 0;
    this.#uncertainty[j] = noise * (1 + model.leverage(this.#regressorsOf(j, this.#filled))) + carried;
    this.mean[j] = this.#location[j] + this.#scale[j] * this.#filled[j];
    this.variance[j] = this.#scale[j] ** 2 * this.#uncertainty[j];
  }
}
