import { readInteger, readPositive, readVariance } from '../options';
import { fillBlocks, lineariseBlocks } from './blocks';
import type { StateSlots, SubspaceModel } from './model';
import { predictRhythms } from './rhythms';

export interface SeasonalConfig {
  readonly type: 'seasonal';
  /** The known period of the rhythm: 86400 for a day. */
  readonly periodSeconds: number;
  /** The nominal period between frames, which is dt = 1. */
  readonly frameSeconds: number;
  /** N: a rhythm with a sharper shape needs more harmonics. */
  readonly harmonics?: number;
  /** How fast the level wanders: variance per nominal period. */
  readonly Q: number;
  /** How fast amplitude and phase of each harmonic change; Q / 10 where absent. */
  readonly seasonQ?: number;
}

const MAX_HARMONICS = 24;

/**
 * Each coefficient is a level and a rhythm of known period: s = level + sum_h u_h, where harmonic h is an oscillator (u_h, v_h)
 * that turns by w_h = 2 pi h dt frameSeconds / periodSeconds. Its state (s, u_1, v_1, ..., u_N, v_N) has the value first:
 *
 *   s <- s + sum_h ((cos w_h - 1) u_h - sin w_h v_h),   u_h <- cos w_h u_h - sin w_h v_h,   v_h <- sin w_h u_h + cos w_h v_h
 *
 * The level is a random walk of variance Q dt, and noise seasonQ dt in u_h and v_h lets amplitude and phase change. That
 * noise is the same in every direction, so turning it changes nothing: all is linear and exact for irregular dt.
 */
export class Seasonal implements SubspaceModel {
  readonly order: number;
  readonly #rank: number;
  readonly #turn: number;
  readonly #Q: number;
  readonly #seasonQ: number;
  /** A and Q of one coefficient, order x order, for the dt they were computed for; A times a block of P. */
  readonly #A: Float64Array;
  readonly #noise: Float64Array;
  readonly #scratch: Float64Array;
  readonly #dt = Float64Array.of(NaN);

  constructor(config: SeasonalConfig, rank: number) {
    const harmonics = readInteger('dynamics.harmonics', config.harmonics ?? 3, 1, MAX_HARMONICS);
    const period = readPositive('dynamics.periodSeconds', config.periodSeconds);
    this.#turn = (2 * Math.PI * readPositive('dynamics.frameSeconds', config.frameSeconds)) / period;
    this.#Q = readVariance('dynamics.Q', config.Q);
    this.#seasonQ = readVariance('dynamics.seasonQ', config.seasonQ ?? config.Q / 10);
    this.#rank = rank;
    this.order = 1 + 2 * harmonics;
    this.#A = new Float64Array(this.order ** 2);
    this.#noise = new Float64Array(this.order ** 2);
    this.#scratch = new Float64Array(this.order ** 2);
  }

  /** Level and oscillators of variance 1. */
  initialCovariance(): Float64Array {
    const n = this.#rank * this.order;
    const block = new Float64Array(this.order ** 2);
    fillCovariance(block, this.order, 1, 1);
    const P = new Float64Array(n * n);
    fillBlocks(P, 0, n, this.order, block);
    return P;
  }

  linearise(m: Float64Array, at: StateSlots): void {
    this.#update(m, at.dt);
    lineariseBlocks(m, at, this.order, this.#A, this.#noise);
  }

  predict(m: Float64Array, at: StateSlots): void {
    this.#update(m, at.dt);
    predictRhythms(m, at, this.order, this.#A, this.#noise, this.#scratch);
  }

  /** A and the noise of m[dt] nominal periods, where they are not at hand. */
  #update(m: Float64Array, dt: number): void {
    if (m[dt] === this.#dt[0]) return;
    this.#dt[0] = m[dt];
    const { order } = this;
    const A = this.#A;
    A.fill(0);
    A[0] = 1;
    for (let h = 1, u = 1; u < order; h++, u += 2) {
      const angle = h * this.#turn * m[dt];
      const cos = Math.cos(angle);
      const sin = Math.sin(angle);
      A[u] = cos - 1;
      A[u + 1] = -sin;
      A[u * order + u] = cos;
      A[u * order + u + 1] = -sin;
      A[(u + 1) * order + u] = sin;
      A[(u + 1) * order + u + 1] = cos;
    }
    fillCovariance(this.#noise, order, this.#Q * m[dt], this.#seasonQ * m[dt]);
  }
}

/** The covariance of (s, u_1, v_1, ...) where the level has variance `level` and every u and v `season`. */
function fillCovariance(out: Float64Array, order: number, level: number, season: number): void {
  out.fill(0);
  out[0] = level + ((order - 1) / 2) * season;
  for (let i = 1; i < order; i++) out[i * (order + 1)] = season;
  for (let u = 1; u < order; u += 2) {
    out[u] = season;
    out[u * order] = season;
  }
}
