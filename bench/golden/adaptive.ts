import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { AdaptiveModel, AdaptiveOptions } from '../../src';
import { Comparison } from './format';

/** How a model is made; tests pass a deliberately broken one. */
export type AdaptiveClass = new (options: AdaptiveOptions) => AdaptiveModel;

/** Rows of numbers, comma-separated; "nan" is NaN. */
export function readTable(file: string): number[][] {
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  return lines.map((line) => line.split(',').map(Number));
}

/** The vectors of the adaptive model in a folder: in*.csv, each with its out*.csv. */
export function findAdaptiveVectors(folder: string): { readonly input: string; readonly output: string }[] {
  return readdirSync(folder)
    .filter((name) => /^in.*\.csv$/.test(name))
    .sort()
    .map((name) => ({
      input: path.join(folder, name),
      output: path.join(folder, name.replace(/^in/, 'out')),
    }));
}

/**
 * Runs the model in reference mode over the input. An output row holds mean, sd, prior mean and prior sd, each for all
 * sensors; NaN must meet NaN.
 */
export function replayAdaptive(
  input: readonly number[][],
  output: readonly number[][],
  Model: AdaptiveClass,
): Comparison {
  const comparison = new Comparison();
  comparison.add('number of rows', output.length, input.length);
  const model = new Model({ sensors: input[0].length, reference: true });
  input.forEach((readings, k) => {
    model.learnOne(readings);
    const { mean, sd, priorMean, priorSd } = model.estimates;
    const actual = [...mean, ...sd, ...priorMean, ...priorSd].map(nullForNaN);
    comparison.add(`row ${k}`, actual, (output[k] ?? []).map(nullForNaN));
  });
  return comparison;
}

const nullForNaN = (value: number): number | null => (Number.isNaN(value) ? null : value);
