import { MAX_SQUARE } from '../linalg/limits';
import { scalar, type Layout } from './layout';

/** Bound on |xBar|^2 + tr PBar, well inside MAX_SQUARE, so that residuals of a state that ran up to it still count. */
const MAX_PREDICTED_SQUARE = 1e100;

/** Whether the time update left numbers of a size that readings can correct. NaN fails every comparison. */
export function predictionInRange(m: Float64Array, at: Layout): boolean {
  const { size, xBar, PBar } = at;
  let total = 0;
  for (let i = 0; i < size; i++) total += m[xBar + i] * m[xBar + i] + m[PBar + i * (size + 1)];
  return total < MAX_PREDICTED_SQUARE;
}

/**
 * Whether the correction keeps every entry of the state in range: x, P, V and the noise after the robust scaling, and the
 * change of C, bounded by |e| |V g| / N. A change below 1e70 a step keeps C itself in range for longer than any stream.
 */
export function correctionInRange(m: Float64Array, at: Layout): boolean {
  const { size, r, x, P, S, Vg } = at;
  const omega = m[scalar.omega];
  const N = m[scalar.N];
  let mean = 0;
  let variance = m[scalar.noise];
  let dictionary = 0;
  let gain = 0;
  for (let i = 0; i < size; i++) {
    mean += m[x + i] * m[x + i];
    variance += m[P + i * (size + 1)];
  }
  for (let i = 0; i < r * r; i++) dictionary += m[S + i] * m[S + i];
  for (let i = 0; i < r; i++) gain += (m[Vg + i] / N) * (m[Vg + i] / N);
  return mean + omega * variance + m[scalar.phi] * dictionary + m[scalar.squares] * gain < MAX_SQUARE;
}

/** x = xBar, P = PBar: time passes, nothing is learned. */
export function keepPrediction(m: Float64Array, at: Layout): void {
  const { size, x, P, xBar, PBar } = at;
  for (let i = 0; i < size; i++) m[x + i] = m[xBar + i];
  for (let i = 0; i < size * size; i++) m[P + i] = m[PBar + i];
}

/** xBar = x, PBar = P: the time update is skipped, as if F = I and Q = 0. */
export function holdState(m: Float64Array, at: Layout): void {
  const { size, x, P, xBar, PBar, F, Q } = at;
  for (let i = 0; i < size; i++) m[xBar + i] = m[x + i];
  for (let i = 0; i < size * size; i++) {
    m[PBar + i] = m[P + i];
    m[F + i] = i % (size + 1) === 0 ? 1 : 0;
    m[Q + i] = 0;
  }
}
