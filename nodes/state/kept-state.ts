import { PsmfError, describe, errorOf } from '../../src/errors';
import { open, type Snapshot } from '../../src/snapshot/envelope';
import { asideKey } from '../../src/snapshot/store-keys';
import type { ContextStore } from './context-store';

/** How a model begins: new, or from a snapshot (throws if that does not fit). */
interface ModelFactory<M> {
  create(): M;
  restore(snapshot: Snapshot): M;
}

export interface KeptStateSettings<M> {
  readonly store: ContextStore;
  readonly nodeId: string;
  /** The model's key within the node, and the context key its state stands under. */
  readonly key: string;
  readonly storeKey: string;
  readonly factory: ModelFactory<M>;
  /** Told, in a sentence, whenever state was set aside or cannot be kept. */
  readonly warn: (sentence: string) => void;
}

/** What a model begins with. */
interface Beginning<M> {
  readonly model: M;
  /** Of its last frame, epoch ms. */
  readonly time: number | null;
  /** Whether nothing in the store is lost by saving it. */
  readonly mayWrite: boolean;
}

/**
 * Reads what is kept of a model, once. A value that cannot be used is put under another key before anything takes its place;
 * where that fails, or the store cannot be read, the model lives in memory only.
 */
export class KeptState<M> {
  readonly #settings: KeptStateSettings<M>;

  constructor(settings: KeptStateSettings<M>) {
    this.#settings = settings;
  }

  /** Calls back once, at once if the store answers at once. */
  read(begin: (beginning: Beginning<M>) => void): void {
    const { store, storeKey } = this.#settings;
    store.take(storeKey, (error, value) => {
      if (error !== null) return begin(this.#giveUp(error));
      if (value === undefined || value === null) return begin(this.#startEmpty(true));
      const restored = this.#restore(value);
      if (restored instanceof Error) void this.#recover(value, restored).then(begin);
      else begin(restored);
    });
  }

  #restore(value: unknown): Beginning<M> | Error {
    try {
      const snapshot = open(value);
      const { nodeId, key, factory } = this.#settings;
      if (snapshot.node !== nodeId) throw foreign('node', nodeId, snapshot.node);
      if (snapshot.key !== key) throw foreign('key', key, snapshot.key);
      return { model: factory.restore(snapshot), time: snapshot.time, mayWrite: true };
    } catch (error) {
      return errorOf(error);
    }
  }

  #startEmpty(mayWrite: boolean): Beginning<M> {
    return { model: this.#settings.factory.create(), time: null, mayWrite };
  }

  #giveUp({ message }: Error): Beginning<M> {
    const { warn } = this.#settings;
    warn(`The saved state cannot be read: ${message}. Going on in memory only, from an empty model.`);
    return this.#startEmpty(false);
  }

  /** Goes on from the state that was set aside for this one if that fits the settings again, else from an empty model. */
  async #recover(value: unknown, reason: Error): Promise<Beginning<M>> {
    if (!isOutdated(reason)) return this.#setAside(value, reason, 'damaged');
    const { store, storeKey, warn } = this.#settings;
    const key = asideKey(storeKey, 'previous');
    const previous = await store.fetch(key).catch(errorOf);
    if (previous instanceof Error) return this.#giveUp(previous);
    const restored = this.#restore(previous);
    if (restored instanceof Error) return this.#setAside(value, reason, 'previous');
    const failure = await exchange(store, { key: storeKey, value }, { key, value: previous });
    const where =
      failure === null
        ? 'What was learned with the other settings is kept there now.'
        : `The two cannot be exchanged (${failure.message}); going on in memory only.`;
    warn(`Going on from the state kept as ${key}, which fits the settings again. ${where}`);
    return { ...restored, mayWrite: failure === null };
  }

  async #setAside(value: unknown, reason: Error, what: 'damaged' | 'previous'): Promise<Beginning<M>> {
    const { store, storeKey, warn } = this.#settings;
    const key = asideKey(storeKey, what);
    const failure = await store.put(key, value);
    const where =
      failure === null
        ? `The old state is kept in flow context as ${key}.`
        : `The old state cannot be copied to ${key} (${failure.message}) and stays where it is; going on in memory only.`;
    warn(`Starting from an empty model. ${reason.message} ${where}`);
    return this.#startEmpty(failure === null);
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
interface Stored {
  readonly key: string;
  readonly value: unknown;
}

/**
 * Exchanges what stands under two keys; gives back why it could not. The first value stands under a third key meanwhile, so
 * that, wherever it is cut short, each of the two is still in the store.
 */
async function exchange(store: ContextStore, first: Stored, second: Stored): Promise<Error | null> {
  const spare = asideKey(first.key, 'exchange');
  const steps: readonly Stored[] = [
    { key: spare, value: first.value },
    { key: first.key, value: second.value },
    { key: second.key, value: first.value },
    { key: spare, value: undefined },
  ];
  for (const { key, value } of steps) {
    const failure = await store.put(key, value);
    if (failure !== null) return failure;
  }
  return null;
}
