import { packedKernels } from '../linalg/kernel-choice';
import type { PackedKernels } from '../linalg/packed';
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
  /** Kernels of the size of the regression on companions. */
  readonly regression: PackedKernels;
  /** Scratch: the readings of the frame as companions give them, and what they gave before, in the filter and in its shadow. */
  readonly readings: Float64Array;
  /** 1: there was no reading. */
  readonly filled: Uint8Array;
  readonly previous: Float64Array;
  readonly shadowPrevious: Float64Array;
  /** A sensor alone has none. */
  readonly hasCompanions: boolean;
  /** 1 for each expert that has a part in the mix. The model always has. */
  readonly included: Float64Array;
}

export function createContext(d: number, r: number, mechanisms: Mechanisms): FilterContext {
  const { mix, runningMean, trend, companions } = mechanisms;
  const at = new Layout(d, r);
  const hasCompanions = companions && d > 1;
  const parts = [true, mix, mix && runningMean, mix && trend, mix && hasCompanions];
  return {
    at,
    small: packedKernels(r),
    full: packedKernels(r + 1),
    regression: packedKernels(at.n),
    readings: new Float64Array(d),
    filled: new Uint8Array(d),
    previous: new Float64Array(d),
    shadowPrevious: new Float64Array(d),
    mechanisms,
    hasCompanions,
    included: Float64Array.from(parts, Number),
  };
}
