import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fingerprintOf } from '../../bench/impute/fingerprint';
import { areKept, scoreOnce } from '../../bench/impute/kept-scores';
import { LastValue } from '../../src/evaluate/methods/last-value';
import { RunningMean } from '../../src/evaluate/methods/running-mean';

describe('what the imputation benchmark keeps', () => {
  let folder = '';
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'psmf-kept-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const rows = 300;
  const table = {
    ...{ rows, sensors: 1, dt: new Float64Array(rows).fill(1) },
    values: Float64Array.from({ length: rows }, (_, t) => Math.sin(t / 7)),
  };
  const mask = Uint8Array.from({ length: rows }, (_, t) => (t % 9 === 0 ? 1 : 0));

  it('measures each version of a method once for each table and mask', () => {
    const made: string[] = [];
    const contestant = (version: string) => ({
      version,
      create: (sensors: number) => {
        made.push(version);
        return new LastValue(sensors);
      },
    });
    assert.equal(areKept(table, mask, { last: contestant('a') }, folder), false);
    const first = scoreOnce(table, mask, { last: contestant('a') }, folder);
    assert.equal(areKept(table, mask, { last: contestant('a') }, folder), true);
    assert.equal(areKept(table, mask, { last: contestant('b') }, folder), false);
    const again = scoreOnce(table, mask, { last: contestant('a') }, folder);
    assert.deepEqual(again, first);
    assert.ok((first.last.total.nrmse ?? 0) > 0);
    scoreOnce(table, mask, { last: contestant('b') }, folder);
    scoreOnce(table, mask.slice().fill(1, 150, 160), { last: contestant('a') }, folder);
    assert.deepEqual(made, ['a', 'b', 'a']);
  });

  it('gives all methods the same hidden values, kept or not', () => {
    const last = { version: '1', create: (sensors: number) => new LastValue(sensors) };
    const mean = { version: '1', create: (sensors: number) => new RunningMean(sensors) };
    scoreOnce(table, mask, { last }, folder);
    const both = scoreOnce(table, mask, { last, mean }, folder);
    assert.equal(both.mean.total.n, both.last.total.n);
  });

  it('a fingerprint is of the code and of all that it requires', () => {
    const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);
    write('a.js', "require('./b');\n");
    write('b.js', 'exports.one = 1;\n');
    const before = fingerprintOf([join(folder, 'a.js')]);
    assert.equal(fingerprintOf([join(folder, 'a.js')]), before);
    write('b.js', 'exports.one = 2;\n');
    assert.notEqual(fingerprintOf([join(folder, 'a.js')]), before);
  });
});
