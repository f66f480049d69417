import { LeaveOneOut } from '../factor/leave-one-out';
import { packedKernels } from '../linalg/kernel-choice';
import type { PackedKernels } from '../linalg/packed';
import { layoutOf, type Layout } from './layout';
import { Question } from './question';
import { Sensor } from './sensor';
import { FilterState } from './state';

/** The frame being learned: its dt, the sensors observed in it, the prior of the sensor at hand. */
class Frame {
  dt = NaN;
  observed = 0;
  priorMean = NaN;
  priorVariance = NaN;
}

/** V grows by this at each reading while its trace is below p. */
const GROWTH = 1 / 0.998;

/** One process learns one frame at a time: what is on the way is kept once. */
const frame = new Frame();
const out = new LeaveOneOut(GROWTH);
const question = new Question();

/** All that a filter has learned, the frame it is learning, and the kernels of its sizes. */
export class FilterNumbers extends FilterState {
  readonly at: Layout;
  /** The vectors. */
  readonly m: Float64Array;
  readonly sensors: readonly Sensor[];
  /** Kernels of size r, for P; of size p = r + 1, for V and products with mu; of the size of the regression. */
  readonly small: PackedKernels;
  readonly full: PackedKernels;
  readonly regression: PackedKernels;
  readonly frame = frame;
  readonly out = out;
  readonly question = question;

  /** Without any numbers yet; `known` are the sensors of a filter that this one takes the place of. */
  constructor(
    readonly d: number,
    readonly r: number,
    experts: number,
    known: readonly (Sensor | undefined)[],
  ) {
    super();
    const at = layoutOf(r, experts);
    this.at = at;
    this.m = new Float64Array(at.rows + d * at.stride);
    this.sensors = Array.from({ length: d }, (_, j) => known[j] ?? new Sensor(j, at));
    this.small = packedKernels(r);
    this.full = packedKernels(r + 1);
    this.regression = packedKernels(at.n);
  }
}
