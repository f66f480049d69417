import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { nextNormal, nextUniform } from '../../src/random';
import {
  collect,
  getNode,
  helper,
  startFlow,
  stopContext,
  streamFlow,
  streamTypes,
  type StreamType,
} from './flow';
import { UnrulyStore } from './unruly-store';

const SEEDS = Number(process.env.PSMF_STRESS_SEEDS ?? 6);
const STEPS = 60;

type Step =
  | { readonly kind: 'message'; readonly msg: Readonly<Record<string, unknown>> }
  | { readonly kind: 'save' | 'pause' | 'restart' };

/** One draw of what users, other nodes and the machine may do to a node. */
class Trial {
  readonly settings: Readonly<Record<string, unknown>>;
  readonly steps: readonly Step[];
  readonly store: UnrulyStore;
  readonly #draws: Float64Array;

  constructor(seed: number) {
    this.#draws = Float64Array.of(seed);
    const maxModels = 1 + this.#below(3);
    const atOnce = [0, 0.5, 1][this.#below(3)];
    this.store = new UnrulyStore(seed, atOnce, this.#isOneIn(3));
    this.settings = { maxModels, doneWhenSaved: this.#isOneIn(3), saveSeconds: 3600, saveAfter: 5 };
    // As many as the memory and the store have room for: none is dropped.
    const keys = Array.from({ length: 2 * maxModels }, (_, i) => `k${i}`);
    this.steps = Array.from({ length: STEPS }, (_, at) => this.#step(at, keys));
  }

  #step(at: number, keys: readonly string[]): Step {
    const site = keys[this.#below(keys.length)];
    const of = (msg: Record<string, unknown>): Step => ({ kind: 'message', msg });
    const draw = nextUniform(this.#draws, 0);
    if (draw < 0.7) {
      const payload = { a: nextNormal(this.#draws, 0), b: nextNormal(this.#draws, 0) };
      return of({ site, payload, timestamp: 1.7e12 + 1000 * at });
    }
    if (draw < 0.75) return of({ site, reset: true });
    if (draw < 0.8) return of({ reset: true });
    if (draw < 0.85) return { kind: 'save' };
    return { kind: draw < 0.95 ? 'pause' : 'restart' };
  }

  #below(count: number): number {
    return Math.floor(count * nextUniform(this.#draws, 0));
  }

  #isOneIn(count: number): boolean {
    return this.#below(count) === 0;
  }
}

/** The answers of each key, in their order. */
type Answers = Map<string, unknown[]>;

/** Sends the messages of the steps, and gives back what the node answered; restarts only where there is a store. */
async function run(type: StreamType, { steps, settings, store }: Trial, isStored: boolean): Promise<Answers> {
  const answers: Answers = new Map();
  const all = isStored ? settings : { ...settings, maxModels: 100, doneWhenSaved: false };
  const flow = streamFlow(type, { keyProperty: 'site', ...all });
  const start = async (): Promise<{ send: (msg: object) => void; end: () => Promise<void> }> => {
    await startFlow(flow, isStored ? store.settings : {});
    const { out, caught, completed } = collect();
    let sent = 0;
    const send = (msg: object): void => {
      sent += 1;
      getNode('n1').receive(structuredClone(msg) as never);
    };
    const end = async (): Promise<void> => {
      while (completed.messages.length + caught.messages.length < sent) {
        if (settings.doneWhenSaved === true && isStored) send({ save: true });
        await pause(2);
      }
      assert.deepEqual(caught.messages, []);
      for (const { site, psmf, payload } of out.messages as {
        site?: string;
        psmf?: object;
        payload?: unknown;
      }[]) {
        const key = site ?? '';
        answers.set(key, [...(answers.get(key) ?? []), { psmf, payload }]);
      }
      await helper.unload();
      await stopContext();
    };
    return { send, end };
  };
  let { send, end } = await start();
  for (const step of steps) {
    if (step.kind === 'message') send(step.msg);
    else if (!isStored) continue;
    else if (step.kind === 'pause') await pause(5);
    else if (step.kind === 'save') {
      if (settings.doneWhenSaved === true) send({ save: true });
    } else {
      await end();
      ({ send, end } = await start());
    }
  }
  await end();
  return answers;
}

for (const type of streamTypes) {
  describe(`${type}: few models in memory, an unruly store and restarts`, () => {
    for (let seed = 1; seed <= SEEDS; seed++)
      it(`answers as one that never had to store anything, seed ${seed}`, async () => {
        const trial = new Trial(seed);
        assert.deepEqual(await run(type, trial, true), await run(type, trial, false));
      });
  });
}
