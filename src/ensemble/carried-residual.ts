import { storedCount } from '../stored-range';
import { areWithin, createDoubles, notNegative, upToOne, type Numbers } from './numbers';
import { roundToSingle } from './short-singles';

/** Memory of the autocovariances, in readings. */
const MEMORY = 500;
/** An autocorrelation below this is none. */
const LEAST_CORRELATION = 0.02;
const MOST = 0.999;
/** A residual further off than so many deviations is cut, three times in a row; the fourth is believed. */
const CUT_AT = 4;
const MOST_CUTS = 3;
const CUT_AFTER = 30;
/** Frames further apart than this are not neighbours. */
const PAUSE = 1.5;

/**
 * What is left of each sensor after a prediction, as an AR(1) process seen through noise:
 *
 *   gamma_0..2: autocovariances of the residuals a;  phi = max(gamma_2 / gamma_1, gamma_1 / gamma_0)
 *   share = gamma_1 / (phi gamma_0) of the variance is the process, the rest noise
 *   r <- phi^dt r + K (a - phi^dt r), K of the scalar Kalman filter
 *
 * All sensors in one loop: numbers handed from call to call would be boxed. What is in the sensors' own units has the digits of singles,
 * and not their bounds, which squares would leave.
 */
export class CarriedResidual {
  readonly sensors: number;
  /** r, and its variance. */
  readonly value: Float64Array;
  readonly variance: Float64Array;
  readonly phi: Float32Array;
  readonly share: Float32Array;
  readonly gamma0: Float64Array;
  readonly gamma1: Float64Array;
  readonly gamma2: Float64Array;
  readonly count: Float64Array;
  readonly cuts: Float64Array;
  /** The residuals of the last two frames. */
  readonly last: Float64Array;
  readonly beforeLast: Float64Array;
  /** Bit 0: the last frame had a residual; bit 1: the one before it had. */
  readonly had: Uint8Array;
  /** phi^dt r: what is carried to the frame asked for last. */
  readonly carried: Float64Array;

  constructor(sensors: number) {
    this.sensors = sensors;
    [this.value, this.variance, this.gamma0, this.gamma1, this.gamma2] = createDoubles(5, sensors);
    [this.count, this.cuts, this.last, this.beforeLast, this.carried] = createDoubles(5, sensors);
    this.phi = new Float32Array(sensors);
    this.share = new Float32Array(sensors);
    this.had = new Uint8Array(sensors);
  }

  /** What is carried to a frame dt periods on. */
  carry(dt: number): void {
    const { phi, value, carried } = this;
    for (let j = 0; j < carried.length; j++)
      carried[j] = (dt === 1 ? phi[j] : Math.pow(phi[j], dt)) * value[j];
  }

  /**
   * Takes in the residuals of the frame dt periods on that was carried to; NaN: there is none, and r decays. What is left of each
   * residual is as much of it as is believed.
   */
  learn(residuals: Float64Array, dt: number): void {
    const { value, variance, phi, share, gamma0, carried, had, last, beforeLast } = this;
    const isPause = dt >= PAUSE;
    for (let j = 0; j < residuals.length; j++) {
      const decay = dt === 1 ? phi[j] : Math.pow(phi[j], dt);
      const predicted = decay * decay * variance[j] + gamma0[j] * share[j] * (1 - decay * decay);
      if (Number.isNaN(residuals[j])) {
        value[j] = carried[j];
        variance[j] = predicted;
        this.#round(j);
        had[j] = isPause ? 0 : (had[j] << 1) & 2;
        beforeLast[j] = last[j];
        continue;
      }
      this.#cut(residuals, j);
      if (isPause) had[j] = 0;
      this.#learnCovariances(residuals, j);
      const noise = gamma0[j] * (1 - share[j]) + 1e-12 * (1 + gamma0[j]);
      const gain = predicted / (predicted + noise);
      value[j] = carried[j] + gain * (residuals[j] - carried[j]);
      variance[j] = (1 - gain) * predicted;
      this.#round(j);
    }
  }

  #round(j: number): void {
    roundToSingle(this.value, j);
    roundToSingle(this.variance, j);
  }

  #cut(residuals: Float64Array, j: number): void {
    if (this.count[j] <= CUT_AFTER) return;
    const surprise = residuals[j] - this.carried[j];
    const limit = CUT_AT * Math.sqrt(this.gamma0[j]);
    if (Math.abs(surprise) <= limit) {
      this.cuts[j] = 0;
      return;
    }
    this.cuts[j] += 1;
    if (this.cuts[j] <= MOST_CUTS) residuals[j] += Math.sign(surprise) * limit - surprise;
  }

  #learnCovariances(residuals: Float64Array, j: number): void {
    const { gamma0, gamma1, gamma2, phi, share, had, last, beforeLast } = this;
    const a = residuals[j];
    this.count[j] += 1;
    const rate = Math.max(1 / this.count[j], 1 / MEMORY);
    gamma0[j] += rate * (a * a - gamma0[j]);
    if ((had[j] & 1) === 1) gamma1[j] += rate * (a * last[j] - gamma1[j]);
    if ((had[j] & 2) === 2) gamma2[j] += rate * (a * beforeLast[j] - gamma2[j]);
    roundToSingle(gamma0, j);
    roundToSingle(gamma1, j);
    roundToSingle(gamma2, j);
    beforeLast[j] = last[j];
    last[j] = a;
    roundToSingle(last, j);
    had[j] = ((had[j] << 1) & 2) | 1;
    if (gamma1[j] <= LEAST_CORRELATION * gamma0[j]) {
      phi[j] = share[j] = 0;
      return;
    }
    phi[j] = Math.min(Math.max(gamma2[j] / gamma1[j], gamma1[j] / gamma0[j]), MOST);
    share[j] = Math.min(gamma1[j] / (phi[j] * gamma0[j]), MOST);
  }

  /** All arrays, by what they hold: the state. */
  get arrays(): Numbers[] {
    const { value, variance, phi, share, gamma0, gamma1, gamma2, count, cuts, last, beforeLast, had } = this;
    return [value, variance, phi, share, gamma0, gamma1, gamma2, count, cuts, last, beforeLast, had];
  }

  /** Whether its numbers are such as `learn` leaves behind. */
  get isSound(): boolean {
    return (
      areWithin(this.variance, notNegative) &&
      areWithin(this.gamma0, notNegative) &&
      areWithin(this.phi, upToOne) &&
      areWithin(this.share, upToOne) &&
      areWithin(this.count, storedCount) &&
      areWithin(this.cuts, storedCount)
    );
  }

  /** The residuals of sensor j are from now on of another prediction. */
  clear(j: number): void {
    for (const array of this.arrays) array[j] = 0;
  }

  /** The residuals of sensor j are from now on k times as large. */
  rescale(j: number, k: number): void {
    const { value, last, beforeLast, variance, gamma0, gamma1, gamma2 } = this;
    for (const residual of [value, last, beforeLast]) residual[j] *= k;
    for (const square of [variance, gamma0, gamma1, gamma2]) square[j] *= k * k;
    for (const array of [value, last, beforeLast, variance, gamma0, gamma1, gamma2]) roundToSingle(array, j);
  }
}
