import { unrolledCorrection } from '../linalg/correction';
import { rowKernels } from '../linalg/rows';
import { squareKernels } from '../linalg/squares';
import type { SubspaceModel } from '../models/model';
import { createLayout } from './layout';
import type { FilterConfig } from './options';
import type { StepContext } from './step';

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
