import type { MatrixOption } from '../options';
import { FrameMap } from './frame-map';
import type { StateSlots } from './model';

export interface RandomWalkConfig {
  readonly type: 'random-walk';
  /** Process noise per nominal period: a variance, or a full r x r covariance. */
  readonly Q: MatrixOption;
}

/** x_k = x_{k-1} + N(0, Q dt). */
export class RandomWalk extends FrameMap {
  constructor(config: RandomWalkConfig, rank: number) {
    super(config.Q, rank);
  }

  linearise(m: Float64Array, at: StateSlots): void {
    const n = at.size;
    for (let i = 0; i < n; i++) m[at.xBar + i] = m[at.x + i];
    for (let i = 0; i < n * n; i++) m[at.F + i] = i % (n + 1) === 0 ? 1 : 0;
    this.fillNoise(m, at);
  }

  /** PBar = P + noise dt Q, without the products by F = I. */
  override predict(m: Float64Array, at: StateSlots): void {
    const { size: n, x, P, xBar, PBar } = at;
    const Q = this.Q;
    const scale = m[at.noise] * m[at.dt];
    for (let i = 0; i < n; i++) m[xBar + i] = m[x + i];
    for (let i = 0; i < n * n; i++) m[PBar + i] = m[P + i] + scale * Q[i];
  }
}
