import { RegressionBlock } from '../../ensemble/regression-block';
import type { Method } from '../method';

const NO_CLOCK = { inputs: new Float64Array(0), cycles: [] };

/** Each sensor regressed on all the others (ridge), what is left carried on and decaying, within the range seen. */
export class JointRegressionMethod implements Method {
  readonly mean: Float64Array;
  readonly variance: Float64Array;
  readonly #block: RegressionBlock;
  readonly #dynamic: Float64Array;

  constructor(sensors: number) {
    this.mean = new Float64Array(sensors).fill(NaN);
    this.variance = new Float64Array(sensors).fill(NaN);
    this.#dynamic = new Float64Array(sensors);
    this.#block = new RegressionBlock(
      Int32Array.from({ length: sensors }, (_, j) => j),
      NO_CLOCK,
    );
  }

  learnOne(readings: Float64Array, dt: number): void {
    this.#block.answer(readings, dt, NO_CLOCK.inputs, this.mean, this.#dynamic);
    this.#block.learn(readings, dt);
  }
}
