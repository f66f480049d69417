import {
  ChangeModel,
  FilterModel,
  ImputeModel,
  type Answer,
  type Frame,
  type StreamModel,
  type StreamOptions,
} from '../../src';
import type { Kept } from '../../src/stream/named-stream';
import { simulateFrames } from '../frame/simulation';

export type AnyModel = StreamModel<Answer>;

/** One kind of model, new or restored. */
export interface ModelCase {
  readonly name: string;
  create(options?: StreamOptions): AnyModel;
  restore(kept: Kept, options?: StreamOptions): AnyModel;
}

const impute = (name: string, own: object): ModelCase => ({
  name,
  create: (options) => new ImputeModel({ ...own, ...options }),
  restore: (kept, options) => ImputeModel.restore({ ...own, ...options }, kept),
});
const filter = (name: string, own: object): ModelCase => ({
  name,
  create: (options) => new FilterModel({ ...own, ...options }),
  restore: (kept, options) => FilterModel.restore({ ...own, ...options }, kept),
});
const change = (name: string, own: object): ModelCase => ({
  name,
  create: (options) => new ChangeModel({ ...own, ...options }),
  restore: (kept, options) => ChangeModel.restore({ ...own, ...options }, kept),
});

/** Every model under every engine. */
export const modelCases: readonly ModelCase[] = [
  impute('impute', {}),
  impute('impute, all in detail, short gaps', { detail: 'all', maxGap: 3 }),
  filter('filter', {}),
  filter('filter with forecasts', { horizon: 3 }),
  filter('psmf', { model: 'psmf', rank: 2, horizon: 2 }),
  filter('rpsmf', { model: 'rpsmf', rank: 2 }),
  filter('psmf, matern', { model: 'psmf', dynamics: 'matern', rank: 2 }),
  filter('rpsmf, linear', { dynamics: 'linear', rank: 2 }),
  filter('seasonal, in units', { dynamics: 'seasonal', periodSeconds: 60, harmonics: 2, horizon: 3 }),
  filter('periodic, in units', { dynamics: 'periodic', model: 'psmf', horizon: 2 }),
  filter('fourier, in units', { dynamics: 'fourier' }),
  filter('affine, in units', { dynamics: 'affine', horizon: 1 }),
  filter('random walk, in units', { model: 'rpsmf', standardise: true, horizon: 2 }),
  filter('matern, in units', { dynamics: 'matern', standardise: true, rank: 2 }),
  filter('linear, in units', { dynamics: 'linear', model: 'psmf', standardise: true }),
  change('calibrated', {}),
  change('bocpd', { method: 'bocpd' }),
  change('pelt on features', { method: 'pelt-features' }),
  change('pelt on values', { method: 'pelt-values', sensitivity: 'high' }),
];

export const START = 1_700_000_000_000;

/** Frames a second apart with times of their own, now and then a reading missing or no number. */
export function gappyFrames(count: number, sensors: number, seed = 7): Frame[] {
  return simulateFrames(count, sensors, seed).map((fields, t) => {
    const values: Record<string, unknown> = { ...fields, unit: 'bar' };
    if (t % 7 === 3) delete values.s1;
    if (t % 11 === 5) values.s2 = 'broken';
    if (t % 50 > 45) values.s0 = null;
    return { fields: values, time: START + 1000 * t, arrival: START + 1000 * t + 20 };
  });
}

/** A copy that the next frame does not overwrite. */
export const copyOf = (answer: Answer): Record<string, unknown> => structuredClone({ ...answer });

/** Every number in an answer, at any depth. */
export function* numbersIn(value: unknown): Generator<number> {
  if (typeof value === 'number') yield value;
  else if (value !== null && typeof value === 'object') {
    for (const part of value instanceof Map ? value.values() : Object.values(value)) yield* numbersIn(part);
  }
}
