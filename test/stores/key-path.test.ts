import assert from 'node:assert/strict';
import { parseKeyPath, readAt, writeAt } from '../../nodes/stores/key-path';

describe('paths within context keys', () => {
  const paths: readonly [string, string[]][] = [
    ['a', ['a']],
    ['psmf_1_ab', ['psmf_1_ab']],
    ['a.b', ['a', 'b']],
    ['a[0].b', ['a', '0', 'b']],
    ['a["b.c"][\'d\']', ['a', 'b.c', 'd']],
  ];
  for (const [key, names] of paths) {
    it(`reads ${key}`, () => assert.deepEqual(parseKeyPath(key), names));
  }

  it('reads and writes at a path, and makes what is missing on the way', () => {
    const value = writeAt(undefined, ['b', 'c'], 1);
    assert.deepEqual(value, { b: { c: 1 } });
    assert.equal(readAt(value, ['b', 'c']), 1);
    assert.equal(readAt(value, ['b', 'c', 'd']), undefined);
    assert.deepEqual(writeAt(value, ['b', 'c'], undefined), { b: {} });
    assert.deepEqual(writeAt([1, 2], ['1'], 3), [1, 3]);
  });

  it('takes names of Object for plain names', () => {
    assert.equal(readAt({}, ['constructor', 'name']), undefined);
    const value = writeAt({}, ['__proto__', 'polluted'], true) as object;
    assert.ok(Object.hasOwn(value, '__proto__'));
    assert.equal(({} as { polluted?: unknown }).polluted, undefined);
  });
});
