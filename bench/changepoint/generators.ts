import { Draws } from './draws';
import { oscillate, oscillateFaster } from './oscillators';

/** A stream whose changes are known. */
export interface Stream {
  /** Rows = time. */
  readonly frames: number[][];
  /** First changed frames, in order. */
  readonly changes: readonly number[];
  /** Sensors reached by each change. */
  readonly sensors: readonly (readonly number[])[];
}

export const kinds = ['none', 'paper', 'mean', 'mean-all', 'correlation', 'variance', 'frequency'] as const;
export type Kind = (typeof kinds)[number];

export const CHANGE = 600;
const LENGTH = 1200;
const SENSORS = 20;
const CONTAMINATED = 0.05;
/** Stiffness before the change, and of the fresh process of the paper's change. */
const STIFF = 5;
const SOFT = 1;

/** A stream before its noise: signal = loadings x states + what the changes added, and the noise's scale. */
interface Plan {
  readonly states: readonly number[][];
  readonly loadings: number[][];
  readonly signal: number[][];
  readonly scale: number[][];
}

/** One stream of d = 20 sensors and 1,200 frames with at most one change, at frame 600; the degrees of freedom vary with the seed. */
export function generate(kind: Kind, seed: number, dof = degreesOfFreedom(seed)): Stream {
  const draws = new Draws(seed);
  const plan = startPlan(draws, SENSORS, LENGTH);
  const changed = applyChange(draws, plan, kind, CHANGE);
  return {
    frames: addNoise(draws, plan, dof),
    changes: kind === 'none' ? [] : [CHANGE],
    sensors: kind === 'none' ? [] : [changed],
  };
}

/** The same with two changes of the paper's kind, at frames 600 and 1,200 of 1,800. */
export function generateTwice(seed: number, dof = degreesOfFreedom(seed)): Stream {
  const draws = new Draws(seed);
  const plan = startPlan(draws, SENSORS, 3 * CHANGE);
  const changes = [CHANGE, 2 * CHANGE];
  const sensors = changes.map((at) => applyChange(draws, plan, 'paper', at));
  return { frames: addNoise(draws, plan, dof), changes, sensors };
}

const mixture = ['mean', 'variance', 'correlation'] as const;

/**
 * Eight sensors, 3,000 frames, five changes anywhere from 500 to 2,799 but at least 400 apart: steps, variances and
 * loadings, each kept to the end.
 */
export function generateMixed(seed: number): Stream {
  const draws = new Draws(seed);
  const plan = startPlan(draws, 8, 3000);
  const changes = placeChanges(draws);
  const sensors = changes.map((at, i) => {
    const kind = mixture[i < mixture.length ? i : draws.below(mixture.length)];
    return applyChange(draws, plan, kind, at, kind === 'correlation' ? 3 : 2);
  });
  return { frames: addNoise(draws, plan, degreesOfFreedom(seed)), changes, sensors };
}

/** Five frames of the mixed stream, in order, drawn again until no two are too close. */
function placeChanges(draws: Draws): number[] {
  for (;;) {
    const changes = Array.from({ length: 5 }, () => 500 + draws.below(2300)).sort((a, b) => a - b);
    if (changes.every((at, i) => i === 0 || at - changes[i - 1] >= 400)) return changes;
  }
}

/** The paper's range of contaminations, one after the other. */
const degreesOfFreedom = (seed: number): number => 1.5 + (seed % 5) / 10;

function startPlan(draws: Draws, d: number, n: number): Plan {
  const loadings = Array.from({ length: d }, () => draws.normals(4));
  const states = oscillate(n, STIFF);
  return {
    states,
    loadings,
    signal: states.map((x) => loadings.map((c) => dot(c, x))),
    scale: states.map(() => new Array<number>(d).fill(1)),
  };
}

/** Changes the plan from frame `at` on; returns the sensors it reaches. */
function applyChange(draws: Draws, plan: Plan, kind: Kind, at: number, count?: number): number[] {
  const d = plan.loadings.length;
  const some = (usual: number): number[] => draws.choose(count ?? usual, d);
  const all = Array.from({ length: d }, (_, j) => j);
  switch (kind) {
    case 'none':
      return [];
    case 'mean':
      return step(draws, plan, at, some(3), 3);
    case 'mean-all':
      return step(draws, plan, at, all, 1);
    case 'variance':
      return forEachChanged(plan, at, some(3), (t, j) => (plan.scale[t][j] *= 3));
    case 'paper': {
      const fresh = oscillate(plan.states.length - at, SOFT);
      const loadings = plan.loadings.map(() => draws.normals(4));
      return forEachChanged(plan, at, some(3), (t, j) => {
        plan.signal[t][j] += dot(loadings[j], fresh[t - at]) - dot(plan.loadings[j], plan.states[t]);
      });
    }
    case 'correlation':
      return turnLoadings(draws, plan, at, some(6));
    case 'frequency': {
      const faster = oscillateFaster(plan.states[at], plan.states.length - at, STIFF, 1.5);
      return forEachChanged(plan, at, all, (t, j) => {
        plan.signal[t][j] += dot(plan.loadings[j], faster[t - at]) - dot(plan.loadings[j], plan.states[t]);
      });
    }
  }
}

function step(draws: Draws, plan: Plan, at: number, sensors: number[], size: number): number[] {
  const steps = plan.loadings.map(() => (draws.uniform() < 0.5 ? -size : size));
  return forEachChanged(plan, at, sensors, (t, j) => (plan.signal[t][j] += steps[j]));
}

/** New loadings of the same norm about the same mean: only how the sensors move together changes. */
function turnLoadings(draws: Draws, plan: Plan, at: number, sensors: number[]): number[] {
  const mean = plan.states[0].map(
    (_, i) => plan.states.reduce((sum, x) => sum + x[i], 0) / plan.states.length,
  );
  const turned = plan.loadings.map((former) => {
    const drawn = draws.normals(4);
    return drawn.map((value) => value * Math.sqrt(dot(former, former) / dot(drawn, drawn)));
  });
  forEachChanged(plan, at, sensors, (t, j) => {
    const deviation = plan.states[t].map((value, i) => value - mean[i]);
    plan.signal[t][j] += dot(turned[j], deviation) - dot(plan.loadings[j], deviation);
  });
  for (const j of sensors) plan.loadings[j] = turned[j];
  return sensors;
}

function forEachChanged(
  plan: Plan,
  at: number,
  sensors: number[],
  change: (t: number, j: number) => void,
): number[] {
  for (let t = at; t < plan.signal.length; t++) sensors.forEach((j) => change(t, j));
  return sensors;
}

/** Normal noise of the plan's scale, and on one entry in twenty t-distributed noise, whose scale never changes. */
function addNoise(draws: Draws, plan: Plan, dof: number): number[][] {
  return plan.signal.map((row, t) =>
    row.map((value, j) => {
      const outlier = draws.uniform() < CONTAMINATED ? draws.studentT(dof) : 0;
      return value + plan.scale[t][j] * draws.normal() + outlier;
    }),
  );
}

const dot = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, value, i) => sum + value * b[i], 0);
