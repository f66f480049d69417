import type { Numbers } from './numbers';

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
 */
export class CarriedResidual {
  readonly sensors: number;
  /** r, and its variance. */
  readonly value: Float64Array;
  readonly variance: Float64Array;
  readonly phi: Float64Array;
  readonly share: Float64Array;
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

  constructor(sensors: number) {
    this.sensors = sensors;
    const zeros = (): Float64Array => new Float64Array(sensors);
    this.value = zeros();
    this.variance = zeros();
    this.phi = zeros();
    this.share = zeros();
    this.gamma0 = zeros();
    this.gamma1 = zeros();
    this.gamma2 = zeros();
    this.count = zeros();
    this.cuts = zeros();
    this.last = zeros();
    this.beforeLast = zeros();
    this.had = new Uint8Array(sensors);
  }

  /** phi^dt r: what is carried to a frame dt periods on. */
  carried(j: number, dt: number): number {
    return (dt === 1 ? this.phi[j] : Math.pow(this.phi[j], dt)) * this.value[j];
  }

  /** The residual, or as much of it as is believed. */
  cut(j: number, residual: number, dt: number): number {
    if (this.count[j] <= CUT_AFTER) return residual;
    const surprise = residual - this.carried(j, dt);
    const limit = CUT_AT * Math.sqrt(this.gamma0[j]);
    if (Math.abs(surprise) <= limit) {
      this.cuts[j] = 0;
      return residual;
    }
    this.cuts[j] += 1;
    return this.cuts[j] <= MOST_CUTS ? residual - surprise + Math.sign(surprise) * limit : residual;
  }

  /** A frame without a reading: r decays. */
  pass(j: number, dt: number): void {
    const decay = dt === 1 ? this.phi[j] : Math.pow(this.phi[j], dt);
    this.value[j] *= decay;
    this.variance[j] = this.#predictVariance(j, decay);
    this.had[j] = dt < PAUSE ? (this.had[j] << 1) & 2 : 0;
    this.beforeLast[j] = this.last[j];
  }

  /** The residual of a reading dt periods after the last frame. */
  learn(j: number, a: number, dt: number): void {
    const decay = dt === 1 ? this.phi[j] : Math.pow(this.phi[j], dt);
    const predicted = decay * this.value[j];
    const predictedVariance = this.#predictVariance(j, decay);
    this.#learnCovariances(j, a, dt);
    const noise = this.gamma0[j] * (1 - this.share[j]) + 1e-12 * (1 + this.gamma0[j]);
    const gain = predictedVariance / (predictedVariance + noise);
    this.value[j] = predicted + gain * (a - predicted);
    this.variance[j] = (1 - gain) * predictedVariance;
  }

  #predictVariance(j: number, decay: number): number {
    return decay * decay * this.variance[j] + this.gamma0[j] * this.share[j] * (1 - decay * decay);
  }

  #learnCovariances(j: number, a: number, dt: number): void {
    if (dt >= PAUSE) this.had[j] = 0;
    this.count[j] += 1;
    const rate = Math.max(1 / this.count[j], 1 / MEMORY);
    this.gamma0[j] += rate * (a * a - this.gamma0[j]);
    if ((this.had[j] & 1) === 1) this.gamma1[j] += rate * (a * this.last[j] - this.gamma1[j]);
    if ((this.had[j] & 2) === 2) this.gamma2[j] += rate * (a * this.beforeLast[j] - this.gamma2[j]);
    this.beforeLast[j] = this.last[j];
    this.last[j] = a;
    this.had[j] = ((this.had[j] << 1) & 2) | 1;
    const { gamma0, gamma1, gamma2 } = this;
    if (gamma1[j] <= LEAST_CORRELATION * gamma0[j]) {
      this.phi[j] = this.share[j] = 0;
      return;
    }
    this.phi[j] = Math.min(Math.max(gamma2[j] / gamma1[j], gamma1[j] / gamma0[j]), MOST);
    this.share[j] = Math.min(gamma1[j] / (this.phi[j] * gamma0[j]), MOST);
  }

  /** All arrays, by what they hold: the state. */
  get arrays(): Numbers[] {
    const { value, variance, phi, share, gamma0, gamma1, gamma2, count, cuts, last, beforeLast, had } = this;
    return [value, variance, phi, share, gamma0, gamma1, gamma2, count, cuts, last, beforeLast, had];
  }

  /** The residuals of sensor j are from now on k times as large. */
  rescale(j: number, k: number): void {
    this.value[j] *= k;
    this.last[j] *= k;
    this.beforeLast[j] *= k;
    for (const square of [this.variance, this.gamma0, this.gamma1, this.gamma2]) square[j] *= k * k;
  }
}
