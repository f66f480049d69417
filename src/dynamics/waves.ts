import { readInteger, type MatrixOption } from '../options';
import { FrameMap } from './frame-map';
import type { StateSlots } from './model';
import { MAX_PARAMETER, readParameters, type LearnedConfig, type Parameters } from './parameters';

/** Sines alone, or pairs of a sine and a cosine. */
type Kind = 'sinusoid' | 'fourier';

export interface WavesConfig<K extends Kind = Kind> extends LearnedConfig {
  readonly type: K;
  /** N, the terms of each coefficient. */
  readonly terms?: number;
  /** Process noise per nominal period. */
  readonly Q: MatrixOption;
}

const MAX_TERMS = 64;

/**
 * The paper's model of the Beijing data (Section 4.2), for N terms and r coefficients:
 *
 *   fourier:  x_j <- sum_n A sin(2 pi b k + c x_j) + D cos(2 pi e k + f x_j),   theta of a term = A, D, b, c, e, f
 *   sinusoid: x_j <- sum_n A sin(2 pi b k + c x_j),                             theta of a term = A, b, c
 *
 * theta lists the terms of the first coefficient, then of the next. A map from frame to frame: k counts frames, and only
 * the noise grows with dt.
 */
export class Waves extends FrameMap {
  readonly parameters: Parameters;
  readonly #terms: number;
  readonly #hasCosines: boolean;
  /** Parameters of a term. */
  readonly #stride: number;

  constructor(config: WavesConfig, rank: number) {
    super(config.Q, rank);
    this.#terms = readInteger('dynamics.terms', config.terms ?? 1, 1, MAX_TERMS);
    this.#hasCosines = config.type === 'fourier';
    this.#stride = this.#hasCosines ? 6 : 3;
    this.parameters = readParameters(config, rank * this.#terms * this.#stride, {
      draw: [0, 0.1],
      bounds: [0, MAX_PARAMETER],
    });
  }

  linearise(m: Float64Array, at: StateSlots): void {
    const { size: n, x, xBar, F } = at;
    const turn = 2 * Math.PI * m[at.k];
    let t = at.theta;
    m.fill(0, F, F + n * n);
    for (let j = 0; j < n; j++) {
      let value = 0;
      let slope = 0;
      for (let i = 0; i < this.#terms; i++, t += this.#stride) {
        const frequency = this.#hasCosines ? t + 2 : t + 1;
        const sine = turn * m[frequency] + m[frequency + 1] * m[x + j];
        value += m[t] * Math.sin(sine);
        slope += m[t] * m[frequency + 1] * Math.cos(sine);
        if (this.#hasCosines) {
          const cosine = turn * m[t + 4] + m[t + 5] * m[x + j];
          value += m[t + 1] * Math.cos(cosine);
          slope -= m[t + 1] * m[t + 5] * Math.sin(cosine);
        }
      }
      m[xBar + j] = value;
      m[F + j * (n + 1)] = slope;
    }
    this.fillNoise(m, at);
  }

  /** With z = 2 pi b k + c x: df/dA = sin z, df/db = 2 pi k A cos z, df/dc = x A cos z; likewise D, e, f. */
  accumulateGradient(m: Float64Array, at: StateSlots, v: number, grad: number): void {
    const turn = 2 * Math.PI * m[at.k];
    let t = 0;
    for (let j = 0; j < at.size; j++) {
      const x = m[at.x + j];
      for (let i = 0; i < this.#terms; i++, t += this.#stride) {
        const theta = at.theta + t;
        const to = grad + t;
        const frequency = this.#hasCosines ? 2 : 1;
        const sine = turn * m[theta + frequency] + m[theta + frequency + 1] * x;
        const slope = m[v + j] * m[theta] * Math.cos(sine);
        m[to] += m[v + j] * Math.sin(sine);
        m[to + frequency] += turn * slope;
        m[to + frequency + 1] += x * slope;
        if (this.#hasCosines) {
          const cosine = turn * m[theta + 4] + m[theta + 5] * x;
          const fall = m[v + j] * m[theta + 1] * Math.sin(cosine);
          m[to + 1] += m[v + j] * Math.cos(cosine);
          m[to + 4] -= turn * fall;
          m[to + 5] -= x * fall;
        }
      }
    }
  }
}
