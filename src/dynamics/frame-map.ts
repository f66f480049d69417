import { readCovariance, type MatrixOption } from '../options';
import { propagateCovariance, type StateSlots, type SubspaceModel } from './model';

/** Dynamics that map the coefficients of one frame to those of the next: no derivatives in the state, and a dense Jacobian. */
export abstract class FrameMap implements SubspaceModel {
  readonly order = 1;
  /** Process noise per nominal period, r x r. */
  protected readonly Q: Float64Array;
  readonly #rank: number;
  readonly #scratch: Float64Array;

  constructor(Q: MatrixOption, rank: number) {
    this.Q = readCovariance('dynamics.Q', Q, rank);
    this.#rank = rank;
    this.#scratch = new Float64Array(rank * rank);
  }

  initialCovariance(): Float64Array {
    return readCovariance('P0', 1, this.#rank);
  }

  abstract linearise(m: Float64Array, at: StateSlots): void;

  predict(m: Float64Array, at: StateSlots): void {
    this.linearise(m, at);
    propagateCovariance(m, at, this.#scratch);
  }

  /** Q = noise dt Q1, Q1 that of one nominal period. */
  protected fillNoise(m: Float64Array, at: StateSlots): void {
    const scale = m[at.noise] * m[at.dt];
    for (let i = 0; i < this.Q.length; i++) m[at.Q + i] = scale * this.Q[i];
  }
}
