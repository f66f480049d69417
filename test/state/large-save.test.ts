import assert from 'node:assert/strict';
import type { NodeContextData } from 'node-red';
import { ContextStore } from '../../nodes/state/context-store';
import { Persistence, type StoredModel } from '../../nodes/state/persistence';
import { open } from '../../src';
import type { Steps } from '../../src/snapshot/steps';
import { Random } from '../support/random';

type Reply = (error: Error | null, value?: unknown) => void;

/** A model of so many numbers, whose saves are laid down between their steps until they are gone on with by hand. */
function createModel(numbers: number) {
  const random = new Random(3);
  const data = Float64Array.from({ length: numbers }, () => random.normal());
  const written: unknown[] = [];
  const due: (() => Steps<void>)[] = [];
  const warnings: string[] = [];
  const context = {
    get: (_key: string, _store: unknown, reply: Reply) => reply(null, undefined),
    set: (_key: string, value: unknown, _store: unknown, reply: Reply) => {
      written.push(value);
      reply(null);
    },
  } as unknown as NodeContextData;
  const model: StoredModel = { snapshot: () => ({ seq: 1, meta: {}, data: data.slice() }) };
  const persistence = new Persistence<StoredModel>({
    ...{ store: new ContextStore(context, undefined), nodeId: 'n1', key: '', storeKey: 'psmf_n1' },
    ...{ saveMs: 1000, savePhase: null, factory: { create: () => model, restore: () => model } },
    queue: {
      add: (save) => void due.push(save),
      delete: (save) => void due.splice(0, due.length, ...due.filter((each) => each !== save)),
    },
    warn: (sentence) => void warnings.push(sentence),
  });
  persistence.load(() => {});
  persistence.markChanged(1);
  /** How many steps it took. */
  const goOn = (): number => {
    let steps = 0;
    for (let next = due.shift(); next !== undefined; next = due.shift())
      for (const save = next(); save.next().done !== true;) steps++;
    return steps;
  };
  return { data, written, due, warnings, persistence, goOn };
}

describe('the save of a large model', () => {
  it('rests between many steps, and what the store is handed is the model as it was when the save began', () => {
    const { data, written, due, persistence, goOn } = createModel(300_000);
    const before = data.slice();
    const saved: (Error | null)[] = [];
    persistence.saveNow((error) => saved.push(error));
    const save = due[0]();
    save.next();
    assert.deepEqual([written.length, saved.length, persistence.isUnsaved], [0, 0, true]);
    data.fill(7);
    assert.ok(goOn() > 20);
    assert.deepEqual([saved, persistence.isUnsaved], [[null], false]);
    assert.deepEqual(open(written[0]).data, before);
    persistence.abandon();
  });

  it('is ended at once where it must be, whether it has begun or not', () => {
    for (const steps of [0, 1, 5]) {
      const { written, due, persistence, goOn } = createModel(100_000);
      persistence.saveNow(() => {});
      const save = due[0]();
      for (let i = 0; i < steps; i++) save.next();
      persistence.hasten();
      assert.deepEqual([written.length, persistence.isUnsaved], [1, false]);
      goOn();
      persistence.hasten();
      assert.equal(written.length, 1);
      persistence.abandon();
    }
  });

  it('is followed by another, when it changes meanwhile and the node closes', () => {
    const { written, due, persistence, goOn } = createModel(100_000);
    persistence.saveNow(() => {});
    due[0]().next();
    persistence.markChanged(2);
    let isClosed = false;
    persistence.close(() => (isClosed = true));
    assert.equal(isClosed, false);
    goOn();
    assert.ok(isClosed);
    assert.deepEqual(
      written.map((envelope) => open(envelope).time),
      [1, 2],
    );
  });

  it('is not handed over any more once the model has been given up: the store may hold a newer one', () => {
    for (const steps of [0, 3]) {
      const { written, due, persistence, goOn } = createModel(100_000);
      const saved: (Error | null)[] = [];
      persistence.saveNow((error) => saved.push(error));
      const save = due[0]();
      for (let i = 0; i < steps; i++) save.next();
      persistence.abandon();
      assert.equal(due.length, 0, 'a queue would keep the model in memory');
      save.next();
      goOn();
      assert.deepEqual(written, []);
      assert.match(saved[0]?.message ?? '', /left the memory/);
      assert.equal(saved.length, 1);
    }
  });

  it('fails for good, with a reason, where there are more numbers than an envelope takes', () => {
    const { written, warnings, persistence, goOn } = createModel(2 ** 23 + 1);
    const saved: (Error | null)[] = [];
    persistence.saveNow((error) => saved.push(error));
    goOn();
    assert.deepEqual(written, []);
    assert.match(saved[0]?.message ?? '', /at most 8388608 numbers/);
    assert.match(warnings.join(), /cannot be packed: .*at most 8388608 numbers/);
    persistence.abandon();
  });

  it('may be begun again by whoever is told that it has failed', () => {
    const { warnings, due, persistence, goOn } = createModel(2 ** 23 + 1);
    const saved: string[] = [];
    persistence.saveNow((error) => {
      saved.push(error?.message ?? '');
      persistence.saveNow((again) => saved.push(again?.message ?? ''));
      persistence.hasten();
    });
    goOn();
    assert.equal(saved.length, 2);
    assert.equal(saved[0], saved[1]);
    assert.match(saved[0], /at most 8388608 numbers/);
    assert.deepEqual([due.length, warnings.length], [0, 1]);
    persistence.abandon();
  });
});
