import { PsmfFilter, type Dynamics, type FilterOptions } from '../../src';
import { MlMatrixFilter } from '../ml-matrix-filter';
import { MlMatrixPlainFilter } from '../ml-matrix-plain-filter';
import type { Progress } from '../progress';
import { timeAdaptive, type AdaptiveTimes } from './adaptive';
import { heapPerStep } from './heap';
import { drawFrames, drawProblem, filterOptions, type Size } from './problem';
import { timeInTurns, type Effort } from './timing';

const SEED = 20;
/** Steps after which V8 has certainly compiled the code of a case. */
const LEAST_WARM_UP = 60_000;
const COMPANY: Size = { d: 8, r: 3 };

/** Microseconds of CPU time a step. */
export interface StepTimes extends Size {
  readonly ours: number;
  /** Ours without the robust layer. */
  readonly psmf: number;
  /** rPSMF on ml-matrix, written for speed; and written equation by equation. */
  readonly tuned: number;
  readonly plain: number;
}

export interface HeapGrowth extends Size {
  readonly what: string;
  readonly bytesPerStep: number;
}

/** Of ten filters of one size, all warm: microseconds a step. */
export interface Instances extends Size {
  readonly first: number;
  readonly tenth: number;
}

/** Our rPSMF step at one size: as in the table of steps, and again once every other rank and model has run beside it. */
export interface Company extends Size {
  readonly before: number;
  readonly after: number;
}

export interface Results {
  readonly node: string;
  readonly machine: string;
  readonly rounds: number;
  readonly missing: number;
  readonly steps: readonly StepTimes[];
  readonly heap: readonly HeapGrowth[];
  readonly instances: readonly Instances[];
  readonly company: Company;
  readonly adaptive: AdaptiveTimes;
}

export function timeSteps(size: Size, effort: Effort): StepTimes {
  const frames = drawFrames(size, SEED);
  const robust = drawProblem(size, true, SEED + 1);
  const [ours, tuned, plain, psmf] = timeInTurns(
    [
      new PsmfFilter(filterOptions(robust)),
      new MlMatrixFilter(robust),
      new MlMatrixPlainFilter(robust),
      new PsmfFilter(filterOptions({ ...robust, robust: false })),
    ],
    frames,
    effort,
  );
  return { ...size, ours, psmf, tuned, plain };
}

export function timeInstances(size: Size, effort: Effort): Instances {
  const frames = drawFrames(size, SEED);
  const filters = Array.from(
    { length: 10 },
    (_, i) => new PsmfFilter(filterOptions(drawProblem(size, true, SEED + i))),
  );
  const warmUpMs = effort.warmUpMs / 4;
  const times = timeInTurns(filters, frames, { ...effort, warmUpMs });
  return { ...size, first: times[0], tenth: times[9] };
}

/** One line of the heap table: what differs from rPSMF with a random walk, uniform R and dt = 1. */
interface HeapCase extends Size {
  readonly what: string;
  readonly change?: (options: FilterOptions) => FilterOptions;
  /** Where the dt of an irregular frame comes from; 1 without it. */
  readonly dt?: 'carried' | 'computed';
}

const matern: Dynamics = { type: 'matern', nu: 1.5, sigma2: 1, lengthScale: 20 };
const unequalNoise = (options: FilterOptions): FilterOptions => ({
  ...options,
  R: Array.from({ length: options.sensors }, (_, j) => 0.05 + 0.01 * (j % 7)),
});
/** The coefficients' derivatives start at zero, with the stationary covariance. */
const withMatern = (options: FilterOptions): FilterOptions => ({
  ...options,
  x0: undefined,
  P0: undefined,
  dynamics: matern,
});

export const HEAP_CASES: readonly HeapCase[] = [
  { what: 'rPSMF, random walk', d: 8, r: 3 },
  { what: 'rPSMF, random walk', d: 505, r: 10 },
  { what: 'PSMF, random walk', d: 8, r: 3, change: (options) => ({ ...options, robust: false }) },
  { what: 'R not uniform', d: 8, r: 3, change: unequalNoise },
  { what: 'rank above the unrolled', d: 40, r: 20 },
  { what: 'Matérn-3/2, dt = 1', d: 8, r: 3, change: withMatern },
  { what: 'Matérn-3/2, every dt another, carried', d: 8, r: 3, change: withMatern, dt: 'carried' },
  { what: 'Matérn-3/2, every dt another, computed', d: 8, r: 3, change: withMatern, dt: 'computed' },
  {
    what: 'Matérn-3/2, dt carried, R not uniform',
    d: 74,
    r: 10,
    change: (options) => withMatern(unequalNoise(options)),
    dt: 'carried',
  },
];

export function measureHeap({ what, d, r, change, dt }: HeapCase, quick: boolean): HeapGrowth {
  const frames = drawFrames({ d, r }, SEED);
  const options = filterOptions(drawProblem({ d, r }, true, SEED + 1));
  const filter = new PsmfFilter(change ? change(options) : options);
  const dts = carryNumbers(frames.map((_, k) => 0.5 + (k % 977) / 1000));
  const count = frames.length;
  const step = {
    none: (k: number): void => filter.learnOne(frames[k % count]),
    carried: (k: number): void => filter.learnOne(frames[k % count], dts[k % count]),
    computed: (k: number): void => filter.learnOne(frames[k % count], 0.5 + (k % 977) / 1000),
  }[dt ?? 'none'];
  const steps = Math.ceil((quick ? 2e5 : 2e6) / (d * r));
  return { what, d, r, bytesPerStep: heapPerStep(step, Math.max(2 * steps, LEAST_WARM_UP), steps) };
}

/**
 * The numbers as objects of the heap, as a message carries its time. A double that a caller computes is not one yet:
 * V8 makes a box of 16 bytes for it whenever it does not inline the call.
 */
function carryNumbers(values: readonly number[]): readonly number[] {
  const mixed: unknown[] = ['', ...values];
  mixed.shift();
  return mixed as number[];
}

export function measureAll(
  sizes: readonly Size[],
  instanceSizes: readonly Size[],
  effort: Effort,
  quick: boolean,
  progress: Progress,
): Pick<Results, 'steps' | 'heap' | 'instances' | 'company' | 'adaptive'> {
  const each = <In extends Size, Out>(
    what: string,
    items: readonly In[],
    measure: (item: In) => Out,
  ): Out[] =>
    items.map((item) => {
      progress.begin(`${what} ${item.d} x ${item.r}`);
      const result = measure(item);
      progress.advance();
      return result;
    });
  const steps = each('step', sizes, (size) => timeSteps(size, effort));
  const instances = each('ten instances', instanceSizes, (size) => timeInstances(size, effort));
  const heap = each('heap', HEAP_CASES, (item) => measureHeap(item, quick));
  const [company] = each('in company', [COMPANY], (size) => ({
    ...size,
    before: steps.find(({ d, r }) => d === size.d && r === size.r)?.ours ?? NaN,
    after: timeSteps(size, effort).ours,
  }));
  progress.begin('default model');
  const adaptive = timeAdaptive(effort, quick);
  progress.advance();
  return { steps, heap, instances, company, adaptive };
}
