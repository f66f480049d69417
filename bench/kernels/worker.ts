import { AdaptiveModel, PsmfFilter } from '../../src';
import { unrolled as unrolledCalls } from '../../src/adaptive/kernels/expert-calls';
import { unrolled, unrolledCorrections, unrolledSquares } from '../../src/linalg/kernels';
import { unrolled as unrolledPacked } from '../../src/linalg/packed-kernels';
import { packedLoops } from '../../src/linalg/packed-loops';
import { loops } from '../../src/linalg/rows';
import { squareLoops } from '../../src/linalg/squares';
import { cpuTime } from '../compare/worker/cpu-time';
import { drawFrames, drawProblem, filterOptions } from '../speed/problem';
import type { Task } from './tasks';

const SEED = 30;
const ROUNDS = 9;
/** Frames after which the default model has built its last filter. */
const START_UP = 450;

/** Puts the loop in place of every emitted kernel of that name. */
function useLoop(name: string): void {
  const replace = (tables: readonly object[], loopsOf: (size: number) => object): void =>
    tables.forEach((table, i) => {
      const loop = loopsOf(i + 1);
      if (name in table && name in loop)
        Object.assign(table, { [name]: (loop as Record<string, unknown>)[name] });
    });
  if (name === 'correction') (unrolledCorrections as unknown[]).length = 0;
  if (name === 'expertCalls') (unrolledCalls as unknown[]).length = 0;
  replace(unrolled, loops);
  replace(unrolledSquares, squareLoops);
  replace(unrolledPacked, packedLoops);
}

function createModel({ model, sensors, rank, loop }: Task): (readings: Float64Array) => void {
  if (model === 'default') {
    const adaptive = new AdaptiveModel({ sensors });
    return (readings) => adaptive.learnOne(readings);
  }
  const options = filterOptions(drawProblem({ d: sensors, r: rank }, true, SEED));
  // Weights are of use where sensors differ in their noise.
  const R = Array.from({ length: sensors }, (_, j) => (loop === 'weightedGram' ? 0.1 + 0.01 * (j % 2) : 0.1));
  const filter = new PsmfFilter({ ...options, R });
  if (loop !== 'quadratics') return (readings) => filter.learnOne(readings);
  // Of use for what is said of a frame.
  return (readings) => {
    filter.learnOne(readings);
    filter.posterior();
  };
}

/** The least CPU time of a frame, of several rounds, in microseconds. */
function measure(task: Task, isPlain: boolean): number {
  if (!isPlain) task.loop.split(' + ').forEach(useLoop);
  const learn = createModel(task);
  const frames = drawFrames({ d: task.sensors, r: task.rank }, SEED);
  let next = 0;
  const run = (count: number): void => {
    for (let k = 0; k < count; k++) {
      learn(frames[next]);
      next = next + 1 === frames.length ? 0 : next + 1;
    }
  };
  run(START_UP);
  let steps = 16;
  for (let spent = 0; spent < 1000 * task.warmUpMs;) {
    const time = cpuTime(() => run(steps));
    spent += time;
    if (time < 1000 * task.roundMs) steps *= 2;
  }
  return Math.min(...Array.from({ length: ROUNDS }, () => cpuTime(() => run(steps)) / steps));
}

const [task, isPlain] = JSON.parse(process.argv[2]) as [Task, boolean];
process.stdout.write(`${measure(task, isPlain)}\n`);
