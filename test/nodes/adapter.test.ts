import assert from 'node:assert/strict';
import { mock } from 'node:test';
import type { NodeContextData, NodeStatus } from 'node-red';
import type { Arrival } from '../../nodes/message/arrival';
import { ContextStore } from '../../nodes/state/context-store';
import { survivesRestart } from '../../nodes/state/context-store';
import { Persistence, type StoredModel } from '../../nodes/state/persistence';
import { SaveQueue } from '../../nodes/state/save-queue';
import { finish } from '../../src/snapshot/steps';
import { EmptyFrameLimit } from '../../nodes/runtime/empty-frame-limit';
import { StatusLine } from '../../nodes/runtime/status';
import { PendingLimit, PendingQueue } from '../../nodes/runtime/pending-queue';
import { PsmfError } from '../../src/errors';

type Reply = (error?: Error | null, value?: unknown) => void;

const contextWith = (answer: (reply: Reply) => void): NodeContextData =>
  ({
    get: (_key: string, _store: string | undefined, reply: Reply) => answer(reply),
    set: (_key: string, _value: unknown, _store: string | undefined, reply: Reply) => answer(reply),
  }) as unknown as NodeContextData;

describe('ContextStore', () => {
  const read = (store: ContextStore): Promise<[Error | null, unknown]> =>
    new Promise((resolve) => store.read('key', (error, value) => resolve([error, value])));

  it('hands on the value, the error, and what is thrown', async () => {
    const failure = new Error('broken');
    const answers: readonly (readonly [(reply: Reply) => void, Error | null, unknown])[] = [
      [(reply) => reply(undefined, 5), null, 5],
      [(reply) => reply(failure), failure, undefined],
      [
        () => {
          throw failure;
        },
        failure,
        undefined,
      ],
    ];
    for (const [answer, error, value] of answers) {
      assert.deepEqual(await read(new ContextStore(contextWith(answer), undefined)), [error, value]);
    }
  });

  it('answers once: in time, and not again when the store answers after all', async () => {
    let late: Reply = () => assert.fail('the store was not asked');
    const context = contextWith((reply) => {
      late = reply;
    });
    const answers: (Error | null)[] = [];
    const keepAlive = setInterval(() => {}, 1000);
    await new Promise<void>((resolve) =>
      new ContextStore(context, undefined, 20).read('key', (error) => {
        answers.push(error);
        resolve();
      }),
    );
    clearInterval(keepAlive);
    late(null, 5);
    assert.equal(answers.length, 1);
    assert.match(answers[0]?.message ?? '', /not answered within 0\.02 s/);
  });
});

describe('Persistence', () => {
  it('waits, when closing, for a write that is under way', async () => {
    const replies: Reply[] = [];
    const written: unknown[] = [];
    const context = {
      get: (_key: string, _store: unknown, reply: Reply) => reply(null, undefined),
      set: (_key: string, value: unknown, _store: unknown, reply: Reply) => {
        written.push(value);
        replies.push(reply);
      },
    } as unknown as NodeContextData;
    const model = { snapshot: () => ({ seq: written.length, meta: {}, data: Float64Array.of(1) }) };
    const persistence = new Persistence({
      store: new ContextStore(context, undefined),
      nodeId: 'n1',
      key: '',
      storeKey: 'psmf_n1',
      saveMs: 1,
      savePhase: null,
      queue: new SaveQueue(assert.ifError),
      factory: { create: () => model, restore: () => model },
      warn: (sentence) => assert.fail(sentence),
    });
    persistence.load(() => persistence.markChanged(1));
    while (written.length === 0) await new Promise(setImmediate);

    persistence.markChanged(2);
    let closed = false;
    persistence.close(() => {
      closed = true;
    });
    assert.deepEqual([written.length, closed], [1, false]);
    replies[0](null);
    while (written.length === 1) await new Promise(setImmediate);
    assert.equal(closed, false);
    replies[1](null);
    assert.equal(closed, true);
    assert.deepEqual(
      written.map((envelope) => (envelope as { time: number }).time),
      [1, 2],
    );
  });
});

describe('Persistence with a write under way that fails', () => {
  /** A model with one change, whose write the store has not answered. */
  async function startWriting() {
    const replies: Reply[] = [];
    const context = {
      get: (_key: string, _store: unknown, reply: Reply) => reply(null, undefined),
      set: (_key: string, _value: unknown, _store: unknown, reply: Reply) => replies.push(reply),
    } as unknown as NodeContextData;
    const model = { snapshot: () => ({ seq: 1, meta: {}, data: Float64Array.of(1) }) };
    const told: string[] = [];
    const persistence = new Persistence({
      ...{ store: new ContextStore(context, undefined), nodeId: 'n1', key: '', storeKey: 'psmf_n1' },
      ...{ saveMs: 1, savePhase: null, factory: { create: () => model, restore: () => model } },
      queue: new SaveQueue(assert.ifError),
      warn: (sentence) => told.push(sentence),
      saved: (bytes) => told.push(bytes > 0 ? 'saved' : 'erased'),
    });
    persistence.load(() => persistence.markChanged(1));
    while (replies.length === 0) await new Promise(setImmediate);
    return { persistence, replies, told };
  }

  it('tries once more before it is closed, and never after', async () => {
    for (const second of [null, new Error('disk full')]) {
      const { persistence, replies, told } = await startWriting();
      persistence.close(() => told.push('closed'));
      replies[0](new Error('disk full'));
      while (replies.length === 1) await new Promise(setImmediate);
      assert.equal(told.length, 1, told.join());
      replies[1](second);
      for (let i = 0; i < 5; i++) await new Promise(setImmediate);
      assert.deepEqual(told.slice(1), second === null ? ['saved', 'closed'] : ['closed']);
      assert.equal(replies.length, 2);
    }
  });
});

describe('Persistence with a store that does not answer', () => {
  it('waits for it once when closing, and hands it the last change all the same', async () => {
    const written: unknown[] = [];
    const context = {
      get: (_key: string, _store: unknown, reply: Reply) => reply(null, undefined),
      set: (_key: string, value: unknown) => written.push(value),
    } as unknown as NodeContextData;
    const model = { snapshot: () => ({ seq: 1, meta: {}, data: Float64Array.of(1) }) };
    const warnings: string[] = [];
    const persistence = new Persistence({
      ...{ store: new ContextStore(context, undefined, 40), nodeId: 'n1', key: '', storeKey: 'psmf_n1' },
      ...{ saveMs: 1, savePhase: null, factory: { create: () => model, restore: () => model } },
      queue: new SaveQueue(assert.ifError),
      warn: (sentence) => warnings.push(sentence),
    });
    persistence.load(() => persistence.markChanged(1));
    while (written.length === 0) await new Promise(setImmediate);
    persistence.markChanged(2);
    const writtenAtClose = await new Promise<number>((resolve) => {
      persistence.close(() => resolve(written.length));
    });
    assert.equal(writtenAtClose, 1);
    while (written.length === 1) await new Promise(setImmediate);
    assert.equal((written[1] as { time: number }).time, 2);
    assert.match(warnings.join(), /has not answered/);
  });
});

describe('Persistence with a clock of its own', () => {
  it('has saved a change, and written it, before saveMs is over', () => {
    mock.timers.enable({ apis: ['setTimeout', 'Date'] });
    try {
      const written: unknown[] = [];
      const context = {
        get: (_key: string, _store: unknown, reply: Reply) => reply(null, undefined),
        set: (_key: string, value: unknown, _store: unknown, reply: Reply) => {
          written.push(value);
          reply(null);
        },
      } as unknown as NodeContextData;
      const model = { snapshot: () => ({ seq: 1, meta: {}, data: Float64Array.of(1) }) };
      for (const savePhase of [null, 4321]) {
        const persistence = new Persistence({
          ...{ store: new ContextStore(context, undefined), nodeId: 'n1', key: '', storeKey: 'psmf_n1' },
          ...{ saveMs: 10_000, savePhase, factory: { create: () => model, restore: () => model } },
          queue: { add: (save) => finish(save()), delete: () => {} },
          warn: (sentence) => assert.fail(sentence),
        });
        written.length = 0;
        persistence.load(() => {});
        persistence.markChanged(1);
        assert.equal(written.length, 0);
        mock.timers.tick(9000);
        assert.equal(written.length, 1);
        persistence.close(() => {});
      }
    } finally {
      mock.timers.reset();
    }
  });
});

describe('Persistence with a model that cannot be packed', () => {
  it('warns, writes nothing and still closes', async () => {
    const warnings: string[] = [];
    const written: unknown[] = [];
    const context = {
      get: (_key: string, _store: unknown, reply: (error: Error | null, value?: unknown) => void) =>
        reply(null),
      set: (_key: string, value: unknown, _store: unknown, reply: (error: Error | null) => void) => {
        written.push(value);
        reply(null);
      },
    } as unknown as NodeContextData;
    const model: StoredModel = {
      snapshot: () => {
        throw new RangeError('Invalid string length');
      },
    };
    const persistence = new Persistence<StoredModel>({
      store: new ContextStore(context, undefined),
      nodeId: 'n1',
      key: '',
      storeKey: 'psmf_n1',
      saveMs: 1,
      savePhase: null,
      queue: new SaveQueue(assert.ifError),
      factory: { create: () => model, restore: () => model },
      warn: (sentence) => warnings.push(sentence),
    });
    await new Promise<void>((resolve) => persistence.load(() => resolve()));
    persistence.markChanged(1);
    await new Promise((resolve) => setTimeout(resolve, 20));
    await new Promise<void>((resolve) => persistence.close(resolve));
    assert.equal(warnings.length, 1);
    assert.match(warnings[0], /Invalid string length/);
    assert.deepEqual(written, []);
  });
});

describe('PendingQueue', () => {
  const arrivalOf = (errors: unknown[]): Arrival => ({
    ...{ msg: { _msgid: '1' }, send: () => assert.fail('sent'), time: 0, ticks: 0 },
    done: (error) => void errors.push(error),
  });

  it('hands messages and resets out in their order, and refuses those that still wait when the node closes', () => {
    const queue = new PendingQueue(new PendingLimit());
    const errors: unknown[] = [];
    const first = arrivalOf(errors);
    queue.push(first, 10);
    queue.pushReset();
    queue.push(arrivalOf(errors), 10);
    assert.equal(queue.shift(), first);
    assert.equal(queue.shift(), 'reset');
    queue.refuseAll();
    assert.equal(errors.length, 1);
    assert.ok(errors[0] instanceof PsmfError);
    assert.equal(queue.shift(), undefined);
  });

  it('holds no more than the limit that it shares with others', () => {
    const limit = new PendingLimit(2);
    const [one, other] = [new PendingQueue(limit), new PendingQueue(limit)];
    one.push(arrivalOf([]), 10);
    other.push(arrivalOf([]), 10);
    assert.throws(() => one.push(arrivalOf([]), 10), /at most 2 messages waiting/);
    one.shift();
    other.push(arrivalOf([]), 10);
    assert.ok(limit.isReached);
    assert.equal(limit.bytes, 20);
  });
});

describe('EmptyFrameLimit', () => {
  it('allows a hundred frames in a second, and as many in the next', () => {
    const limit = new EmptyFrameLimit();
    const allowed = (ticks: number): number =>
      Array.from({ length: 9000 }, () => limit.allows(ticks)).filter(Boolean).length;
    assert.deepEqual([allowed(5), allowed(900), allowed(1005), allowed(9000)], [100, 0, 100, 100]);
  });
});

describe('survivesRestart', () => {
  const file = { module: 'localfilesystem' };
  const memory = { module: 'memory' };
  const cases: readonly (readonly [string, unknown, string | undefined, boolean])[] = [
    ['nothing configured', undefined, undefined, false],
    ['no stores', {}, undefined, false],
    ['a file store by default', { default: file }, undefined, true],
    ['a memory store by default', { default: memory, disk: file }, undefined, false],
    ['an alias of the file store', { default: 'disk', ram: memory, disk: file }, undefined, true],
    ['an alias of the memory store', { default: 'ram', ram: memory, disk: file }, undefined, false],
    ['the first of several', { disk: file, ram: memory }, undefined, true],
    ['a chosen store', { default: memory, disk: file }, 'disk', true],
    ['a chosen store that is gone', { default: memory, disk: file }, 'gone', false],
    ['a store of another make', { default: { module: () => ({}) } }, undefined, true],
  ];
  for (const [what, stores, name, expected] of cases) {
    it(`is ${expected} for ${what}`, () => assert.equal(survivesRestart(stores, name), expected));
  }
});

describe('StatusLine', () => {
  it('shows the first at once, then the last of each second, and no repeats', async () => {
    const shown: NodeStatus[] = [];
    let text = '';
    const line = new StatusLine({ status: (status) => shown.push(status as NodeStatus) }, () => ({ text }));
    const keepAlive = setInterval(() => {}, 1000);
    for (text of ['a', 'b', 'c']) line.touch();
    assert.deepEqual(shown, [{ text: 'a' }]);
    while (shown.length < 2) await new Promise((resolve) => setTimeout(resolve, 10));
    line.touch();
    line.close();
    clearInterval(keepAlive);
    assert.deepEqual(shown, [{ text: 'a' }, { text: 'c' }]);
  });
});
