import assert from 'node:assert/strict';
import { Senders } from '../../src/frame/senders';

const NOBODY = { names: [] };
const sourcesOf = (
  payloads: readonly object[],
  known = NOBODY as { readonly names: readonly string[] },
): string[] => {
  const senders = new Senders();
  return payloads.map((payload) => {
    const { source, isWaiting } = senders.find('bus', payload, known);
    return isWaiting ? 'waiting' : source;
  });
};

describe('who sent a message', () => {
  it('is told by a value that comes again after another', () => {
    const ids = ['a', 'b', 'a', 'b', 'c'].map((id) => ({ id }));
    assert.deepEqual(sourcesOf(ids), ['bus', 'waiting', 'bus/a', 'bus/b', 'bus/c']);
  });

  it('tells what the first was called before', () => {
    const senders = new Senders();
    const found = [17, 18, 17].map((node) => senders.find('bus', { node }, NOBODY).former);
    assert.deepEqual(found, [null, null, { source: 'bus', now: 'bus/17' }]);
  });

  it('is not told by what numbers the messages: two wait at most', () => {
    const sources = sourcesOf(Array.from({ length: 100 }, (_, id) => ({ id, name: 'probe' })));
    assert.deepEqual(sources.slice(0, 3), ['bus', 'waiting', 'waiting']);
    assert.ok(sources.slice(3).every((source) => source === 'bus'));
  });

  it('is told by the field that does, beside one that numbers the messages', () => {
    const mesh = Array.from({ length: 8 }, (_, id) => ({ id, from: id % 2 }));
    assert.deepEqual(sourcesOf(mesh).slice(3), ['bus/1', 'bus/0', 'bus/1', 'bus/0', 'bus/1']);
  });

  it('is known at once where sensors of that name were learned before', () => {
    const known = { names: ['bus/a/temperature', 'bus/b/temperature'] };
    assert.deepEqual(sourcesOf([{ id: 'b' }, { id: 'a' }], known), ['bus/b', 'bus/a']);
  });

  it('is one and the same where nothing changes, and where the topic names it', () => {
    assert.deepEqual(sourcesOf([{ id: 5 }, { id: 5 }, { id: 'bus' }, { id: 5 }]), [
      'bus',
      'bus',
      'bus',
      'bus',
    ]);
  });
});
