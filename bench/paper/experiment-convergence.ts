import { PsmfFilter } from '../../src';
import { Draws } from '../changepoint/draws';
import { Progress } from '../progress';
import { filterOptimally, type Path } from './kalman-filter';
import { computeAlways, type Keep } from './kept-results';

const [SENSORS, FRAMES] = [4, 1000];
const [Q, R] = [0.01, 0.1];
export const PASSES = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000] as const;

export interface ConvergencePoint {
  readonly pass: number;
  /** Mean over the frames of the Wasserstein-2 distance to the Kalman filter that knows C. */
  readonly distance: number;
  /** The same with the path multiplied by the scale of C, which the data leave open. */
  readonly aligned: number;
  /** |C - C*| / |C*| */
  readonly dictionary: number;
  /** C'C* / C*'C* */
  readonly scale: number;
}

/** The paper's Supplement on convergence, on so many draws of data and start; the points of each. */
export function runConvergence(
  draws: number,
  passes: readonly number[] = PASSES,
  keep: Keep = computeAlways,
): ConvergencePoint[][] {
  const bar = new Progress(draws);
  const runs = Array.from({ length: draws }, (_, seed) => {
    const points = keep(`${seed + 1} to ${Math.max(...passes)}`, () =>
      converge(drawConvergenceProblem(seed + 1), passes),
    );
    bar.advance('convergence');
    return points;
  });
  bar.clear();
  return runs;
}

/** A stream of the experiment, and where the passes start. */
export interface ConvergenceProblem {
  readonly frames: number[][];
  /** C* */
  readonly truth: readonly number[];
  readonly optimal: Path;
  readonly x0: number;
  readonly P0: number;
  readonly C0: readonly number[];
}

export function drawConvergenceProblem(seed: number): ConvergenceProblem {
  const draws = new Draws(13_000 + seed);
  const dictionary = (size: number): number[] =>
    draws.normals(SENSORS).map((value) => size * Math.abs(value));
  const truth = dictionary(5);
  let x = draws.normal();
  const frames = Array.from({ length: FRAMES }, () => {
    x += Math.sqrt(Q) * draws.normal();
    return truth.map((c) => c * x + Math.sqrt(R) * draws.normal());
  });
  const optimal = filterOptimally({ C: truth, Q, R, x0: 5 * draws.normal(), P0: 5 }, frames);
  return { frames, truth, optimal, x0: 5 * draws.normal(), P0: 25, C0: dictionary(10) };
}

/** Passes over the same frames from the first filtered state of the one before, V reset, compared at the passes asked for. */
export function converge(problem: ConvergenceProblem, passes: readonly number[]): ConvergencePoint[] {
  const { frames, truth, optimal } = problem;
  let { x0, P0, C0: C } = problem;
  const points: ConvergencePoint[] = [];
  for (let pass = 1; pass <= Math.max(...passes); pass++) {
    const filter = new PsmfFilter({
      ...{ sensors: SENSORS, rank: 1, C0: C.map((c) => [c]), x0: [x0], P0, V0: 1, R },
      dynamics: { type: 'random-walk', Q },
    });
    const isCompared = passes.includes(pass);
    const path = frames.map((frame, k) => {
      filter.learnOne(frame);
      return isCompared || k === 0 ? readState(filter) : ([NaN, NaN] as const);
    });
    [x0, P0] = path[0];
    C = filter.report().C.map(([c]) => c);
    if (isCompared) points.push({ pass, ...compare(path, optimal, C, truth) });
  }
  return points;
}

function readState(filter: PsmfFilter): readonly [number, number] {
  const { x, P } = filter.report();
  return [x[0], P[0][0]];
}

function compare(path: Path, optimal: Path, C: readonly number[], truth: readonly number[]) {
  const dot = (a: readonly number[], b: readonly number[]): number =>
    a.reduce((sum, c, i) => sum + c * b[i], 0);
  const scale = dot(C, truth) / dot(truth, truth);
  return {
    distance: meanDistance(path, optimal, 1),
    aligned: meanDistance(path, optimal, scale),
    dictionary: Math.hypot(...C.map((c, j) => c - truth[j])) / Math.hypot(...truth),
    scale,
  };
}

/** W2 of two Gaussians in one dimension: the differences of means and of deviations. The first frame counts as 0. */
export function meanDistance(path: Path, optimal: Path, scale: number): number {
  const distances = path.map(([mean, variance], k) =>
    Math.hypot(
      scale * mean - optimal[k][0],
      Math.abs(scale) * Math.sqrt(variance) - Math.sqrt(optimal[k][1]),
    ),
  );
  return distances.slice(1).reduce((sum, value) => sum + value, 0) / path.length;
}
