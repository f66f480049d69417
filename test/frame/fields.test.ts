import assert from 'node:assert/strict';
import { runInNewContext } from 'node:vm';
import { PsmfError } from '../../src/errors';
import { readFields, sortFields, type Fields } from '../../src/frame/fields';
import { recordOf } from '../../src/frame/record';
import { SensorNames } from '../../src/frame/sensor-names';

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

describe('sortFields', () => {
  const names = new SensorNames(['known', 'gone']);

  it('finds readings, joining sensors and rejected values, and leaves the rest alone', () => {
    const fields = { unit: '°C', zeta: 1, known: 'broken', alpha: '2', nothing: null, gone: null };
    const { readings, joining, rejected } = sortFields(fields, names);
    assert.deepEqual([...readings].sort(), [
      ['alpha', 2],
      ['zeta', 1],
    ]);
    assert.deepEqual(joining, ['alpha', 'zeta']);
    assert.deepEqual([...rejected], [['known', 'text that is not a plain decimal number']]);
  });

  it('sees only the fields of the frame itself', () => {
    const fields = Object.create({ inherited: 1 }) as Fields;
    assert.equal(sortFields(fields, names).readings.size, 0);
  });

  it('takes no name beyond 256 characters for a sensor', () => {
    const { joining, readings } = sortFields(
      { ['x'.repeat(257)]: 1, ['y'.repeat(256)]: 2 },
      new SensorNames(),
    );
    assert.deepEqual(joining, ['y'.repeat(256)]);
    assert.equal(readings.size, 1);
  });

  it('takes __proto__ and constructor for names', () => {
    const fields = JSON.parse('{"__proto__": 1, "constructor": 2}') as Fields;
    assert.deepEqual(sortFields(fields, names).joining, ['__proto__', 'constructor']);
  });
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
