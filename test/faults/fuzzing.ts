import assert from 'node:assert/strict';
import fc from 'fast-check';
import { open } from '../../src';
import fileStore from '../../nodes/stores/file-store';
import { streamTypes, type Message, type StreamType } from '../nodes/flow';
import { checkAnswer, listPrototypes } from './checks';
import { Embedded, MEMORY_STORE, Probe } from './embedded';
import { count, nextTurn, pause, type Fault } from './fault';
import { assemble, messages, type MessageRecipe } from './message-grammar';

const STORES = {
  ...MEMORY_STORE,
  cached: { module: 'localfilesystem' },
  uncached: { module: 'localfilesystem', config: { base: 'uncached', cache: false } },
  files: { module: fileStore },
};
/** A message that is not done by then never will be; once one was not, shorter messages are looked for that fail likewise. */
const MOST_WAIT_MS = 20_000;
const MOST_WAIT_AGAIN_MS = 1000;
const MOST_MESSAGES = 10;
/** The small size sends the same messages each time, so that a failure there is one of what was changed. */
const SMALL = { seed: 19, sequences: 3000 };
const FULL_MINUTES = 15;

interface Victim {
  readonly id: string;
  readonly type: StreamType;
  readonly keyProperty: string;
  /** An error may then be that of a message before, which could not be saved. */
  readonly doneWhenSaved: boolean;
}

/** Every node in every store, with keys and without, as it reads payloads now and as it once did. */
const victims: readonly Victim[] = streamTypes.flatMap((type) =>
  Object.keys(STORES).flatMap((store, i) =>
    ['', 'site'].map((keyProperty, j) => ({
      ...{ id: `${type} ${store} ${keyProperty}`, type, keyProperty, allowImport: true },
      ...{ store: store === 'default' ? '' : store, configVersion: (i + j) % 3 === 0 ? 1 : 2 },
      ...{
        maxSensors: 16,
        maxModels: 3,
        frameMs: 1000,
        doneWhenSaved: store === 'files' && keyProperty === '',
      },
      ...(store === 'files' ? { saveSeconds: 1, saveAfter: 1 } : {}),
    })),
  ),
);

class Sitting {
  readonly #victim: Victim;
  readonly #probe: Probe;
  #sent = 0;
  #hasFailed = false;
  readonly #answers: unknown[] = [];
  unlearned = 0;

  constructor(victim: Victim) {
    this.#victim = victim;
    this.#probe = new Probe(victim.id);
  }

  get failed(): number {
    return this.#probe.failed;
  }

  /** Sends the messages to a node that knows nothing yet. */
  async send(recipes: readonly MessageRecipe[]): Promise<void> {
    this.#give({ reset: true });
    await this.#settle();
    for (const recipe of recipes) {
      const before = this.#learned();
      const failures = this.#probe.failed;
      this.#give(assemble(recipe));
      if (this.#probe.failed > failures && before !== undefined) {
        assert.deepEqual(
          this.#learned(),
          before,
          `an error (${this.#probe.lastError?.message}), yet learned`,
        );
        this.unlearned += 1;
      }
    }
    await this.#settle();
  }

  /** What the node has learned, where it has one model and that is in memory. */
  #learned(): unknown {
    if (this.#victim.keyProperty !== '' || this.#victim.doneWhenSaved) return undefined;
    const done = this.#probe.done;
    const kept = this.#probe.ask({ export: true })?.payload;
    this.#sent += 1;
    if (this.#probe.done === done) return undefined; // it waits for the store
    if (kept === undefined) return null;
    const { seq, data } = open(kept);
    return { seq, data: [...data] };
  }

  #give(msg: object): void {
    this.#probe.sent = (output) => this.#answers.push(Array.isArray(output) ? output[0] : output);
    this.#sent += 1;
    this.#probe.give(msg);
    this.#checkDone(this.#probe.done <= this.#sent);
  }

  /** Not while they are sent: what is thrown there is the node's to catch. */
  #checkAnswers(): void {
    for (const answer of this.#answers.splice(0))
      checkAnswer(this.#victim.type, undefined, { psmf: readBlocks(answer) } as unknown as Message);
  }

  /** What was done too late for a sitting that has failed says nothing of the next. */
  #checkDone(isOnce: boolean): void {
    assert.ok(isOnce || this.#hasFailed, `${this.#victim.id}: done was called twice`);
  }

  /** Waits until all is done. */
  async #settle(): Promise<void> {
    const latest = Date.now() + (this.#hasFailed ? MOST_WAIT_AGAIN_MS : MOST_WAIT_MS);
    while (this.#probe.done < this.#sent) {
      if (Date.now() > latest) {
        const missing = this.#sent - this.#probe.done;
        this.#hasFailed = true;
        this.#sent = this.#probe.done;
        assert.fail(`${this.#victim.id}: done was not called for ${missing} messages`);
      }
      await pause(2);
    }
    await nextTurn();
    this.#checkDone(this.#probe.done === this.#sent);
    this.#checkAnswers();
  }
}

/** What is sent on as it came may throw when it is looked at. */
function readBlocks(msg: unknown): unknown {
  try {
    return (msg as { psmf?: unknown } | null | undefined)?.psmf;
  } catch {
    return undefined;
  }
}

export const fuzzing: Fault = {
  name: 'fuzzing',
  title:
    'sequences of messages by a grammar: proxies, getters, sparse lists, thrown values, control fields in every place, devices; each node, keyed and not, all stores',
  promise: 'no crash, finite numbers, done exactly once, and an error means that nothing was learned',
  isComputation: true,
  async run(size) {
    const seed = size.isFull ? Date.now() % 2 ** 31 : SMALL.seed;
    const extent = size.isFull
      ? { numRuns: 1e9, interruptAfterTimeLimit: FULL_MINUTES * 60_000 }
      : { numRuns: SMALL.sequences };
    const prototypes = listPrototypes();
    const embedded = await Embedded.start(victims, STORES);
    const sittings = victims.map((victim) => new Sitting(victim));
    let sequences = 0;
    let sent = 0;
    const {
      failed: isBroken,
      errorInstance,
      ...found
    } = await fc.check(
      fc.asyncProperty(
        fc.nat(victims.length - 1),
        fc.array(messages, { minLength: 1, maxLength: MOST_MESSAGES }),
        async (victim, recipes) => {
          await sittings[victim].send(recipes);
          assert.equal(listPrototypes(), prototypes, 'a prototype has changed');
          sequences += 1;
          sent += recipes.length;
        },
      ),
      { seed, ...extent },
    );
    if (isBroken)
      throw new Error(
        `${String(errorInstance)}; seed ${seed}, path ${found.counterexamplePath}, node ${victims[found.counterexample?.[0] ?? 0].id}, messages ${fc.stringify(found.counterexample?.[1])}`,
      );
    await embedded.stop();
    const failed = sittings.reduce((sum, { failed }) => sum + failed, 0);
    const unlearned = sittings.reduce((sum, { unlearned }) => sum + unlearned, 0);
    return `${count(sequences)} sequences, ${count(sent)} messages, seed ${seed}: 0 crashes, every done once, ${count(failed)} refused with an error; after ${count(unlearned)} of these the model was looked at, and was as before, bit for bit`;
  },
};
