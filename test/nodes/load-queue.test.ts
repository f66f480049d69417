import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import { LoadQueue } from '../../nodes/runtime/load-queue';
import type { ModelEntry } from '../../nodes/runtime/model-entry';
import type { Answer } from '../../src/stream/stream-model';

describe('LoadQueue', () => {
  it('reads nothing any more once it is closed', async () => {
    const asked: string[] = [];
    const answers: (() => void)[] = [];
    const entry = (key: string): ModelEntry<Answer> => {
      const load = (ready: () => void): void => {
        asked.push(key);
        answers.push(ready);
      };
      return { key, persistence: { load } } as unknown as ModelEntry<Answer>;
    };
    const [budget, stored, memory] = [{ limit: 1 }, { largest: 1 }, { isCrowded: () => false }];
    const queue = new LoadQueue<Answer>(budget as never, stored as never, memory as never, () => {});
    queue.add(entry('a'));
    queue.add(entry('b'));
    queue.close();
    answers[0]();
    queue.add(entry('c'));
    queue.goOn();
    await turn();
    assert.deepEqual(asked, ['a']);
  });
});
