import { median } from '../../../src/scale/median';
import type { Draws } from '../draws';
import { deviationOf, meanOf, valuesOf, type Rows } from './matrix';

export const injections = ['shift', 'noise', 'relation', 'gain', 'stuck'] as const;
export type Injection = (typeof injections)[number];

/** Frames from the change on that are kept of a changed stream. */
export const AFTER = 210;

/** One known change: the frames from it on, the sensors that show it, and the step of each where it is a shift. */
export interface Change {
  readonly kind: Injection;
  readonly at: number;
  readonly frames: Rows;
  readonly showing: readonly number[];
  readonly steps: readonly number[];
}

/** The stream from frame `at` on, with one change. `unit` is what a step and added noise are measured in, else the sensor's own. */
export function inject(rows: Rows, kind: Injection, at: number, draws: Draws, unit: number | null): Change {
  const d = rows[0].length;
  const deviations = Array.from({ length: d }, (_, j) => deviationOf(valuesOf(rows, j)));
  const sensors = pickFrom(rows, at, deviations);
  const pick = (count: number): number[] => {
    const chosen = draws.choose(Math.min(count, sensors.length), sensors.length).map((i) => sensors[i]);
    return chosen;
  };
  const few = Math.min(2, Math.max(1, d >> 1));
  const frames = rows.slice(at, at + AFTER).map((row) => row.slice());
  const change = (showing: number[], value: (row: Float64Array, j: number, t: number) => number): void => {
    frames.forEach((row, t) => {
      for (const j of showing) row[j] = value(row, j, t);
    });
  };
  let showing: number[];
  const steps: number[] = [];
  switch (kind) {
    case 'shift': {
      showing = pick(1 + draws.below(Math.min(3, Math.max(1, d >> 1))));
      for (const j of showing) {
        const size = (2 + 2 * draws.uniform()) * (draws.uniform() < 0.5 ? -1 : 1);
        steps.push(size * (unit ?? deviations[j]));
      }
      change(showing, (row, j) => row[j] + steps[showing.indexOf(j)]);
      break;
    }
    case 'noise': {
      showing = pick(few);
      const sizes = showing.map((j) => Math.sqrt(8) * (unit ?? noiseOf(rows, j)));
      change(showing, (row, j) => row[j] + sizes[showing.indexOf(j)] * draws.normal());
      break;
    }
    case 'stuck': {
      showing = pick(1);
      const [j] = showing;
      const last = rows[at - 1][j];
      const held = Number.isNaN(last) ? median(valuesOf(rows, j, at - 50, at)) : last;
      change(showing, () => held);
      break;
    }
    case 'relation': {
      showing = pick(1);
      const back = 100 + draws.below(Math.min(400, at - 50) - 100);
      change(showing, (_, j, t) => rows[at - back + t][j]); // its own past in place of its present
      break;
    }
    case 'gain': {
      showing = pick(few);
      const means = new Map(showing.map((j) => [j, meanOf(valuesOf(rows, j))]));
      change(showing, (row, j) => {
        const mean = means.get(j) ?? 0;
        return mean + 1.5 * (row[j] - mean);
      });
      break;
    }
  }
  return { kind, at, frames, showing, steps };
}

/** Sensors that are alive around the change; all that ever moved where none is. */
function pickFrom(rows: Rows, at: number, deviations: readonly number[]): number[] {
  const moving = deviations.flatMap((deviation, j) => (deviation > 1e-9 ? [j] : []));
  const alive = moving.filter((j) => {
    const read = valuesOf(rows, j, at, Math.min(at + 60, rows.length)).length;
    const recent = deviationOf(valuesOf(rows, j, Math.max(0, at - 300), at));
    return read > 30 && recent > 0.02 * deviations[j];
  });
  return alive.length > 0 ? alive : moving;
}

/** Standard deviation of a sensor's noise, from its first differences. */
function noiseOf(rows: Rows, j: number): number {
  const differences = rows.flatMap((row, t) => (t === 0 ? [] : [row[j] - rows[t - 1][j]]));
  return deviationOf(differences.filter((value) => !Number.isNaN(value))) / Math.SQRT2;
}
