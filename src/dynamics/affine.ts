import { createSpectralRadius } from '../linalg/spectral-radius';
import { readPositive, type MatrixOption } from '../options';
import { FrameMap } from './frame-map';
import type { StateSlots } from './model';
import { MAX_PARAMETER, readParameters, type LearnedConfig, type Parameters } from './parameters';

export interface AffineConfig extends LearnedConfig {
  readonly type: 'affine';
  /** Process noise per nominal period. */
  readonly Q: MatrixOption;
  /** The greatest spectral radius A may have: each step is projected onto it. Below 1, forecasts stay bounded. */
  readonly maxRadius?: number;
}

/**
 * x <- A x + b with A and b learned: theta = the rows of A, then b. A map from frame to frame; only the noise grows with dt.
 * A start is drawn near the identity, where coefficients stay as they are.
 */
export class Affine extends FrameMap {
  readonly parameters: Parameters;

  constructor(config: AffineConfig, rank: number) {
    super(config.Q, rank);
    const count = rank * rank + rank;
    const parameters = readParameters(config, count, {
      draw: Array.from({ length: count }, (_, i) =>
        i < rank * rank && i % (rank + 1) === 0 ? [0.8, 1] : [-0.1, 0.1],
      ),
      bounds: [-MAX_PARAMETER, MAX_PARAMETER],
    });
    const { maxRadius } = config;
    this.parameters =
      maxRadius === undefined
        ? parameters
        : { ...parameters, project: limitRadius(rank, readPositive('dynamics.maxRadius', maxRadius)) };
  }

  linearise(m: Float64Array, at: StateSlots): void {
    const { size: n, x, xBar, F, theta } = at;
    for (let i = 0; i < n; i++) {
      let sum = m[theta + n * n + i];
      for (let j = 0; j < n; j++) sum += m[theta + i * n + j] * m[x + j];
      m[xBar + i] = sum;
    }
    for (let i = 0; i < n * n; i++) m[F + i] = m[theta + i];
    this.fillNoise(m, at);
  }

  /** df_i/dA_ij = x_j, df_i/db_i = 1. */
  accumulateGradient(m: Float64Array, at: StateSlots, v: number, grad: number): void {
    const { size: n, x } = at;
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < n; j++) m[grad + i * n + j] += m[v + i] * m[x + j];
      m[grad + n * n + i] += m[v + i];
    }
  }
}

/** Scales A, n x n at m[theta], down to the spectral radius `most` where it has a greater one. */
function limitRadius(n: number, most: number): (m: Float64Array, theta: number) => void {
  const radiusOf = createSpectralRadius(n);
  return (m, theta) => {
    const radius = radiusOf(m, theta);
    if (radius <= most) return;
    for (let i = theta; i < theta + n * n; i++) m[i] *= most / radius;
  };
}
