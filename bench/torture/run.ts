import { PsmfFilter, type Dynamics } from '../../src';
import { nextNormal } from '../../src/random';
import { examine, examineEstimate } from './health';
import { allDynamics, type Scenario } from './scenarios';
import { Signal, Spread } from './signal';

const NOISE = 0.05;
const SEED = 5;
/** How often a state is examined in full; every prediction is. */
const EXAMINATIONS = { full: 2000, small: 200 };

export type Extent = keyof Scenario['frames'];

export interface Ordeal {
  readonly scenario: string;
  readonly model: 'PSMF' | 'rPSMF';
  readonly dynamics: Dynamics['type'];
  readonly frames: number;
  readonly error: number;
  readonly bound: number;
  /** What broke, and at which frame; undefined when nothing did. */
  readonly failure: string | undefined;
}

/** A scenario with every kind of dynamics it is meant for, PSMF and rPSMF. */
export function endureAll(scenario: Scenario, extent: Extent): Ordeal[] {
  const dynamics = (scenario.dynamics ?? allDynamics)(scenario.rank);
  return dynamics.flatMap((each) => [false, true].map((robust) => endure(scenario, robust, each, extent)));
}

/** Predict every frame, compare with the clean signal, learn, examine; the first thing that breaks ends it. */
function endure(scenario: Scenario, robust: boolean, dynamics: Dynamics, extent: Extent): Ordeal {
  const { sensors, rank, scale = 1 } = scenario;
  const frames = scenario.frames[extent];
  const every = Math.max(1, Math.floor(frames / EXAMINATIONS[extent]));
  const draws = Float64Array.of(SEED);
  const signal = new Signal(sensors, scale, draws);
  const filter = new PsmfFilter({ sensors, rank, robust, dynamics, R: 0.01, ...scenario.settings });
  const clean = new Float64Array(sensors);
  const frame = new Float64Array(sensors);
  const score = new Score(scenario);
  let failure: string | undefined;

  for (let k = 1; k <= frames && failure === undefined; k++) {
    const progress = k / frames;
    signal.write(k, clean);
    scenario.reshape?.(clean, progress);
    for (let j = 0; j < sensors; j++) {
      frame[j] = clean[j] + (scenario.noiseless ? 0 : NOISE * scale * nextNormal(draws, 0));
    }
    scenario.corrupt?.(frame, progress, draws);
    const dt = scenario.dt?.(draws) ?? 1;

    const prediction = filter.predictOne(dt);
    score.add(prediction.mean, clean, progress > 0.5);
    filter.learnOne(frame, dt);
    const broken =
      examineEstimate('predictOne(dt)', prediction) ??
      (k % every === 0 || k === frames ? examine(filter) : undefined);
    if (broken !== undefined) failure = `frame ${k}: ${broken}`;
  }

  const model = robust ? 'rPSMF' : 'PSMF';
  const bound = scenario.bound[model];
  const { error } = score;
  if (failure === undefined && !(error <= bound))
    failure = `an error of ${error}, over the bound of ${bound}`;
  return { scenario: scenario.name, model, dynamics: dynamics.type, frames, error, bound, failure };
}

/** The error of the predictions that count, in the scenario's units. */
class Score {
  readonly #scenario: Scenario;
  readonly #spread: Spread;
  #squares = 0;
  #count = 0;

  constructor(scenario: Scenario) {
    this.#scenario = scenario;
    this.#spread = new Spread(scenario.sensors);
  }

  add(predicted: Float64Array, clean: Float64Array, counts: boolean): void {
    this.#spread.add(clean);
    if (!counts) return;
    for (let j = 0; j < clean.length; j++) {
      if (this.#scenario.scored?.(j) === false) continue;
      this.#squares += (predicted[j] - clean[j]) ** 2;
      this.#count++;
    }
  }

  get error(): number {
    const { yardstick = 'deviation' } = this.#scenario;
    const unit = yardstick === 'level' ? this.#spread.rootMeanSquare : this.#spread.deviation;
    return Math.sqrt(this.#squares / this.#count) / (unit || 1);
  }
}
