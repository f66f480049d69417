import { PsmfError, describe, errorOf } from '../../src/errors';
import { open, seal, type Snapshot } from '../../src/snapshot/envelope';
import type { Envelope } from '../../src/snapshot/format';
import { asideKey } from '../../src/snapshot/store-keys';
import type { ContextStore, Answer } from './context-store';

/** A model as far as storing it goes. */
export interface StoredModel {
  snapshot(): Pick<Snapshot, 'seq' | 'meta' | 'data'> | null;
}

/** How a model begins: new, or from a snapshot (throws if that does not fit). */
export interface ModelFactory<M> {
  create(): M;
  restore(snapshot: Snapshot): M;
}

export interface PersistenceSettings<M> {
  readonly store: ContextStore;
  readonly nodeId: string;
  /** The model's key within the node, and the context key its state stands under. */
  readonly key: string;
  readonly storeKey: string;
  /** A change is in the store after so long at the latest. */
  readonly saveMs: number;
  /** In ms, so that many models do not save at once; null: any time. */
  readonly savePhase: number | null;
  readonly factory: ModelFactory<M>;
  /** Told, in a sentence, whenever state was set aside or cannot be kept. */
  readonly warn: (sentence: string) => void;
  /** Told whenever nothing is left to be saved. */
  readonly saved?: () => void;
}

/** Goes on with a model, or an empty one; `mayWrite` says whether nothing in the store is lost by saving it. */
type Begin<M> = (model: M, mayWrite: boolean) => void;
type StartEmpty = (mayWrite: boolean) => void;

/**
 * Keeps one model across restarts: read once, written within `saveMs` of a change, and on closing. What is in the store
 * is never overwritten unread: a value that cannot be used is first put under another key, and where the store fails the
 * model lives in memory only.
 */
export class Persistence<M extends StoredModel> {
  readonly #settings: PersistenceSettings<M>;
  #model: M | null = null;
  #time: number | null = null;
  #changed = false;
  #mayWrite = false;
  #failed = false;
  #timer: NodeJS.Timeout | null = null;
  #isWriting = false;
  #afterWrite: (() => void)[] = [];
  #closed = false;

  constructor(settings: PersistenceSettings<M>) {
    this.#settings = settings;
  }

  /** False while the state is in memory only. */
  get isKeeping(): boolean {
    return this.#mayWrite && !this.#failed;
  }

  /** Whether there is something that a write could still save. */
  get isUnsaved(): boolean {
    return this.#mayWrite && (this.#changed || this.#isWriting);
  }

  /** Null before it is loaded. */
  get model(): M | null {
    return this.#model;
  }

  /** Calls back once, when the model is there: as it was kept, or new. Never after `close`. */
  load(ready: () => void): void {
    const begin: Begin<M> = (model, mayWrite) => {
      if (this.#closed) return;
      this.#mayWrite = mayWrite;
      this.#model = model;
      ready();
    };
    const { store, storeKey, factory } = this.#settings;
    const startEmpty: StartEmpty = (mayWrite) => begin(factory.create(), mayWrite);
    store.read(storeKey, (error, value) => {
      if (error !== null) return this.#giveUp(error, startEmpty);
      if (value === undefined || value === null) return startEmpty(true);
      const restored = this.#restore(value);
      if (!(restored instanceof Error)) return begin(restored, true);
      if (isOutdated(restored)) this.#goBack(value, restored, begin, startEmpty);
      else this.#setAside(value, restored, startEmpty);
    });
  }

  /** The model has learned a frame of this time (epoch ms), or changed between two frames. */
  markChanged(time: number | null = this.#time): void {
    this.#time = time;
    this.#changed = true;
    this.#schedule();
  }

  /** The model as an envelope; null before it has a sensor. Throws if it cannot be packed. */
  pack(): Envelope | null {
    const { nodeId, key } = this.#settings;
    const kept = this.#model?.snapshot();
    return kept ? seal({ ...kept, node: nodeId, key, time: this.#time }) : null;
  }

  /** Goes on with another model, in memory and in the store. */
  replace(model: M, time: number | null): void {
    this.#model = model;
    this.#time = time;
    this.#changed = true;
    this.#schedule();
  }

  /** Forgets what was learned, here and, at once, in the store, whatever stands there. */
  reset(): void {
    this.#mayWrite = true;
    this.replace(this.#settings.factory.create(), null);
    this.saveNow(() => {});
  }

  /** Saves what has changed, after a write that is under way; calls back even when the store fails. */
  saveNow(done: () => void): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#isWriting) this.#afterWrite.push(() => this.saveNow(done));
    else this.#save(done);
  }

  /** Nothing is saved any more. */
  abandon(): void {
    this.#closed = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  /** Saves for the last time. */
  close(done: () => void): void {
    this.#closed = true;
    this.saveNow(done);
  }

  #restore(value: unknown): M | Error {
    try {
      const snapshot = open(value);
      const { nodeId, key, factory } = this.#settings;
      if (snapshot.node !== nodeId) throw foreign('node', nodeId, snapshot.node);
      if (snapshot.key !== key) throw foreign('key', key, snapshot.key);
      const model = factory.restore(snapshot);
      this.#time = snapshot.time;
      return model;
    } catch (error) {
      return errorOf(error);
    }
  }

  #giveUp(error: Error, startEmpty: StartEmpty): void {
    const { warn } = this.#settings;
    warn(`The saved state cannot be read: ${error.message}. Going on in memory only, from an empty model.`);
    startEmpty(false);
  }

  /** Goes on from the state that was set aside for this one if that fits the settings again: the two change places. */
  #goBack(value: unknown, reason: Error, begin: Begin<M>, startEmpty: StartEmpty): void {
    const { store, storeKey, warn } = this.#settings;
    const key = asideKey(storeKey, 'previous');
    store.read(key, (failure, previous) => {
      if (failure !== null) return this.#giveUp(failure, startEmpty);
      const model = this.#restore(previous);
      if (model instanceof Error) return this.#setAside(value, reason, startEmpty);
      exchange(store, { key: storeKey, value }, { key, value: previous }, (error) => {
        const where =
          error === null
            ? 'What was learned with the other settings is kept there now.'
            : `The two cannot be exchanged (${error.message}); going on in memory only.`;
        warn(`Going on from the state kept as ${key}, which fits the settings again. ${where}`);
        begin(model, error === null);
      });
    });
  }

  #setAside(value: unknown, reason: Error, startEmpty: StartEmpty): void {
    const { store, storeKey, warn } = this.#settings;
    const key = asideKey(storeKey, isOutdated(reason) ? 'previous' : 'damaged');
    store.write(key, value, (error) => {
      const where =
        error === null
          ? `The old state is kept in flow context as ${key}.`
          : `The old state cannot be copied to ${key} (${error.message}) and stays where it is; going on in memory only.`;
      warn(`Starting from an empty model. ${reason.message} ${where}`);
      startEmpty(error === null);
    });
  }

  #schedule(): void {
    if (this.#timer !== null || !this.#mayWrite || this.#closed) return;
    const { saveMs, savePhase } = this.#settings;
    this.#timer = setTimeout(() => this.saveNow(() => {}), waitToSave(saveMs, savePhase, Date.now())).unref();
  }

  #save(done: () => void): void {
    const envelope = this.#mayWrite && this.#changed ? this.#tryToPack() : null;
    if (envelope === null) return done();
    this.#changed = false;
    this.#isWriting = true;
    this.#settings.store.write(this.#settings.storeKey, envelope.value, (error) => {
      this.#isWriting = false;
      this.#noteResult(error);
      done();
      for (const next of this.#afterWrite.splice(0)) next();
      if (this.#changed) this.#schedule();
      else this.#settings.saved?.();
    });
  }

  #noteResult(error: Error | null): void {
    if (error !== null) {
      this.#changed = true;
      if (!this.#failed)
        this.#settings.warn(`The state cannot be saved: ${error.message}. It is tried again.`);
    }
    this.#failed = error !== null;
  }

  /** What should stand in the store: nothing for a model without sensors. Null, with a warning, when it cannot be packed. */
  #tryToPack(): { readonly value: Envelope | undefined } | null {
    try {
      return { value: this.pack() ?? undefined };
    } catch (error) {
      if (!this.#failed)
        this.#settings.warn(`The state cannot be packed: ${String(error)}. It stays in memory.`);
      this.#failed = true;
      return null;
    }
  }
}

const isOutdated = (error: Error): boolean => error instanceof PsmfError && error.code === 'OTHER_SETTINGS';

const foreign = (what: string, expected: string, got: string): PsmfError =>
  new PsmfError(
    'BAD_SNAPSHOT',
    `Snapshot refused for its ${what}`,
    describe(expected),
    describe(got),
    'Keep the state of each model under its own key.',
  );

/** A value and the context key it stands under. */
export interface Stored {
  readonly key: string;
  readonly value: unknown;
}

/**
 * Exchanges what stands under two keys. The first value stands under a third key meanwhile, so that, wherever it is cut short,
 * each of the two is still in the store.
 */
export function exchange(store: ContextStore, first: Stored, second: Stored, done: Answer<void>): void {
  const spare = asideKey(first.key, 'exchange');
  const steps: readonly Stored[] = [
    { key: spare, value: first.value },
    { key: first.key, value: second.value },
    { key: second.key, value: first.value },
    { key: spare, value: undefined },
  ];
  const take = (step: number): void => {
    if (step === steps.length) return done(null);
    const { key, value } = steps[step];
    store.write(key, value, (error) => {
      if (error !== null) done(error);
      else take(step + 1);
    });
  };
  take(0);
}

/** What a save may take from its timer to the end of Node-RED's own writing, beyond the store's flush interval. */
const MOST_RESERVE_MS = 1000;

/** The longest a change waits for its save: `saveMs` is when it has to be over, so it begins earlier. */
const longestWait = (saveMs: number): number => Math.max(saveMs - MOST_RESERVE_MS, saveMs / 4);

/**
 * How long the save of a change waits, in ms. A timer of a busy machine is late, a snapshot takes time to pack and the store
 * takes time to write: a second is left for these, and at most three quarters of `saveMs`, so that what a kill takes is
 * never older than `saveMs` and the store's flush interval. With a phase, saves fall on times that leave this remainder.
 */
export function waitToSave(saveMs: number, phase: number | null, now: number): number {
  const period = longestWait(saveMs);
  return phase === null ? period : period - ((now - (phase % period)) % period);
}
