import type { Correction } from '../linalg/correction';
import { rowKernels, squareKernels, unrolledCorrection } from '../linalg/kernel-choice';
import type { RowKernels } from '../linalg/rows';
import type { SquareKernels } from '../linalg/squares';
import type { SubspaceModel } from '../dynamics/model';
import type { Parameters } from '../dynamics/parameters';
import { createLayout, type Layout } from './layout';
import type { FilterConfig } from './options';

/** What stays fixed while a model learns. */
export interface StepContext {
  readonly at: Layout;
  readonly model: SubspaceModel;
  readonly rows: RowKernels;
  readonly squares: SquareKernels;
  /** Straight-line code for the correction, where there is some. */
  readonly correction: Correction | undefined;
  readonly robust: boolean;
  /** "paper" averages over the m observed sensors; "reference", the authors' code, always divides by d. */
  readonly variant: 'paper' | 'reference';
  /** All entries of R are equal, so one Gram matrix serves both the correction and eta. */
  readonly uniform: boolean;
  readonly lambdaMax: number;
  /** Of f, where some are learned. */
  readonly parameters?: Parameters;
}

/** What stays fixed while sensors of noise R are learned from. */
export function createContext(config: FilterConfig, model: SubspaceModel, R: Float64Array): StepContext {
  return {
    at: createLayout(R.length, config.rank, model.order, config.lag, model.parameters?.count ?? 0),
    model,
    rows: rowKernels(config.rank),
    squares: squareKernels(config.rank),
    correction: model.order === 1 ? unrolledCorrection(config.rank) : undefined,
    robust: config.robust,
    variant: config.variant,
    uniform: R.every((value) => value === R[0]),
    lambdaMax: config.lambdaMax ?? Infinity,
    parameters: model.parameters && model.parameters.count > 0 ? model.parameters : undefined,
  };
}
