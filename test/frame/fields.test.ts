import assert from 'node:assert/strict';
import { runInNewContext } from 'node:vm';
import { PsmfError } from '../../src/errors';
import { readFields } from '../../src/frame/frame';
import { recordOf } from '../../src/frame/record';

describe('readFields', () => {
  it('takes objects, also from another realm and without a prototype', () => {
    const fields: unknown[] = [{ a: 1 }, runInNewContext('({ a: 1 })'), Object.create(null)];
    for (const value of fields) assert.equal(readFields(value), value);
  });

  const refused: readonly (readonly [unknown, string])[] = [
    [[1, 2], 'an array of length 2'],
    [runInNewContext('[1, 2]'), 'an array of length 2'],
    [Buffer.from('1'), 'Uint8Array'],
    [new Date(0), 'Date'],
    [new Map(), 'Map'],
    ['{"a":1}', '"{\\"a\\":1}"'],
    [21.5, '21.5'],
    [null, 'null'],
    [undefined, 'undefined'],
  ];
  for (const [value, got] of refused) {
    it(`refuses ${got}`, () => {
      assert.throws(
        () => readFields(value),
        (error) => error instanceof PsmfError && error.code === 'BAD_FRAME' && error.got === got,
      );
    });
  }
});

describe('recordOf', () => {
  it('gives back exactly the fields, whatever their names', () => {
    const entries: [string, number][] = [
      ['b', 1],
      ['__proto__', 2],
      ['constructor', 3],
      ['toString', 4],
    ];
    const record = recordOf(entries);
    assert.deepEqual(Object.entries(record), entries);
    assert.equal(Object.getPrototypeOf(record), Object.prototype);
    assert.equal(JSON.stringify(record), '{"b":1,"__proto__":2,"constructor":3,"toString":4}');
  });
});
