import type { NodeContextData, Node, NodeAPI } from 'node-red';
import { errorOf } from '../../src/errors';
import { markTaking } from './taken-key';
import { limitTime } from './time-limit';

/** Called exactly once, with the reason where it failed. */
export type Answer<T> = (error: Error | null, value?: T) => void;

/** A store that has not answered by then is taken to be out of order. Node-RED itself waits 15 s for a node to close. */
const ANSWER_MS = 5000;

/** The store may still do what it was asked, or not. */
export class NoAnswer extends Error {}

/** One scope of Node-RED context through its callback API, with a time limit on every answer. */
export class ContextStore {
  readonly #context: NodeContextData | undefined;
  readonly #name: string | undefined;
  readonly #answerMs: number;
  /** By key: how many writes the store has not answered, and the reads that wait for them. */
  readonly #writing = new Map<string, { count: number; readonly reads: (() => void)[] }>();

  /** `context` is undefined for a node outside any flow. */
  constructor(context: NodeContextData | undefined, name: string | undefined, answerMs = ANSWER_MS) {
    this.#context = context;
    this.#name = name;
    this.#answerMs = answerMs;
  }

  read(key: string, answer: Answer<unknown>): void {
    this.#afterWrites(key, () => this.#ask(answer, (context, reply) => context.get(key, this.#name, reply)));
  }

  /** Reads, and makes the key this process's own where the store is shared with others. */
  take(key: string, answer: Answer<unknown>): void {
    this.#afterWrites(key, () =>
      this.#ask(answer, (context, reply) => context.get(key, this.#name, markTaking(reply))),
    );
  }

  /** Undefined erases what is there. */
  write(key: string, value: unknown, answer: Answer<void>): void {
    const writing = this.#writing.get(key) ?? { count: 0, reads: [] };
    writing.count += 1;
    this.#writing.set(key, writing);
    const written: Answer<void> = (error) => {
      writing.count -= 1;
      if (writing.count === 0) this.#writing.delete(key);
      answer(error);
      if (writing.count === 0) for (const read of writing.reads.splice(0)) this.#afterWrites(key, read);
    };
    this.#ask(written, (context, reply) => context.set(key, value, this.#name, (error) => reply(error)));
  }

  /** Not every store keeps the order of what it is asked: a read would find what stood there before. */
  #afterWrites(key: string, read: () => void): void {
    const writing = this.#writing.get(key);
    if (writing === undefined) read();
    else writing.reads.push(read);
  }

  /** What stands under the key, later; rejects where that cannot be read. */
  fetch(key: string): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.read(key, (error, value) => (error === null ? resolve(value) : reject(error)));
    });
  }

  /** Writes, and gives back why it could not be written. */
  put(key: string, value: unknown): Promise<Error | null> {
    return new Promise((resolve) => this.write(key, value, resolve));
  }

  /** The keys of everything in this scope. */
  list(answer: Answer<unknown>): void {
    this.#ask(answer, (context, reply) => context.keys(this.#name, reply));
  }

  #ask<T>(
    answer: Answer<T>,
    question: (context: NodeContextData, reply: (error?: unknown, value?: T) => void) => void,
  ): void {
    let answered = false;
    const reply = (error?: unknown, value?: T): void => {
      if (answered) return;
      answered = true;
      stop();
      answer(error === undefined || error === null ? null : errorOf(error), value);
    };
    const stop = limitTime(this.#answerMs, () =>
      reply(new NoAnswer(`the context store has not answered within ${this.#answerMs / 1000} s`)),
    );
    if (this.#context === undefined)
      return reply(new Error('the node is in no flow, so it has no flow context'));
    try {
      question(this.#context, reply);
    } catch (error) {
      reply(error);
    }
  }
}

type Stores = Readonly<Record<string, unknown>>;

/** Whether the `contextStorage` setting has a store of this name; without any there is one, in memory. */
export function hasStore(contextStorage: unknown, name: string): boolean {
  const stores = (contextStorage ?? {}) as Stores;
  if (Object.keys(stores).length === 0) return name === 'memory' || name === 'default';
  return name !== '_' && Object.hasOwn(stores, name);
}

/**
 * Whether a context store outlives the process, by the rules of Node-RED's `contextStorage` setting: the default store is
 * the one called "default" (or the one that name stands for), else the first. Only the built-in memory store is known not
 * to; a store of another make is taken at its word.
 */
export function survivesRestart(contextStorage: unknown, name: string | undefined): boolean {
  return kindOfStore(contextStorage, name) !== 'memory';
}

/** Whether a store answers a write only when the value is where a kill cannot take it; one of another make is taken at its word. */
export function answersWhenWritten(contextStorage: unknown, name: string | undefined): boolean {
  return kindOfStore(contextStorage, name) === 'other';
}

/** Whether a store keeps files below the user directory, or does so unless its settings say otherwise. */
export function isInUserDirectory(contextStorage: unknown, name: string | undefined): boolean {
  const { module, config } = describeStore(contextStorage, name);
  const isOfFiles =
    module === 'localfilesystem' || (module as { isOfFiles?: unknown } | undefined)?.isOfFiles === true;
  return isOfFiles && config?.dir === undefined;
}

/** Whether other processes use the same keys; their models are then theirs to keep and to drop. */
export function isSharedStore(contextStorage: unknown, name: string | undefined): boolean {
  const { module } = describeStore(contextStorage, name);
  return typeof module === 'function' && (module as { isShared?: unknown }).isShared === true;
}

/**
 * memory: Node-RED's own in memory. cached-file: its file store, which answers from memory and now and then writes all context
 * of a flow as one file. other: whatever else, which is taken to keep nothing in memory.
 */
type StoreKind = 'memory' | 'cached-file' | 'other';

export function kindOfStore(contextStorage: unknown, name: string | undefined): StoreKind {
  const { module, config } = describeStore(contextStorage, name);
  if (module === undefined || module === 'memory') return 'memory';
  const isCached = config?.cache === undefined || Boolean(config.cache);
  return module === 'localfilesystem' && isCached ? 'cached-file' : 'other';
}

interface StoreSettings {
  readonly module?: unknown;
  readonly config?: { readonly cache?: unknown; readonly dir?: unknown };
}

function describeStore(contextStorage: unknown, name: string | undefined): StoreSettings {
  const stores = (contextStorage ?? {}) as Stores;
  const wanted = name !== undefined && Object.hasOwn(stores, name) ? name : defaultStore(stores);
  const store = wanted === undefined ? undefined : stores[wanted];
  return store !== null && typeof store === 'object' ? store : {};
}

function defaultStore(stores: Stores): string | undefined {
  if (!Object.hasOwn(stores, 'default')) return Object.keys(stores).find((name) => name !== '_');
  return typeof stores.default === 'string' ? stores.default : 'default';
}

/** By runtime, which is known by its server for nodes: every node type is handed an API of its own, but the same server. */
const notices = new WeakMap<object, DurabilityNotice>();

/** The one notice that all node types of a runtime share. */
export function durabilityNoticeOf({ httpNode, settings }: NodeAPI): DurabilityNotice {
  const notice = notices.get(httpNode) ?? new DurabilityNotice(settings.contextStorage);
  notices.set(httpNode, notice);
  return notice;
}

/** Tells the user, once however many nodes there are, that what is learned will be lost. */
class DurabilityNotice {
  readonly #contextStorage: unknown;
  #given = false;

  constructor(contextStorage: unknown) {
    this.#contextStorage = contextStorage;
  }

  /** Whether the store called `name` survives a restart; warns through `node` the first time one does not. */
  check(node: Pick<Node, 'warn'>, name: string | undefined): boolean {
    const isDurable = survivesRestart(this.#contextStorage, name);
    if (!isDurable && !this.#given) {
      this.#given = true;
      node.warn(
        'The context store keeps state in memory: what the psmf nodes learn is lost when Node-RED restarts. ' +
          'Set contextStorage in the settings file to localfilesystem to keep it.',
      );
    }
    return isDurable;
  }
}
