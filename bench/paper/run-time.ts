import { PsmfFilter } from '../../src';
import { MlMatrixFilter, type PeerOptions } from '../ml-matrix-filter';
import { MlMatrixPlainFilter } from '../ml-matrix-plain-filter';
import { median } from '../../src/scale/median';
import type { Learner } from '../speed/timing';
import type { Problem } from './imputation/problem';
import { EPOCHS, SETTINGS } from './imputation/psmf';

export interface RunTime {
  readonly times: number;
  readonly sensors: number;
  readonly epochs: number;
  readonly rounds: number;
  /** Seconds of the processor for all epochs, medians of the rounds. */
  readonly ours: number;
  readonly plain: number;
  readonly tuned: number;
  /** The largest difference of two entries of C at the end, over the largest entry. */
  readonly difference: number;
}

/** PSMF over the whole recording, two epochs, in turns with the same equations on ml-matrix. */
export function measureRunTime(problem: Problem, rounds: number): RunTime {
  const { times, sensors, seen } = problem;
  const frames = Array.from({ length: times }, (_, k) => seen.slice(k * sensors, (k + 1) * sensors));
  const options = peerOptions(problem);
  const seconds = { ours: [] as number[], plain: [] as number[], tuned: [] as number[] };
  let difference = 0;
  // The first round warms the compiler up and does not count.
  for (let round = 0; round <= rounds; round++) {
    const ours = createOurs(sensors, options);
    const plain = new MlMatrixPlainFilter(options);
    const spent = {
      ours: timeEpochs(ours, frames),
      plain: timeEpochs(plain, frames),
      tuned: timeEpochs(new MlMatrixFilter(options), frames),
    };
    difference = largestDifference(ours.report().C, plain.state().C);
    if (round > 0) for (const name of ['ours', 'plain', 'tuned'] as const) seconds[name].push(spent[name]);
  }
  return {
    ...{ times, sensors, epochs: EPOCHS, rounds, difference },
    ...{ ours: median(seconds.ours), plain: median(seconds.plain), tuned: median(seconds.tuned) },
  };
}

const peerOptions = ({ C0, X0 }: Problem): PeerOptions => ({
  ...{ C0, x0: X0[X0.length - 1], robust: false, P0: 1 },
  ...{ R: SETTINGS.rho, Q: SETTINGS.q, V0: SETTINGS.v0, lambda0: SETTINGS.lambda0 },
});

const createOurs = (sensors: number, { C0, x0, R, Q, V0, P0 }: PeerOptions): PsmfFilter =>
  new PsmfFilter({
    ...{ sensors, rank: x0.length, R, V0, P0, x0, dynamics: { type: 'random-walk', Q } },
    C0: C0.map((row) => [...row]),
  });

function timeEpochs(learner: Learner, frames: readonly Float64Array[]): number {
  const from = process.cpuUsage();
  for (let epoch = 0; epoch < EPOCHS; epoch++) for (const frame of frames) learner.learnOne(frame);
  const { user, system } = process.cpuUsage(from);
  return (user + system) / 1e6;
}

function largestDifference(A: readonly (readonly number[])[], B: readonly (readonly number[])[]): number {
  const entries = A.flatMap((row, j) => row.map((a, i) => [Math.abs(a - B[j][i]), Math.abs(a)] as const));
  return Math.max(...entries.map(([gap]) => gap)) / Math.max(...entries.map(([, size]) => size));
}
