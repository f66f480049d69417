import { PsmfError, describe } from '../../src/errors';
import { open, seal, type Envelope, type Snapshot } from '../../src/snapshot/envelope';
import type { ContextStore } from './context-store';

/** A model as far as keeping it goes. */
export interface KeptModel {
  snapshot(): Pick<Snapshot, 'seq' | 'meta' | 'data'> | null;
}

/** How a model begins: new, or from a snapshot (throws if that does not fit). */
export interface Recipe<M> {
  create(): M;
  restore(snapshot: Snapshot): M;
}

export interface KeeperSettings<M> {
  readonly store: ContextStore;
  readonly nodeId: string;
  readonly saveMs: number;
  readonly recipe: Recipe<M>;
  /** Told, in a sentence, whenever state was set aside or cannot be kept. */
  readonly warn: (sentence: string) => void;
}

/**
 * Keeps one model across restarts: read once, written when changed but at most every `saveMs`, and on closing. What is in
 * the store is never overwritten unread: a value that cannot be used is first put under another key, and where the store
 * fails the model lives in memory only.
 */
export class ModelKeeper<M extends KeptModel> {
  readonly #settings: KeeperSettings<M>;
  readonly #key: string;
  #model: M | null = null;
  #time: number | null = null;
  #changed = false;
  #mayWrite = false;
  #failed = false;
  #timer: NodeJS.Timeout | null = null;
  #isWriting = false;
  #closing: (() => void) | null = null;
  #closed = false;

  constructor(settings: KeeperSettings<M>) {
    this.#settings = settings;
    this.#key = `psmf_${settings.nodeId.replace(/[^A-Za-z0-9_]/g, '_')}`;
  }

  /** False while the state is in memory only. */
  get keeping(): boolean {
    return this.#mayWrite && !this.#failed;
  }

  /** Calls back once, with the model as it was kept or a new one; never after `close`. */
  load(ready: (model: M) => void): void {
    const begin = (model: M, mayWrite: boolean): void => {
      if (this.#closed) return;
      this.#mayWrite = mayWrite;
      this.#model = model;
      ready(model);
    };
    const { store, recipe, warn } = this.#settings;
    store.read(this.#key, (error, value) => {
      if (error !== null) {
        warn(
          `The saved state cannot be read: ${error.message}. Going on in memory only, from an empty model.`,
        );
        return begin(recipe.create(), false);
      }
      if (value === undefined || value === null) return begin(recipe.create(), true);
      const restored = this.#restore(value);
      if (!(restored instanceof Error)) return begin(restored, true);
      this.#setAside(value, restored, (isSafe) => begin(recipe.create(), isSafe));
    });
  }

  /** The model has learned a frame of this time (epoch ms). */
  markChanged(time: number): void {
    this.#time = time;
    this.#changed = true;
    this.#schedule();
  }

  /** Saves what has changed, after a write that is under way; calls back even when the store fails. */
  close(done: () => void): void {
    this.#closed = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#isWriting) this.#closing = () => this.#save(done);
    else this.#save(done);
  }

  #restore(value: unknown): M | Error {
    try {
      const snapshot = open(value);
      const { nodeId, recipe } = this.#settings;
      if (snapshot.node !== nodeId) throw foreign(nodeId, snapshot.node);
      const model = recipe.restore(snapshot);
      this.#time = snapshot.time;
      return model;
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error));
    }
  }

  #setAside(value: unknown, reason: Error, done: (isSafe: boolean) => void): void {
    const { store, warn } = this.#settings;
    const outdated = reason instanceof PsmfError && reason.code === 'OTHER_SETTINGS';
    const key = `${this.#key}_${outdated ? 'previous' : 'damaged'}`;
    store.write(key, value, (error) => {
      const where =
        error === null
          ? `The old state is kept in flow context as ${key}.`
          : `The old state cannot be copied to ${key} (${error.message}) and stays where it is; going on in memory only.`;
      warn(`Starting from an empty model. ${reason.message} ${where}`);
      done(error === null);
    });
  }

  /** The model as an envelope; null before it has a sensor, or, with a warning, when it cannot be packed. */
  #pack(): Envelope | null {
    try {
      const kept = this.#model?.snapshot();
      return kept ? seal({ ...kept, node: this.#settings.nodeId, key: '', time: this.#time }) : null;
    } catch (error) {
      if (!this.#failed)
        this.#settings.warn(`The state cannot be packed: ${String(error)}. It stays in memory.`);
      this.#failed = true;
      return null;
    }
  }

  #schedule(): void {
    if (this.#timer !== null || !this.#mayWrite || this.#closed) return;
    const saveAndGoOn = (): void =>
      this.#save(() => {
        this.#timer = null;
        if (this.#changed) this.#schedule();
      });
    this.#timer = setTimeout(saveAndGoOn, this.#settings.saveMs).unref();
  }

  #save(done: () => void): void {
    const envelope = this.#mayWrite && this.#changed ? this.#pack() : null;
    if (!envelope) return done();
    this.#changed = false;
    this.#isWriting = true;
    this.#settings.store.write(this.#key, envelope, (error) => {
      if (error !== null) {
        this.#changed = true;
        if (!this.#failed)
          this.#settings.warn(`The state cannot be saved: ${error.message}. It is tried again.`);
      }
      this.#failed = error !== null;
      this.#isWriting = false;
      done();
      this.#closing?.();
      this.#closing = null;
    });
  }
}

const foreign = (expected: string, got: string): PsmfError =>
  new PsmfError(
    'BAD_SNAPSHOT',
    'Snapshot refused for its node',
    describe(expected),
    describe(got),
    'Keep the state of each node under its own key.',
  );
