import assert from 'node:assert/strict';
import { packKinds, takeKinds } from '../../src/kinds/packed-kinds';
import type { PackedKind } from '../../src/kinds/sensor-kind';

const kinds: readonly PackedKind[] = [
  {
    columns: [0, -1, -1, -1],
    last: null,
    gap: 3,
    found: [],
    counter: [null, 0, null, 0, 0.25],
    pause: [0, 0, 0],
  },
  {
    ...{
      columns: [1, 2, -1, -1],
      last: 1 / 3,
      gap: 0,
      found: [1, 2.5, -7],
      counter: [],
      pause: [9, 1, 4, 2, 3],
    },
    blend: [1, 2, 3, 0.5],
  },
];
const others = Float64Array.of(1, NaN, 3);
const withKinds = (packed: Float64Array): Float64Array => Float64Array.from([...others, ...packed]);

describe('the kinds of sensors in a state', () => {
  it('come back as they were, and leave the numbers before them', () => {
    const packed = packKinds(kinds);
    const taken = takeKinds(packed.length, withKinds(packed), 2);
    assert.deepEqual(taken.kinds, kinds);
    assert.deepEqual(taken.rest, others);
  });

  it('are also read where they were stored as JSON, or not at all', () => {
    const stored: unknown = JSON.parse(JSON.stringify(kinds));
    assert.deepEqual(takeKinds(stored, others, 2), { kinds, rest: others });
    assert.deepEqual(takeKinds(undefined, others, 2), { kinds: null, rest: others });
  });

  it('are refused where they cannot be those of so many sensors', () => {
    const packed = packKinds(kinds);
    const data = withKinds(packed);
    const refuse = (stored: unknown, numbers = data, sensors = 2): void =>
      assert.throws(() => takeKinds(stored, numbers, sensors), { code: 'BAD_SNAPSHOT' });
    refuse(packed.length, data, 1);
    refuse(packed.length, data, 3);
    refuse(packed.length - 1);
    refuse(data.length + 1);
    refuse(-1);
    refuse(0);
    refuse('none');
    for (const length of [-1, 0.5, NaN, Infinity, 1e9]) {
      const damaged = data.slice();
      damaged[others.length] = length;
      refuse(packed.length, damaged);
    }
  });
});
