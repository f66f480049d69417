import assert from 'node:assert/strict';
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fingerprintOf, keepIn } from '../../bench/paper/kept-results';

describe('kept results', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'kept-'))));
  afterEach(() => rmSync(folder, { recursive: true }));
  const refuse = (): never => assert.fail('computed again');

  it('are computed once, also by a later run', () => {
    const file = join(folder, 'deep', 'results.jsonl');
    const keep = keepIn(file, 'a');
    let computed = 0;
    const compute = () => ({ error: 0.1 + 0.2, times: ++computed });
    const first = keep('one', compute);
    assert.equal(keep('one', refuse), first);
    assert.deepEqual(keepIn(file, 'a')('one', refuse), first);
    assert.equal(keep('two', compute).times, 2);
  });

  it('of other code do not count', () => {
    const file = join(folder, 'results.jsonl');
    keepIn(file, 'old')('one', () => 1);
    assert.equal(
      keepIn(file, 'new')('one', () => 2),
      2,
    );
    assert.equal(keepIn(file, 'old')<number>('one', refuse), 1);
  });

  it('survive a run that was stopped while it wrote', () => {
    const file = join(folder, 'results.jsonl');
    keepIn(file, 'a')('one', () => [1, null]);
    appendFileSync(file, '\n{"fingerprint":"a","key":"two","val');
    const keep = keepIn(file, 'a');
    assert.deepEqual(keep<unknown>('one', refuse), [1, null]);
    assert.equal(
      keep('two', () => 'again'),
      'again',
    );
    assert.equal(keepIn(file, 'a')<string>('two', refuse), 'again');
  });

  it('have a fingerprint that follows the code, and nothing else in the folder', () => {
    const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);
    write('code.js', 'one');
    const before = fingerprintOf([folder]);
    write('code.d.ts', 'declarations');
    assert.equal(fingerprintOf([folder]), before);
    write('code.js', 'two');
    assert.notEqual(fingerprintOf([folder]), before);
  });
});
