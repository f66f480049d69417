import { FactorState, type FactorSettings } from './factor-state';

/** A reading further out than this, in units of its sensor, counts as so far out. */
const FARTHEST = 1e6;
/** Units that no longer fit are widened after four readings in a row beyond so many of them. */
const BEYOND = 8;
const WIDENED_TO = 4;
/** A reading whose squared surprise is above this weighs less; the fourth in a row is believed. */
const SURPRISING = 12.25;
const STRIKES = 3;
/** Readings after which surprises are clipped at four deviations before they are learned from, and noise is learned at all. */
const CLIPPED_FROM = 20;
const LEARNED_FROM = 10;
/** Slowest learning of noise and of the variance of the coefficients. */
const SLOWEST = 0.005;
const LEAST_VARIANCE = 1e-10;
const LEAST_NOISE = 1e-8;
/** A frame that comes this many periods after the last has no neighbour at lag 1; or at lag 2. */
const NO_LAG_1 = 1.5;
const NO_LAG_2 = 2.5;

/**
 * A factor model of the sensors, z_j = C_j [x; 1] + offset_j + noise, filtered frame by frame: coefficients x that all sensors
 * share, an AR(1) offset and a row of loadings of each sensor's own. What it says of a sensor is exact without that sensor.
 */
export class FactorFilter {
  readonly state: FactorState;
  /** Of the last frame, NaN where nothing was read: reading less what the others and its own offset say of it ... */
  residual: Float64Array;
  /** ... and less what the others alone say of it. Both in the sensor's unit. */
  relation: Float64Array;
  /** The coefficients as they are without each sensor, of those that were read. */
  without: Float64Array;
  readonly #settings: FactorSettings;
  /** Standardised readings, NaN where missing; variance of a reading but for the coefficients; its weight, 1 unless surprising. */
  #z: Float64Array;
  #D: Float64Array;
  #weight: Float64Array;
  /** P c of one sensor; coefficients and variances as predicted; V times the coefficients without the sensor. */
  readonly #t: Float64Array;
  readonly #predicted: Float64Array;
  readonly #predictedVariance: Float64Array;
  readonly #Vx: Float64Array;

  constructor(settings: FactorSettings, sensors: number) {
    const { rank } = settings;
    this.#settings = settings;
    this.state = new FactorState(settings, sensors);
    this.residual = new Float64Array(sensors);
    this.relation = new Float64Array(sensors);
    this.without = new Float64Array(sensors * rank);
    this.#z = new Float64Array(sensors);
    this.#D = new Float64Array(sensors);
    this.#weight = new Float64Array(sensors);
    this.#t = new Float64Array(this.state.size);
    this.#predicted = new Float64Array(rank);
    this.#predictedVariance = new Float64Array(rank);
    this.#Vx = new Float64Array(rank + 1);
  }

  addSensor(): void {
    this.state.addSensor();
    const { sensors } = this.state;
    this.residual = new Float64Array(sensors).fill(NaN);
    this.relation = new Float64Array(sensors).fill(NaN);
    this.without = new Float64Array(sensors * this.state.rank);
    this.#z = new Float64Array(sensors);
    this.#D = new Float64Array(sensors);
    this.#weight = new Float64Array(sensors);
  }

  replaceSensor(j: number): void {
    this.state.replaceSensor(j);
    this.residual[j] = this.relation[j] = NaN;
  }

  /** Takes in one frame, dt periods after the last. */
  step(readings: ArrayLike<number>, dt: number): void {
    const { state } = this;
    this.#decayOffsets(dt); //                                        b <- phi^dt b,  B <- phi^2dt B + q
    const seen = this.#standardise(readings); //                      z = (y - location) / unit
    const newShare = this.#settings.dynamics.predict(state, dt); //   x <- A x,  P <- A P A' + Q(dt)
    this.#shiftLags(dt);
    if (seen === 0) return;
    this.#keepPrediction();
    this.#weigh(); //                                                 D = R + B + x'Vx,  w = 1 or 12.25 / e^2
    this.#correctCoefficients(); //                                   x, P from all readings
    for (let j = 0; j < state.sensors; j++) if (this.#z[j] === this.#z[j]) this.#learnSensor(j);
    this.#learnVariances(newShare);
    this.#checkRange();
  }

  #decayOffsets(dt: number): void {
    const { offset, offsetVariance, decay, offsetNoise } = this.state.columns;
    for (let j = 0; j < offset.length; j++) {
      const phi = dt === 1 ? decay[j] : Math.pow(decay[j], dt);
      const noise =
        dt === 1 ? offsetNoise[j] : (offsetNoise[j] * (1 - phi * phi)) / (1 - decay[j] * decay[j]);
      offset[j] *= phi;
      offsetVariance[j] = phi * phi * offsetVariance[j] + noise;
    }
  }

  /** Returns how many sensors were read that have a unit. */
  #standardise(readings: ArrayLike<number>): number {
    const { location, unit, beyond } = this.state.columns;
    const z = this.#z;
    let seen = 0;
    for (let j = 0; j < z.length; j++) {
      this.residual[j] = this.relation[j] = z[j] = NaN;
      if (unit[j] === 0 || readings[j] !== readings[j]) continue;
      seen++;
      z[j] = Math.min(FARTHEST, Math.max(-FARTHEST, (readings[j] - location[j]) / unit[j]));
      beyond[j] = Math.abs(z[j]) > BEYOND ? beyond[j] + 1 : 0;
      if (beyond[j] > STRIKES) {
        const factor = WIDENED_TO / Math.abs(z[j]);
        this.#rescale(j, factor);
        z[j] *= factor;
      }
    }
    return seen;
  }

  /** Makes the sensor's unit 1 / factor times as large. */
  #rescale(j: number, factor: number): void {
    const { rank, columns } = this.state;
    columns.unit[j] /= factor;
    columns.beyond[j] = 0;
    columns.learned[j] = Math.min(columns.learned[j], CLIPPED_FROM);
    for (let i = 0; i <= rank; i++) columns.C[j * (rank + 1) + i] *= factor;
    this.state.scalePosterior(j, factor * factor);
    for (const first of [columns.offset, columns.last, columns.beforeLast]) first[j] *= factor;
    const { offsetVariance, offsetNoise, R, gamma0, gamma1, gamma2 } = columns;
    for (const second of [offsetVariance, offsetNoise, R, gamma0, gamma1, gamma2])
      second[j] *= factor * factor;
  }

  /** What lies two frames back or more is no neighbour of this frame. */
  #shiftLags(dt: number): void {
    const { last, beforeLast } = this.state.columns;
    for (let j = 0; j < last.length; j++) {
      if (dt > NO_LAG_1) {
        beforeLast[j] = dt > NO_LAG_2 ? NaN : last[j];
        last[j] = NaN;
      }
      if (this.#z[j] !== this.#z[j]) {
        beforeLast[j] = last[j];
        last[j] = NaN;
      }
    }
  }

  #keepPrediction(): void {
    const { rank, size, mean, P } = this.state;
    for (let i = 0; i < rank; i++) {
      this.#predicted[i] = mean[i];
      this.#predictedVariance[i] = P[i * size + i];
    }
  }

  /** A surprising reading weighs less, three times running; then it is believed, and the offset is free to follow. */
  #weigh(): void {
    const { rank, size, mean, P, columns, counters } = this.state;
    const { C, R, offset, offsetVariance, strikes } = columns;
    const { used } = counters;
    const D = this.#D;
    const z = this.#z;
    for (let j = 0; j < z.length; j++) {
      if (z[j] !== z[j]) continue;
      const row = j * (rank + 1);
      let h = 0;
      let expected = C[row + rank] + offset[j];
      for (let i = 0; i < used; i++) {
        let sum = 0;
        for (let k = 0; k < used; k++) sum += P[i * size + k] * C[row + k];
        h += sum * C[row + i];
        expected += C[row + i] * mean[i];
      }
      D[j] = R[j] + offsetVariance[j] + this.#quadratic(j, mean);
      this.#weight[j] = 1;
      const e = z[j] - expected;
      const surprise = (e * e) / (Math.max(h, 0) + D[j]);
      if (surprise <= SURPRISING) {
        strikes[j] = 0;
      } else if (++strikes[j] <= STRIKES) {
        this.#weight[j] = SURPRISING / surprise;
      } else {
        offsetVariance[j] += e * e;
        D[j] += e * e;
        strikes[j] = 0;
      }
    }
  }

  /** [x; 1]'V [x; 1], at least 0. */
  #quadratic(j: number, x: Float64Array): number {
    const { rank, columns, counters } = this.state;
    const { V } = columns;
    const { used } = counters;
    let at = j * (((rank + 1) * (rank + 2)) / 2);
    let sum = 0;
    for (let i = 0; i < used; i++) {
      let row = 0;
      for (let k = 0; k < i; k++) row += V[at + k] * x[k];
      sum += x[i] * (2 * row + V[at + i] * x[i]);
      at += i + 1;
    }
    at = j * (((rank + 1) * (rank + 2)) / 2) + (rank * (rank + 1)) / 2;
    for (let k = 0; k < used; k++) sum += 2 * V[at + k] * x[k];
    return Math.max(sum + V[at + rank], 0);
  }

  /** For each reading:  t = P c,  S = c't + D / w,  x += t (z - b - c'x) / S,  P -= t t' / S. */
  #correctCoefficients(): void {
    const { rank, size, mean, P, columns, counters } = this.state;
    const { C, offset } = columns;
    const { used } = counters;
    const t = this.#t;
    const z = this.#z;
    for (let j = 0; j < z.length; j++) {
      if (z[j] !== z[j]) continue;
      const row = j * (rank + 1);
      let S = 0;
      let e = z[j] - offset[j] - C[row + rank];
      for (let i = 0; i < size; i++) {
        let sum = 0;
        for (let k = 0; k < used; k++) sum += P[i * size + k] * C[row + k];
        t[i] = sum;
      }
      for (let i = 0; i < used; i++) {
        S += C[row + i] * t[i];
        e -= C[row + i] * mean[i];
      }
      S = 1 / (Math.max(S, 0) + this.#D[j] / this.#weight[j]);
      e *= S;
      for (let i = 0; i < size; i++) {
        mean[i] += t[i] * e;
        const g = t[i] * S;
        for (let k = 0; k < size; k++) P[i * size + k] -= g * t[k];
      }
    }
  }

  /**
   * What the others say of a sensor follows from the filter that saw all of them: with t = P c, h = c't, D the reading's own
   * variance and rho the residual after the update,
   *
   *   e = rho D / (D - h),   variance h D / (D - h),   coefficients x - t rho / (D - h)
   *
   * From these the sensor's offset, noise and row are learned.
   */
  #learnSensor(j: number): void {
    const { rank, size, mean, P, columns, counters } = this.state;
    const { C, unit, offset, offsetVariance, last, beforeLast, gamma0, gamma1, gamma2, R } = columns;
    const { used } = counters;
    const t = this.#t;
    const row = j * (rank + 1);
    let h = 0;
    let rho = this.#z[j] - offset[j] - C[row + rank];
    for (let i = 0; i < used; i++) {
      let sum = 0;
      for (let k = 0; k < used; k++) sum += P[i * size + k] * C[row + k];
      t[i] = sum;
      h += C[row + i] * sum;
      rho -= C[row + i] * mean[i];
    }
    h = Math.max(h, 0);
    const weight = this.#weight[j];
    const D = this.#D[j] / weight;
    const own = Math.max(D - h, 1e-9 * D);
    const e = (rho * D) / own;
    const variance = (h * D) / own;
    const u = e + offset[j];
    const B = offsetVariance[j];
    this.residual[j] = e * unit[j];
    this.relation[j] = u * unit[j];
    offset[j] += (B * rho) / D;
    offsetVariance[j] = Math.max(B - (B * B * own) / (D * D), LEAST_VARIANCE);

    const limit = columns.learned[j] > CLIPPED_FROM ? 4 * Math.sqrt(gamma0[j]) : Infinity;
    const clipped = Math.min(limit, Math.max(-limit, u));
    const a = Math.max(1 / ++columns.learned[j], SLOWEST);
    gamma0[j] += a * (clipped * clipped - gamma0[j]);
    if (last[j] === last[j]) gamma1[j] += a * (clipped * last[j] - gamma1[j]);
    if (beforeLast[j] === beforeLast[j]) gamma2[j] += a * (clipped * beforeLast[j] - gamma2[j]);
    beforeLast[j] = last[j];
    last[j] = clipped;
    if (columns.learned[j] > LEARNED_FROM) this.#learnNoise(j, variance);
    this.#learnRow(j, u, rho / own, variance + Math.max(gamma0[j], R[j] + B) / weight);
  }

  /** An AR(1) process and white noise have autocovariances s phi^l, and R more at lag 0. */
  #learnNoise(j: number, variance: number): void {
    const { gamma0, gamma1, gamma2, decay, offsetNoise, R } = this.state.columns;
    let phi = 0;
    let share = 0;
    if (gamma1[j] > 0.02 * gamma0[j]) {
      phi = Math.min(Math.max(gamma2[j] / gamma1[j], gamma1[j] / gamma0[j]), 0.999);
      share = Math.min(gamma1[j] / phi, 0.999 * gamma0[j]);
    }
    decay[j] = phi;
    offsetNoise[j] = share * (1 - phi * phi);
    R[j] = Math.max(gamma0[j] - share - variance, 0.02 * gamma0[j], LEAST_NOISE);
  }

  /** x without the sensor = x - t g,  v = V x,  N = x'v + noise,  C += v u / N,  V -= v v' / N;  tr V < p: V /= forgetting. */
  #learnRow(j: number, u: number, g: number, noise: number): void {
    const { rank, mean, columns, counters } = this.state;
    const { C, V } = columns;
    const { used } = counters;
    const x = this.without;
    const first = j * rank;
    const v = this.#Vx;
    const start = j * (((rank + 1) * (rank + 2)) / 2);
    const level = start + (rank * (rank + 1)) / 2;
    for (let i = 0; i < used; i++) {
      x[first + i] = mean[i] - this.#t[i] * g;
      v[i] = V[level + i];
    }
    v[rank] = V[level + rank];
    let at = start;
    for (let i = 0; i < used; i++) {
      v[rank] += V[level + i] * x[first + i];
      for (let k = 0; k < i; k++) {
        v[i] += V[at + k] * x[first + k];
        v[k] += V[at + k] * x[first + i];
      }
      v[i] += V[at + i] * x[first + i];
      at += i + 1;
    }
    let N = v[rank] + noise;
    for (let i = 0; i < used; i++) N += x[first + i] * v[i];
    N = 1 / Math.max(N, noise);
    const row = j * (rank + 1);
    let trace = 0;
    let isPositive = true;
    at = start;
    for (let i = 0; i < used; i++) {
      C[row + i] += v[i] * u * N;
      for (let k = 0; k <= i; k++) V[at + k] -= v[i] * v[k] * N;
      trace += V[at + i];
      isPositive &&= V[at + i] > 0;
      at += i + 1;
    }
    C[row + rank] += v[rank] * u * N;
    for (let k = 0; k < used; k++) V[level + k] -= v[rank] * v[k] * N;
    V[level + rank] -= v[rank] * v[rank] * N;
    trace += V[level + rank];
    if (!isPositive || !(V[level + rank] > 0)) this.state.resetPosterior(j);
    else if (trace < used + 1) {
      const factor = 1 / this.#settings.forgetting;
      for (let i = start; i <= level + rank; i++) V[i] *= factor;
    }
  }

  /** Q follows how far the coefficients moved:  g = Q_new / P,  Q += a g^2 ((x - predicted)^2 - P_predicted + P) / share. */
  #learnVariances(newShare: number): void {
    const { size, mean, P, Q, counters } = this.state;
    const { leastVariance, mostVariance } = this.#settings.dynamics;
    const a = Math.max(1 / (++counters.frames + 20), SLOWEST);
    if (newShare < LEAST_VARIANCE) return;
    for (let i = 0; i < counters.used; i++) {
      const g = (newShare * Q[i]) / this.#predictedVariance[i];
      const moved = (mean[i] - this.#predicted[i]) ** 2 - this.#predictedVariance[i] + P[i * size + i];
      Q[i] = Math.min(mostVariance, Math.max(leastVariance, Q[i] + (a * g * g * moved) / newShare));
    }
  }

  /** Where rounding takes a variance below zero, the coefficients start again. */
  #checkRange(): void {
    const { size, P, mean } = this.state;
    for (let i = 0; i < size; i++) {
      if (P[i * size + i] > 0 && Math.abs(mean[i]) < 1e30) continue;
      this.state.resetCoefficients();
      return;
    }
  }
}
