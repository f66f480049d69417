import { badOption, describe, PsmfError } from '../errors';
import type { FilterOptions } from '../filter/options';
import { createModel, type Dynamics } from '../dynamics';
import type { CustomFunctions } from '../dynamics/custom-function';
import type { Parameters } from '../dynamics/parameters';
import { readInteger } from '../options';

/** What to fit, as plain data: it can be sent to a worker. Functions of the user go beside it. */
export interface FitProblem {
  readonly options: Omit<FilterOptions, 'functions'>;
  /** Readings by frame, NaN = missing, and the dt of each frame (1 where absent). */
  readonly frames: readonly ArrayLike<number>[];
  readonly dts?: readonly number[];
  /** Passes over the frames from each start. */
  readonly passes?: number;
  /** How many starts: the first is the options', the others draw theta, and C where it is not given, from further seeds. */
  readonly restarts?: number;
  /** The starts themselves, where they are not to be drawn. */
  readonly starts?: readonly FitStart[];
  /** V returns to V0 at every pass, as in the paper's experiments; true where absent. */
  readonly resetV?: boolean;
}

export interface FitStart {
  readonly theta0?: readonly number[];
  readonly C0?: readonly (readonly number[])[];
  readonly x0?: readonly number[];
  readonly seed?: number;
}

/** A problem that has been checked. */
export interface CheckedProblem {
  readonly frames: readonly ArrayLike<number>[];
  readonly dts: readonly number[] | null;
  readonly passes: number;
  readonly starts: readonly FilterOptions[];
  readonly resetV: boolean;
  /** The dynamics as they were asked for; a fit learns pass by pass, whatever they say. */
  readonly dynamics: Dynamics;
  readonly parameters: Parameters;
}

/** Readings for each unknown below which a fit says nothing. */
const READINGS_PER_UNKNOWN = 2;
const LEAST_FRAMES = 10;

export function checkProblem(problem: FitProblem, functions?: CustomFunctions): CheckedProblem {
  const { options, frames, dts = null, resetV = true } = problem;
  const { dynamics } = options;
  const parameters = dynamics && createModel(dynamics, options.rank, functions).parameters;
  if (dynamics === undefined || parameters === undefined || parameters.count === 0) {
    throw badOption(
      'dynamics.type',
      'dynamics with parameters to learn',
      describe(dynamics?.type),
      'Choose periodic, sinusoid, fourier, affine or custom; the others need no fit.',
    );
  }
  if (dts !== null && dts.length !== frames.length) {
    throw new PsmfError(
      'BAD_LENGTH',
      'dts',
      `${frames.length}, one for each frame`,
      `${dts.length}`,
      'Leave dts out where frames are evenly spaced.',
    );
  }
  requireData(frames, parameters.count + options.sensors * options.rank);
  const passes = readInteger('passes', problem.passes ?? 100, 1);
  const starts = startsOf(problem).map((start) => ({ ...options, ...start, functions }));
  return { frames, dts, passes, resetV, dynamics, parameters, starts };
}

/** Options of every start; all of them gather the gradient over a pass. */
function startsOf({ options, restarts = 10, starts }: FitProblem): Partial<FilterOptions>[] {
  const dynamics = { ...options.dynamics, learning: 'pass' } as Dynamics;
  if (starts !== undefined) {
    return starts.map(({ theta0, ...start }) => ({
      ...start,
      dynamics: (theta0 === undefined ? dynamics : { ...dynamics, theta0 }) as Dynamics,
    }));
  }
  const { seed = 42 } = options;
  return Array.from({ length: readInteger('restarts', restarts, 1, 10_000) }, (_, i) =>
    i === 0
      ? { seed, dynamics }
      : { seed: (seed + i) >>> 0, dynamics: { ...dynamics, theta0: undefined } as Dynamics },
  );
}

function requireData(frames: readonly ArrayLike<number>[], unknowns: number): void {
  const counts = frames.map((frame) => Array.from(frame).filter((value) => Number.isFinite(value)).length);
  const readings = counts.reduce((sum, count) => sum + count, 0);
  const filled = counts.filter((count) => count > 0).length;
  const needed = READINGS_PER_UNKNOWN * unknowns;
  if (readings >= needed && filled >= LEAST_FRAMES) return;
  throw new PsmfError(
    'TOO_LITTLE_DATA',
    'The frames to fit',
    `at least ${needed} readings (${READINGS_PER_UNKNOWN} for each of ${unknowns} unknowns) in at least ${LEAST_FRAMES} frames`,
    `${readings} in ${filled}`,
    'Collect more frames, or choose a lower rank or fewer parameters.',
  );
}
