import type { Node } from 'node-red';
import { PsmfError } from '../../src/errors';
import { hashesAmong, keyOfHash, modelKey, USUAL_BYTES } from '../../src/snapshot/store-keys';
import type { Counts } from '../message/status-texts';
import { ContextStore } from '../state/context-store';
import { hashKey, StoredIndex } from '../state/stored-index';
import { notReady } from './pending-queue';
import type { Settings } from './settings';

/** A text to be written and read in one go by a store that keeps all state of a flow in one file. */
const MUCH_STORED = 5e6;

/** A reset of all models that waits until it is known which there are. */
interface PendingReset {
  readonly done: (error?: Error) => void;
  /** Models that have left the memory since, with what they had learned after it: these stay. */
  readonly savedSince: Set<string>;
}

/** The models of a node in the context store: which there are, what they take, and how they are erased. */
export class StoredModels {
  readonly store: ContextStore;
  readonly #node: Node;
  readonly #settings: Settings;
  readonly #counts: Counts;
  readonly #storeKey: string;
  /** Only with keys, and in a store of this process's own: in a shared one every process would drop what others use. */
  readonly #index: StoredIndex | null;
  /** Bytes of the model without a key, which no index holds, and of the largest of all. */
  #ownBytes = 0;
  #largest = USUAL_BYTES;
  #hasWarnedOfSize = false;
  readonly #resets = new Set<PendingReset>();

  constructor(node: Node, settings: Settings, counts: Counts) {
    this.#node = node;
    this.#settings = settings;
    this.#counts = counts;
    this.store = new ContextStore(node.context().flow, settings.store);
    this.#storeKey = modelKey(node.id, '', hashKey);
    const warn = (sentence: string): void => node.warn(sentence);
    const keepsIndex = settings.key !== null && !settings.isShared;
    this.#index = keepsIndex ? new StoredIndex(this.store, this.#storeKey, warn) : null;
  }

  /** Finds out which models there are; calls back once that is known. */
  load(known: () => void): void {
    this.#index?.load((error) => {
      if (error !== null) return this.#endResets(halfReset(error));
      this.#eraseEvicted();
      known();
    });
  }

  close(done: () => void): void {
    this.#endResets(notReady('the index of saved models', 'none'));
    if (this.#index === null) done();
    else this.#index.close(done);
  }

  /** The context key of the model that a hash stands for. */
  keyOf(hash: string): string {
    return keyOfHash(this.#storeKey, hash);
  }

  get bytes(): number {
    return this.#ownBytes + (this.#index?.bytes ?? 0);
  }

  /** Of models that lie in the store only. */
  get evictedBytes(): number {
    return this.#index?.evictedBytes ?? 0;
  }

  /** Bytes of the largest so far. */
  get largest(): number {
    return this.#largest;
  }

  /** The model is in memory. */
  use(hash: string): void {
    if (hash !== '') this.#index?.use(hash);
  }

  /** The model has left the memory without ever having learned. */
  forget(hash: string): void {
    this.#index?.forget(hash);
  }

  /** The model has left the memory, and lies in the store only: as it was when it left, or as it had been saved before. */
  evict(hash: string, isSaved: boolean): void {
    if (isSaved) for (const { savedSince } of this.#resets) savedSince.add(hash);
    if (hash === '') return;
    this.#index?.evict(hash);
    this.keepEvicted(this.#settings.maxModels);
  }

  noteSaved(hash: string, bytes: number): void {
    if (hash === '') this.#ownBytes = bytes;
    else this.#index?.noteSize(hash, bytes);
    this.#largest = Math.max(this.#largest, bytes);
  }

  /** Says once that the store writes much in one go. */
  warnOfSize(): void {
    if (this.#hasWarnedOfSize || !this.#settings.storesWhole || this.bytes <= MUCH_STORED) return;
    this.#hasWarnedOfSize = true;
    this.#node.warn(
      `The saved state takes more than ${MUCH_STORED / 1e6} MB, and localfilesystem writes all of a flow's context in one go, ` +
        'which holds Node-RED up. Use @psmf/node-red-psmf/file-store for it; docs/state.md tells how.',
    );
  }

  /** Keeps no more than `most` of the models that lie in the store only. */
  keepEvicted(most: number): void {
    for (const hash of this.#index?.trim(most) ?? []) this.#drop(hash);
  }

  /** Drops the oldest of the models that lie in the store only. */
  dropOldest(): void {
    const hash = this.#index?.trimOldest();
    if (hash !== undefined) this.#drop(hash);
  }

  /** Why a reset of all models has to be refused; null: it need not be. */
  get resetRefusal(): PsmfError | null {
    const failure = this.#index?.failure ?? null;
    return failure === null ? null : noReset(failure);
  }

  /** Whether what the store has of a model is from before a reset of all models that waits. */
  awaitsReset(hash: string): boolean {
    return [...this.#resets].some(({ savedSince }) => !savedSince.has(hash));
  }

  /** Erases every model that is not in memory once it is known which there are; `done` is told then, or why that cannot be known. */
  reset(hashesInMemory: () => ReadonlySet<string>, done: (error?: Error) => void): void {
    if (!hashesInMemory().has('')) this.erase('');
    const reset: PendingReset = { done, savedSince: new Set() };
    this.#resets.add(reset);
    if (this.#settings.isShared && this.#settings.key !== null) this.#eraseShared(reset, hashesInMemory);
    else if (this.#index === null || this.#index.isRead) this.#eraseEvicted();
  }

  #eraseEvicted(): void {
    for (const { savedSince } of this.#resets)
      for (const hash of this.#index?.forgetEvicted(savedSince) ?? []) this.erase(hash);
    this.#endResets();
  }

  /** Erases the models of this node that lie in a store shared with others, who then find theirs taken. */
  #eraseShared(reset: PendingReset, hashesInMemory: () => ReadonlySet<string>): void {
    this.store.list((error, keys) => {
      // The node has closed meanwhile, and said so.
      if (!this.#resets.delete(reset)) return;
      if (error !== null) return reset.done(halfReset(error));
      const inMemory = hashesInMemory();
      for (const hash of hashesAmong(Array.isArray(keys) ? keys : [], this.#storeKey))
        if (!inMemory.has(hash) && !reset.savedSince.has(hash)) this.erase(hash);
      reset.done();
    });
  }

  #endResets(error?: Error): void {
    const ended = [...this.#resets];
    this.#resets.clear();
    for (const { done } of ended) done(error);
  }

  #drop(hash: string): void {
    this.#counts.dropped += 1;
    this.erase(hash);
  }

  erase(hash: string, ended = (): void => {}): void {
    this.store.write(this.keyOf(hash), undefined, (error) => {
      if (error !== null) this.#node.warn(`The state of an old model cannot be erased: ${error.message}.`);
      ended();
    });
  }
}

const noReset = ({ message }: Error): PsmfError =>
  notReady('the index of saved models, to reset all of them', `none (${message})`);

/** Those in memory were reset when the message came, so that what follows it is learned afresh. */
const halfReset = ({ message }: Error): PsmfError =>
  new PsmfError(
    'NOT_READY',
    'The models in memory are reset, those in the store only are not',
    'the index of saved models, to reset all of them',
    `none (${message})`,
    'Send the message again later.',
  );
