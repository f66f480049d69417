import { BandedSystem } from './banded-system';
import { LagRelations } from './lag-relations';
import { RecentFrames } from './recent-frames';
import type { RegressionBlock } from './regression-block';

/** Multiplications beyond which paths are not worked out: too many sensors were out for too long. */
const MOST_WORK = 2e6;

/** Scratch of whichever paths were worked out last, and how often any were. */
const relations = new LagRelations();
const system = new BandedSystem();
let solved = 0;

/**
 * The likeliest path of all missing readings of a block through its last frames, given the readings before, between and after
 * them. By the dynamic regression what is new in frame t is
 *
 *   e_t = B_0 z_t + B_1 z_t-1 [+ B_2 z_t-2] + B_u u_t,   of covariance B_0,
 *
 * (B_0 B_1 B_2 B_u) the rows of its precision matrix: B_0^-1 e_t is what z_t differs by from its forecast. The missing
 * entries x of all z_t are where sum_t e_t' B_0^-1 e_t is least:
 *
 *   P x = -c,   P = sum_t B_l' B_0^-1 B_m for the entries at t - l and t - m,   c = sum_t B_l' B_0^-1 e_t at x = 0
 *
 * P reaches as far from its diagonal as the lags do, and P^-1 is the variance of x, in units of the moments: 1 / B_0jj is that
 * which leaving sensor j out has been measured to have.
 */
export class GapPaths {
  readonly #block: RegressionBlock;
  readonly #frames: RecentFrames;
  /** What was asked last of this frame: frames before it, 0 for nothing yet, and who was hidden; whether there was an answer. */
  #asked = 0;
  #hidden: Uint8Array | null = null;
  #isSolved = false;
  /** The scratch is still as this left it. */
  #solvedAs = 0;
  /** By frame, the oldest first, and sensor: which unknown it is, -1 for none. And the first unknown of each frame, or after it. */
  #unknown = new Int32Array(0);
  #first = new Int32Array(0);
  readonly #value = new Float64Array(1);
  /** What the last frame has in common with each unknown. */
  #shared = new Float64Array(0);

  constructor(block: RegressionBlock) {
    this.#block = block;
    this.#frames = new RecentFrames(block);
  }

  get block(): RegressionBlock {
    return this.#block;
  }

  /** Takes in the frame that the block has just learned, dt after the last. */
  learn(readings: Float64Array, dt: number): void {
    this.#frames.learn(readings, dt);
    this.#asked = 0;
  }

  /** The frames before are no longer what the last ones follow from. */
  clear(): void {
    this.#frames.clear();
    this.#asked = 0;
  }

  /**
   * Works out the paths through so many frames before the last. `hidden`, by column: sensors that are taken to be missing
   * there as well. False where there are none.
   */
  solve(frames: number, hidden: Uint8Array | null): boolean {
    const isAsked = this.#solvedAs === solved && this.#asked > 0 && hidden === this.#hidden;
    if (isAsked && (this.#isSolved ? frames <= this.#asked : frames === this.#asked)) return this.#isSolved;
    this.#solvedAs = solved += 1;
    this.#asked = frames;
    this.#hidden = hidden;
    return (this.#isSolved = this.#solve(frames, hidden));
  }

  #solve(frames: number, hidden: Uint8Array | null): boolean {
    if (!this.#frames.reaches(frames) || !this.#number(frames, hidden)) return false;
    if (!relations.measure(this.#block)) return false;
    for (let k = 0; k <= frames; k++) this.#addFrame(k, frames);
    return system.solve();
  }

  /** Of sensor i, so many frames before the last, in its own units and within its range. NaN: it was known, or not asked for. */
  mean(i: number, ago: number): number {
    const unknown = this.#unknown[(this.#asked - ago) * this.#block.d + i];
    if (!(unknown >= 0)) return NaN;
    const { inputs } = this.#block;
    this.#value[0] = -system.solution(unknown);
    this.#block.toReading(inputs, i, this.#value, 0);
    return this.#value[0];
  }

  variance(i: number, ago: number): number {
    const { d, inputs, regressions } = this.#block;
    const unknown = this.#unknown[(this.#asked - ago) * d + i];
    if (!(unknown >= 0)) return NaN;
    const { leftOut, precision } = regressions.dynamic;
    const unit = leftOut[i] * precision.rows[i * precision.size + i];
    return system.inverse(unknown) * unit * inputs.scale[i] * inputs.scale[i];
  }

  /**
   * How far the last reading of sensor i is from what the paths would have had it, had it been missing as well: e_i / K, with e
   * of the last frame along the paths and K = B_0ii - b' P^-1 b, b the entries of row i of B at the unknowns.
   */
  endError(i: number): number {
    const { d, inputs, regressions } = this.#block;
    const { rows, size } = regressions.dynamic.precision;
    if (this.#shared.length < system.size) this.#shared = new Float64Array(system.size);
    const shared = this.#shared;
    shared.fill(0, 0, system.size);
    let news = this.#newsOf(i);
    for (let l = 0; l <= Math.min(inputs.lags, this.#asked); l++) {
      for (let q = 0; q < d; q++) {
        const unknown = this.#unknown[(this.#asked - l) * d + q];
        if (unknown < 0) continue;
        const entry = rows[i * size + l * d + q];
        shared[unknown] = entry;
        news -= entry * system.solution(unknown);
      }
    }
    return (inputs.scale[i] * news) / (rows[i * (size + 1)] - system.quadratic(shared));
  }

  /** e_i of the last frame where every unknown is 0. */
  #newsOf(i: number): number {
    const { d, inputs, regressions } = this.#block;
    const { location, scale, lags } = inputs;
    const { rows, size } = regressions.dynamic.precision;
    const row = i * size;
    let news = rows[row + size - 1];
    for (let l = 0; l <= lags; l++) {
      for (let q = 0; q < d; q++) {
        if (l <= this.#asked && this.#unknown[(this.#asked - l) * d + q] >= 0) continue;
        news += (rows[row + l * d + q] * (this.#frames.value(q, l) - location[q])) / scale[q];
      }
    }
    for (let q = 0, first = row + d * (lags + 1); q < this.#frames.others; q++)
      news += rows[first + q] * this.#frames.other(q, 0);
    return news;
  }

  /** Which entries are not known. False: there are none, or too many. */
  #number(frames: number, hidden: Uint8Array | null): boolean {
    const { d, columns, inputs } = this.#block;
    const { entered, lags } = inputs;
    if (this.#unknown.length < (frames + 1) * d) {
      this.#unknown = new Int32Array((frames + 1) * d);
      this.#first = new Int32Array(frames + 2);
    }
    let count = 0;
    let width = 0;
    for (let k = 0; k <= frames; k++) {
      this.#first[k] = count;
      for (let i = 0; i < d; i++) {
        const isHidden = k < frames && hidden?.[columns[i]] === 1 && entered[i] === 1;
        const isUnknown = isHidden || this.#frames.isMissing(i, frames - k);
        this.#unknown[k * d + i] = isUnknown ? count++ : -1;
      }
      width = Math.max(width, count - 1 - this.#first[Math.max(0, k - lags)]);
    }
    if (count === 0 || count * width * width > MOST_WORK) return false;
    system.begin(count, width);
    return true;
  }

  /** The terms of frame k. */
  #addFrame(k: number, frames: number): void {
    const { d, inputs } = this.#block;
    const unknown = this.#unknown;
    const { news } = relations;
    this.#findNews(k, frames);
    for (let l = 0; l <= Math.min(inputs.lags, k); l++) {
      const row = (k - l) * d;
      for (let i = 0; i < d; i++) {
        if (unknown[row + i] < 0) continue;
        let sum = 0;
        for (let q = 0; q < d; q++) sum += relations.A[l][q * d + i] * news[q];
        system.addRight(unknown[row + i], sum);
        for (let m = 0; m <= Math.min(inputs.lags, k); m++)
          this.#addPairs(unknown[row + i], relations.BA[l][m], i, (k - m) * d);
      }
    }
  }

  /** Row i of B_l' A_m at the unknowns of a frame, on and below the diagonal. */
  #addPairs(row: number, entries: Float64Array, i: number, frame: number): void {
    const { d } = this.#block;
    for (let q = 0; q < d; q++) {
      const column = this.#unknown[frame + q];
      if (column >= 0 && column <= row) system.add(row, column, entries[i * d + q]);
    }
  }

  /** e_t of frame k where every unknown is 0. */
  #findNews(k: number, frames: number): void {
    const { d, inputs, regressions } = this.#block;
    const { location, scale, lags } = inputs;
    const { rows, size } = regressions.dynamic.precision;
    const { news } = relations;
    for (let i = 0; i < d; i++) news[i] = rows[i * size + size - 1];
    for (let l = 0; l <= lags; l++) {
      for (let q = 0; q < d; q++) {
        if (k >= l && this.#unknown[(k - l) * d + q] >= 0) continue;
        const z = (this.#frames.value(q, frames - k + l) - location[q]) / scale[q];
        for (let i = 0; i < d; i++) news[i] += relations.B[l][i * d + q] * z;
      }
    }
    const first = d * (lags + 1);
    for (let q = 0; q < this.#frames.others; q++) {
      const other = this.#frames.other(q, frames - k);
      for (let i = 0; i < d; i++) news[i] += rows[i * size + first + q] * other;
    }
  }
}
