import type { MatrixOption } from '../options';
import { FrameMap } from './frame-map';
import type { StateSlots } from './model';
import { MAX_PARAMETER, readParameters, type LearnedConfig, type Parameters } from './parameters';

export interface PeriodicConfig extends LearnedConfig {
  readonly type: 'periodic';
  /** Process noise per nominal period. */
  readonly Q: MatrixOption;
}

/**
 * The paper's periodic subspace (Section 4.1): x_j <- cos(2 pi theta_j k + x_j), theta_j the learned frequency of
 * coefficient j. A map from frame to frame: k counts frames, and only the noise grows with dt.
 */
export class Periodic extends FrameMap {
  readonly parameters: Parameters;

  constructor(config: PeriodicConfig, rank: number) {
    super(config.Q, rank);
    this.parameters = readParameters(config, rank, { draw: [0, 0.1], bounds: [0, MAX_PARAMETER] });
  }

  linearise(m: Float64Array, at: StateSlots): void {
    const { size: n, x, xBar, F, theta } = at;
    m.fill(0, F, F + n * n);
    for (let j = 0; j < n; j++) {
      const phase = 2 * Math.PI * m[theta + j] * m[at.k] + m[x + j];
      m[xBar + j] = Math.cos(phase);
      m[F + j * (n + 1)] = -Math.sin(phase);
    }
    this.fillNoise(m, at);
  }

  /** df_j/dtheta_j = -2 pi k sin(2 pi theta_j k + x_j). */
  accumulateGradient(m: Float64Array, at: StateSlots, v: number, grad: number): void {
    const turn = 2 * Math.PI * m[at.k];
    for (let j = 0; j < at.size; j++) {
      m[grad + j] -= m[v + j] * turn * Math.sin(turn * m[at.theta + j] + m[at.x + j]);
    }
  }
}
