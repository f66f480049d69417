import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Frame } from '../../src';
import { ROOT } from '../package-root';
import { modelCases, type ModelCase } from '../stream/cases';
import { findDifferences, type Closeness } from './comparison';
import { record, type Recording } from './recording';
import type { BaselineStream } from './streams';

/** What every model made of one stream, and on which V8. */
export interface Vectors {
  readonly about: string;
  readonly v8: string;
  readonly cases: Readonly<Record<string, Recording>>;
}

const ABOUT =
  'Written by npm run baseline -- --write. Exact on this V8. Others have other last bits in Math.exp, pow, sin and cos: there ' +
  'values are compared to 1e-9 and checksums not at all. Last bits grow to any size where frequencies are learned (periodic, ' +
  'fourier) and in the coefficients of the default filter over irregular times (exp of dt): there only the first values are.';

const GROWING = /^(periodic|fourier), in units|^filter/;

const fileOf = ({ name }: BaselineStream): string =>
  join(ROOT, 'test', 'fixtures', 'baseline', `${name}.json`);

export const readVectors = (stream: BaselineStream): Vectors =>
  JSON.parse(readFileSync(fileOf(stream), 'utf8')) as Vectors;

export function writeVectors(stream: BaselineStream): void {
  const frames = stream.frames();
  const cases = Object.fromEntries(modelCases.map((model) => [model.name, record(model.create(), frames)]));
  const vectors: Vectors = { about: ABOUT, v8: process.versions.v8, cases };
  writeFileSync(fileOf(stream), `${JSON.stringify(vectors)}\n`);
}

/** How close the numbers of a model must be to what was written down, on the V8 of this process. */
export function closenessOf({ v8 }: Vectors, stream: BaselineStream, { name }: ModelCase): Closeness {
  if (v8 === process.versions.v8) return 'exact';
  const isGrowing = GROWING.test(name) && (!name.startsWith('filter') || stream.name === 'irregular-times');
  return isGrowing ? 'close at first' : 'close';
}

/** What has changed in what a model makes of the stream, a sentence each. */
export function check(
  vectors: Vectors,
  stream: BaselineStream,
  model: ModelCase,
  frames: readonly Frame[],
): string[] {
  const got = record(model.create(), frames);
  return findDifferences(vectors.cases[model.name], got, closenessOf(vectors, stream, model));
}
