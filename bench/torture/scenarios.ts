import type { Dynamics, FilterOptions } from '../../src';
import { nextUniform } from '../../src/random';

type Frames = { readonly full: number; readonly small: number };

/**
 * One way to hurt a filter. `progress` runs from 0 to 1 over the frames. The bound is on the root mean square error of the
 * one-step predictions over the second half, against the clean signal: in standard deviations of it, or (`level`) in units
 * of its root mean square, which is the error of predicting zero.
 */
export interface Scenario {
  readonly name: string;
  readonly sensors: number;
  readonly rank: number;
  readonly frames: Frames;
  readonly scale?: number;
  readonly noiseless?: boolean;
  readonly settings?: Partial<FilterOptions>;
  readonly dynamics?: (rank: number) => readonly Dynamics[];
  /** Changes the clean signal, and with it what a prediction is compared with. */
  readonly reshape?: (clean: Float64Array, progress: number) => void;
  /** Changes what the filter sees. */
  readonly corrupt?: (frame: Float64Array, progress: number, draws: Float64Array) => void;
  readonly dt?: (draws: Float64Array) => number;
  readonly scored?: (sensor: number) => boolean;
  readonly yardstick?: 'deviation' | 'level';
  readonly bound: { readonly PSMF: number; readonly rPSMF: number };
}

const randomWalk = (): Dynamics => ({ type: 'random-walk', Q: 0.01 });
const matern = (): Dynamics => ({ type: 'matern', nu: 1.5, sigma2: 1, lengthScale: 30 });
/** Pairs of coefficients that turn slowly and fade (or, with a larger `keep`, grow). */
const linear = (rank: number, keep = 0.999, Q = 0.01): Dynamics => ({
  type: 'linear',
  A: Array.from({ length: rank }, (_, i) =>
    Array.from({ length: rank }, (_, j) => {
      if (i === j) return keep;
      return (i ^ 1) === j ? (i < j ? -0.02 : 0.02) : 0;
    }),
  ),
  Q,
});
export const allDynamics = (rank: number): readonly Dynamics[] => [randomWalk(), matern(), linear(rank)];

const replaceSome =
  (share: number, values: readonly number[]) =>
  (frame: Float64Array, _progress: number, draws: Float64Array): void => {
    for (let j = 0; j < frame.length; j++) {
      if (nextUniform(draws, 0) < share) frame[j] = values[Math.floor(values.length * nextUniform(draws, 0))];
    }
  };
const standStill = (clean: Float64Array): void => clean.forEach((_, j) => (clean[j] = j - 3));
const anyDt = (draws: Float64Array): number => 10 ** (18 * nextUniform(draws, 0) - 9);

const usual = { sensors: 8, rank: 3, frames: { full: 100_000, small: 2000 } };
const inUnits = (scale: number): Partial<FilterOptions> => ({
  R: 0.01 * scale ** 2,
  V0: scale ** 2,
  C0: Array.from({ length: 8 }, (_, j) => [0, 1, 2].map((i) => scale * Math.cos(3 * j + i))),
});
const standThenMove = {
  ...usual,
  noiseless: true,
  settings: { lambdaMax: 2 },
  dynamics: (rank: number): readonly Dynamics[] => [randomWalk(), linear(rank)],
  reshape: (clean: Float64Array, progress: number): void => {
    if (progress < 0.4) standStill(clean);
  },
};
/** The noise is 0.05 of a signal with deviation near 1; three times that is a filter that has learned the signal. */
const learned = { PSMF: 0.15, rPSMF: 0.15 };
/** No worse than predicting zero, but for the transient. */
const zero = { PSMF: 1.1, rPSMF: 1.1 };

export const SCENARIOS: readonly Scenario[] = [
  { ...usual, name: 'a million frames', frames: { full: 1_000_000, small: 5000 }, bound: learned },
  // Not even rPSMF shields x: a spike moves it in full before omega answers, so the error is of the spikes' size times their
  // share. It must not grow beyond, which a feedback of C and x on each other would do.
  {
    ...usual,
    name: '1 % spikes of 1e6',
    dynamics: () => [randomWalk(), matern()],
    corrupt: replaceSome(0.01, [1e6, -1e6]),
    bound: { PSMF: 1e6, rPSMF: 1e6 },
  },
  // A map that fades by 0.1 % a frame keeps a spike for a thousand frames, in which a dozen others arrive.
  {
    ...usual,
    name: '1 % spikes of 1e6, kept by the map',
    dynamics: (rank) => [linear(rank)],
    corrupt: replaceSome(0.01, [1e6, -1e6]),
    bound: { PSMF: 1e8, rPSMF: 1e8 },
  },
  // Settings in the same units: nothing but the exponents changes.
  { ...usual, name: 'units x 1e8', scale: 1e8, settings: inUnits(1e8), bound: learned },
  { ...usual, name: 'units x 1e-8', scale: 1e-8, settings: inUnits(1e-8), bound: learned },
  // R is nothing beside such a signal, so it is followed closely; or the signal is nothing beside R and stays unseen.
  { ...usual, name: 'units x 1e8, settings not', scale: 1e8, bound: learned },
  { ...usual, name: 'units x 1e-8, settings not', scale: 1e-8, yardstick: 'level', bound: zero },
  // x never moves; C can only learn the mean of each sensor.
  {
    ...usual,
    name: 'P0 = Q = 0',
    settings: { P0: 0, x0: [1, 1, 1] },
    dynamics: (rank) => [{ type: 'random-walk', Q: 0 }, linear(rank, 0.999, 0)],
    yardstick: 'level',
    bound: zero,
  },
  // One sensor stays where the signal may be, one far outside. rPSMF has stopped to learn C by then (V shrinks with lambda),
  // so x splits the difference between the stuck and the good ones.
  {
    ...usual,
    name: 'stuck sensors',
    corrupt: (frame, progress) => {
      if (progress > 0.25) frame[0] = 1;
      if (progress > 0.4) frame[1] = -20;
    },
    scored: (sensor) => sensor > 1,
    bound: { PSMF: 1, rPSMF: 3 },
  },
  {
    ...usual,
    name: '1 % empty frames',
    corrupt: (frame, _progress, draws) => {
      if (nextUniform(draws, 0) < 0.01) frame.fill(NaN);
    },
    bound: learned,
  },
  // One or three sensors average less noise away than eight.
  { ...usual, name: 'rank above d', sensors: 3, rank: 5, bound: { PSMF: 0.2, rPSMF: 0.2 } },
  { ...usual, name: 'rank equal to d', sensors: 3, bound: { PSMF: 0.2, rPSMF: 0.2 } },
  { ...usual, name: 'd = 1', sensors: 1, rank: 1, bound: { PSMF: 0.2, rPSMF: 0.2 } },
  // Without noise, what is left is the pull of the dynamics to zero.
  {
    ...usual,
    name: 'constant readings, lambda at most 2',
    noiseless: true,
    settings: { lambdaMax: 2 },
    reshape: standStill,
    yardstick: 'level',
    bound: { PSMF: 0.01, rPSMF: 0.01 },
  },
  // The constants taught C one direction, and V has shrunk by then: rPSMF hardly learns the others, after a jolt.
  { ...standThenMove, name: 'constant, then moving', bound: { PSMF: 1, rPSMF: 20 } },
  // The scale of x and C, which nothing identifies, has drifted by 1e30 with the noise: rPSMF stays finite, but off.
  {
    ...standThenMove,
    name: 'constant, then moving, Matérn',
    dynamics: () => [matern()],
    bound: { PSMF: 1, rPSMF: 1e5 },
  },
  // Each is missing data: the residual's square is out of range.
  {
    ...usual,
    name: 'readings of 1e300, Infinity and -1e308',
    corrupt: replaceSome(0.02, [1e300, Infinity, -1e308, -Infinity]),
    bound: learned,
  },
  // Just inside the range, so they are learned; nothing but finite numbers can be asked for.
  {
    ...usual,
    name: 'readings of 1e69',
    corrupt: replaceSome(0.02, [1e69, -1e69, 1e40]),
    bound: { PSMF: 1e140, rPSMF: 1e140 },
  },
  // Half of the gaps are so long that the prediction is the mean of the process, zero.
  { ...usual, name: 'dt from 1e-9 to 1e9', dt: anyDt, yardstick: 'level', bound: zero },
  // Where the map leaves the range the state is held, and the readings bring it back.
  {
    ...usual,
    name: 'a map that grows, dt from 1e-9 to 1e9',
    dynamics: (rank) => [linear(rank, 1.05)],
    dt: anyDt,
    bound: { PSMF: 10, rPSMF: 10 },
  },
  {
    ...usual,
    name: 'nothing but zeros',
    noiseless: true,
    reshape: (clean) => clean.fill(0),
    bound: { PSMF: 0, rPSMF: 0 },
  },
];
