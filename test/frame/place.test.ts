import assert from 'node:assert/strict';
import { applyEdits } from '../../src/frame/place';

const throwing = (fields: object, name: string): object =>
  Object.defineProperty({ ...fields }, name, {
    enumerable: true,
    get: () => {
      throw new Error('no');
    },
  });

describe('writing into a payload', () => {
  it('copies what it changes and shares the rest', () => {
    const root = { a: { x: 1 }, b: { y: 2 } };
    const written = applyEdits(root, [{ place: ['a', 'x'], value: 3 }]) as typeof root;
    assert.deepEqual(written, { a: { x: 3 }, b: { y: 2 } });
    assert.deepEqual(root, { a: { x: 1 }, b: { y: 2 } });
    assert.equal(written.b, root.b);
  });

  it('appends to a list, and makes the objects that are not there', () => {
    const root = { metrics: [{ name: 'a', value: 1 }] };
    assert.deepEqual(
      applyEdits(root, [
        { append: ['metrics'], value: { name: 'b', value: 2 } },
        { place: ['more', 'c'], value: 3 },
      ]),
      {
        metrics: [
          { name: 'a', value: 1 },
          { name: 'b', value: 2 },
        ],
        more: { c: 3 },
      },
    );
  });

  it('leaves out a field that throws when it is read, at the top and below', () => {
    const root = throwing({ deep: throwing({ x: 1 }, 'time') }, 'timestamp');
    assert.deepEqual(applyEdits(root, [{ place: ['deep', 'x'], value: 2 }]), { deep: { x: 2 } });
  });

  it('writes where nothing at all can be read', () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    const root = { deep: proxy };
    revoke();
    assert.deepEqual(applyEdits(root, [{ place: ['deep', 'x'], value: 2 }]), { deep: { x: 2 } });
  });
});
