import { evaluate } from '../../src/evaluate/evaluation';
import { drawMask } from '../../src/evaluate/mask';
import type { Method } from '../../src/evaluate/method';
import { Adaptive } from '../../src/evaluate/methods/adaptive';
import { standardDeviations, type ReadingsTable } from '../../src/evaluate/readings-table';
import { nextNormal, nextUniform } from '../../src/random';
import type { Progress } from '../progress';
import { inThousandths, type Verdict } from './bars';
import type { Tables } from './comparison';
import { dataSets, type SetName } from './data-sets';

const SETS: readonly SetName[] = ['pm25', 'etth1'];
const MOST_RATIO = 1.15;
const SEED = 1000;
const SEGMENT = 20;

/** What the model is shown instead of the readings. */
type Damage = (table: ReadingsTable, draws: Float64Array) => Float64Array;

/** Changes each known value with the given probability; `unit` is the sensor's standard deviation. */
const damageSingles =
  (share: number, change: (value: number, unit: number, draws: Float64Array) => number): Damage =>
  (table, draws) => {
    const units = standardDeviations(table);
    return table.values.map((value, cell) =>
      nextUniform(draws, 0) < share ? change(value, units[cell % table.sensors], draws) : value,
    );
  };

/** t with 1.5 degrees of freedom: a normal over the root of a Gamma(0.75, 1) draw divided by 0.75. */
const nextHeavyTailed = (draws: Float64Array): number =>
  nextNormal(draws, 0) / Math.sqrt(nextGamma(0.75, draws) / 0.75);

/** Gamma(shape, 1) by Marsaglia and Tsang; below shape 1 by the power of a uniform that lifts shape + 1. */
function nextGamma(shape: number, draws: Float64Array): number {
  if (shape < 1) return nextGamma(shape + 1, draws) * nextUniform(draws, 0) ** (1 / shape);
  const d = shape - 1 / 3;
  for (;;) {
    const x = nextNormal(draws, 0);
    const v = (1 + x / Math.sqrt(9 * d)) ** 3;
    if (v > 0 && Math.log(1 - nextUniform(draws, 0)) < (x * x) / 2 + d - d * v + d * Math.log(v))
      return d * v;
  }
}

/** A sensor repeats one value for 20 rows, until 5 % of all cells do. */
const stick: Damage = ({ rows, sensors, values }, draws) => {
  const stuck = values.slice();
  const segments = Math.round((0.05 * rows * sensors) / SEGMENT);
  for (let i = 0; i < segments; i++) {
    const j = i % sensors;
    const from = Math.floor(nextUniform(draws, 0) * (rows - SEGMENT));
    let held = NaN;
    for (let row = from; row < from + SEGMENT; row++) {
      const cell = row * sensors + j;
      if (!Number.isFinite(stuck[cell])) continue;
      if (Number.isNaN(held)) held = stuck[cell];
      stuck[cell] = held;
    }
  }
  return stuck;
};

const damages: Readonly<Record<string, Damage>> = {
  '2 % spikes of 10 sd': damageSingles(
    0.02,
    (value, unit, draws) => value + (nextUniform(draws, 0) < 0.5 ? -10 : 10) * unit,
  ),
  '5 % t(1.5) noise': damageSingles(0.05, (value, unit, draws) => value + unit * nextHeavyTailed(draws)),
  '5 % stuck for 20 rows': stick,
};

/** Shows a method the damaged value wherever there is a reading; it is scored against the true ones. */
class Deceived implements Method {
  readonly #method: Method;
  readonly #values: Float64Array;
  readonly #shown: Float64Array;
  #row = 0;

  constructor(method: Method, sensors: number, values: Float64Array) {
    this.#method = method;
    this.#values = values;
    this.#shown = new Float64Array(sensors);
  }

  get mean(): Float64Array {
    return this.#method.mean;
  }

  get variance(): Float64Array {
    return this.#method.variance;
  }

  learnOne(readings: Float64Array, dt: number, time?: number | null): void {
    const start = this.#row++ * readings.length;
    for (let j = 0; j < readings.length; j++) {
      this.#shown[j] = Number.isFinite(readings[j]) ? this.#values[start + j] : NaN;
    }
    this.#method.learnOne(this.#shown, dt, time);
  }
}

/** nRMSE on seg30, the mean over the seeds, with what the readings were damaged by. */
export interface Contaminated {
  readonly set: SetName;
  readonly damage: string;
  readonly clean: number;
  readonly damaged: number;
}

export const contaminatedSets = (sets: readonly SetName[]): SetName[] =>
  sets.filter((set) => SETS.includes(set));

export function contaminate(tables: Tables, seeds: number, progress: Progress): Contaminated[] {
  return contaminatedSets([...tables.keys()]).flatMap((set) => {
    const table = tables.get(set) as ReadingsTable;
    const runs = Array.from({ length: seeds }, (_, i) => {
      progress.begin(`${dataSets[set].title}, contaminated, seed ${i + 1}`);
      const run = runOnce(table, i + 1);
      progress.advance();
      return run;
    });
    const mean = (name: string): number => runs.reduce((sum, run) => sum + run[name], 0) / seeds;
    return Object.keys(damages).map((damage) => ({
      set,
      damage,
      clean: mean('clean'),
      damaged: mean(damage),
    }));
  });
}

function runOnce(table: ReadingsTable, seed: number): Record<string, number> {
  const methods: Record<string, Method> = { clean: new Adaptive(table.sensors) };
  for (const [name, damage] of Object.entries(damages)) {
    const values = damage(table, Float64Array.of(SEED + seed));
    methods[name] = new Deceived(new Adaptive(table.sensors), table.sensors, values);
  }
  const { scorers } = evaluate(table, drawMask(table, 'seg30', seed), methods);
  return Object.fromEntries(Object.keys(methods).map((name) => [name, scorers[name].total.nrmse ?? NaN]));
}

export const judgeContaminated = (results: readonly Contaminated[]): Verdict[] =>
  results.map(({ set, damage, clean, damaged }) => ({
    what: `${dataSets[set].title} with ${damage}`,
    bar: `<= ${MOST_RATIO} x clean`,
    measured: inThousandths(damaged / clean),
    met: damaged / clean <= MOST_RATIO,
  }));
