import { packedKernels, type PackedKernels } from '../linalg/packed';
import { Layout } from './layout';
import type { Mechanisms } from './mechanisms';

/** What stays fixed while a filter learns. */
export interface FilterContext {
  readonly at: Layout;
  /** Kernels of size r, for P. */
  readonly small: PackedKernels;
  /** Kernels of size p = r + 1, for V and the products with mu. */
  readonly full: PackedKernels;
  readonly mechanisms: Mechanisms;
  /** 1 for each expert that has a part in the mix. The model always has. */
  readonly included: Float64Array;
}

export function createContext(d: number, r: number, mechanisms: Mechanisms): FilterContext {
  const { mix, runningMean, trend } = mechanisms;
  return {
    at: new Layout(d, r),
    small: packedKernels(r),
    full: packedKernels(r + 1),
    mechanisms,
    included: Float64Array.of(1, Number(mix), Number(mix && runningMean), Number(mix && trend)),
  };
}
