import { nextUniform } from '../random';
import { createContext, type StepContext } from './context';
import { scalar } from './layout';
import type { FilterConfig } from './options';
import { LARGEST_R, LEAST_R } from './state-checks';

/** A model's numbers and what goes with their layout. */
interface Grown {
  readonly m: Float64Array;
  readonly context: StepContext;
}

/** The numbers of `old` with one more sensor of noise R as the last; its dictionary row is drawn where none is given. */
export function addRow(
  old: Float64Array,
  { at, model }: StepContext,
  config: FilterConfig,
  row: Float64Array | null,
  R: number,
): Grown {
  const { r, d } = at;
  const noises = Float64Array.from([...old.subarray(at.R, at.R + d), R]);
  const context = createContext(config, model, noises);
  const grown = context.at;
  const m = new Float64Array(grown.length);
  m.set(old.subarray(0, at.C + d * r));
  for (let i = 0; i < r; i++) m[grown.C + d * r + i] = row ? row[i] : nextUniform(m, scalar.seed);
  m.set(noises, grown.R);
  m.set(old.subarray(at.history, at.e), grown.history);
  m.set(old.subarray(at.e, at.e + d), grown.e);
  m.set(old.subarray(at.yPred, at.yPred + d), grown.yPred);
  m[grown.e + d] = NaN;
  return { m, context };
}

/** Row j of C times `factor`, and its noise times the square; the context that goes with it. */
export function rescaleRow(
  m: Float64Array,
  { at, model }: StepContext,
  config: FilterConfig,
  j: number,
  factor: number,
): StepContext {
  const { r, d, C, R } = at;
  for (let i = 0; i < r; i++) m[C + j * r + i] *= factor;
  m[R + j] = Math.min(LARGEST_R, Math.max(LEAST_R, m[R + j] * factor ** 2));
  return createContext(config, model, m.subarray(R, R + d));
}
