import { RegressionBlock } from '../../src/ensemble/regression-block';
import { nextNormal } from '../../src/random';

/** Readings of one sensor by frame. */
export type Series = Float64Array;

/** x_t = phi x_t-1 + e_t, of variance 1; phi 1: a random walk. */
export function autoregressive(count: number, phi: number, state: Float64Array): Series {
  const innovation = phi < 1 ? Math.sqrt(1 - phi * phi) : 1;
  let x = 0;
  return Float64Array.from({ length: count }, () => (x = phi * x + innovation * nextNormal(state, 0)));
}

/** What flows past the first sensor, and past each other one so many frames later; each measures it with noise of its own. */
export function drawPipe(count: number, delays: readonly number[], seed: number, noise = 0.1): Series[] {
  const state = Float64Array.of(seed);
  const longest = Math.max(...delays);
  const flow = autoregressive(count + longest, 0.95, state);
  return delays.map((delay) =>
    Float64Array.from({ length: count }, (_, t) => flow[t + longest - delay] + noise * nextNormal(state, 0)),
  );
}

/** The readings of all sensors in frame t. */
export const frameOf = (series: readonly Series[], t: number): Float64Array =>
  Float64Array.from(series, (one) => one[t]);

/** A block by itself, without a clock, which learns frame by frame. */
export class BlockAlone {
  readonly block: RegressionBlock;
  readonly #clock = new Float64Array(0);
  readonly present: Float64Array;
  readonly dynamic: Float64Array;

  constructor(sensors: number) {
    const columns = Int32Array.from({ length: sensors }, (_, j) => j);
    this.block = new RegressionBlock(columns, { inputs: this.#clock, cycles: [] });
    this.present = new Float64Array(sensors);
    this.dynamic = new Float64Array(sensors);
  }

  answer(readings: Float64Array, dt = 1): void {
    this.block.answer(readings, dt, this.#clock, this.present, this.dynamic);
  }

  learn(readings: Float64Array, dt = 1): void {
    this.answer(readings, dt);
    this.block.learn(readings, dt);
  }

  /** Frame by frame until this holds; how many that took. */
  learnUntil(series: readonly Series[], holds: (block: RegressionBlock) => boolean): number {
    for (let t = 0; t < series[0].length; t++) {
      this.learn(frameOf(series, t));
      if (holds(this.block)) return t + 1;
    }
    return Infinity;
  }
}
