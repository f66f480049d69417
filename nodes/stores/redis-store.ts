import type { RedisClientOptions } from 'redis';
import { errorOf } from '../../src/errors';
import { isTaking, TakenError } from '../state/taken-key';
import { parseKeyPath, readAt, writeAt } from './key-path';
import { RedisConnection } from './redis-connection';
import { ANY_VALUE, NO_EPOCH, NO_VALUE, TAKE, textArgument, WRITE } from './redis-scripts';

/** What stands under `config` in the `contextStorage` setting. */
interface RedisStoreConfig {
  /** Options of createClient of the package redis: url, username, password, socket with TLS ... */
  readonly client?: RedisClientOptions;
  /** What the keys in Redis begin with. Node-REDs with the same prefix share their context. */
  readonly prefix?: string;
  /** The longest that a read or a write waits for Redis. */
  readonly waitMs?: number;
  /** Whether context of nodes that are in no flow any more is erased; false, as another Node-RED may have other flows. */
  readonly clean?: boolean;
  /** False lets a process write what another has taken since: only to show what fencing is for. */
  readonly fenced?: boolean;
  readonly warn?: (sentence: string) => void;
}

type Callback = (error: Error | null, ...values: unknown[]) => void;

/** A field to be written, with the text of its new value; undefined removes it. */
interface Change {
  readonly field: string;
  readonly text: string | undefined;
  /** What has to stand there; null: anything. */
  readonly expected: string | null;
}

const WAIT_MS = 4000;
const MOST_TRIES = 20;
const SCAN_COUNT = 500;

/**
 * A context store of Node-RED on Redis, for one process or for many that share it. What one process has taken by a node's load is
 * written by that process alone, until another takes it.
 */
class RedisStore {
  readonly #connection: RedisConnection;
  readonly #prefix: string;
  readonly #cleans: boolean;
  readonly #isFenced: boolean;
  /** By hash and field: what this process has taken. */
  readonly #epochs = new Map<string, string>();

  constructor({ client = {}, prefix = 'node-red', waitMs = WAIT_MS, clean, fenced, warn }: RedisStoreConfig) {
    this.#connection = new RedisConnection(client, waitMs, warn ?? logWarning);
    this.#prefix = prefix;
    this.#cleans = clean ?? false;
    this.#isFenced = fenced ?? true;
  }

  open(): Promise<void> {
    return this.#connection.open();
  }

  close(): Promise<void> {
    return this.#connection.close();
  }

  get(scope: string, key: string | readonly string[], callback?: Callback): void {
    const reply = wanted(callback);
    const paths = listOf(key).map(parseKeyPath);
    const read = isTaking(callback) ? this.#take(scope, paths[0][0]) : this.#read(scope, paths);
    answer(read, reply, (texts) =>
      paths.map(([, ...path], i) => readAt(texts[i] === null ? undefined : JSON.parse(texts[i]), path)),
    );
  }

  set(scope: string, key: string | readonly string[], value: unknown, callback?: Callback): void {
    const keys = listOf(key);
    const values = typeof key === 'string' || !Array.isArray(value) ? [value] : (value as unknown[]);
    const parts = keys.map((each, i) => [parseKeyPath(each), i < values.length ? values[i] : null] as const);
    answer(this.#change(scope, parts), callback ?? (() => {}), () => []);
  }

  keys(scope: string, callback?: Callback): void {
    const fields = this.#connection.ask((client) => client.hKeys(this.#values(scope)));
    answer(fields, wanted(callback), (names) => [names]);
  }

  async delete(scope: string): Promise<void> {
    await this.#connection.ask((client) => client.del([this.#values(scope), this.#epochsOf(scope)]));
  }

  async clean(activeNodes: readonly string[]): Promise<void> {
    if (!this.#cleans) return;
    const active = new Set(['global', ...activeNodes]);
    const start = this.#values('');
    for (const name of await this.#listHashes()) {
      const scope = name.slice(start.length);
      if (!scope.split(':').every((id) => active.has(id))) await this.delete(scope);
    }
  }

  async #take(scope: string, field: string): Promise<(string | null)[]> {
    const keys = this.#hashes(scope);
    const reply = await this.#connection.ask((client) => client.eval(TAKE, { keys, arguments: [field] }));
    const [epoch, text] = reply as [string, string | null];
    this.#epochs.set(`${scope}\n${field}`, epoch);
    return [text ?? null];
  }

  #read(scope: string, paths: readonly string[][]): Promise<(string | null)[]> {
    const fields = paths.map(([field]) => field);
    return this.#connection.ask((client) => client.hmGet(this.#values(scope), fields));
  }

  /** Writes all parts or none. A part within a value is put into what stands there, again if that changes meanwhile. */
  async #change(scope: string, parts: readonly (readonly [string[], unknown])[]): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        return await this.#write(scope, await this.#plan(scope, parts));
      } catch (error) {
        const { message } = errorOf(error);
        if (message.startsWith('TAKEN ')) throw new TakenError(message.slice('TAKEN '.length));
        if (!message.startsWith('CHANGED ') || tries === MOST_TRIES) throw error;
      }
    }
  }

  async #plan(scope: string, parts: readonly (readonly [string[], unknown])[]): Promise<Change[]> {
    const whole = parts.every(([path]) => path.length === 1);
    const old = whole
      ? []
      : await this.#read(
          scope,
          parts.map(([path]) => path),
        );
    return parts.map(([[field, ...path], part], i) => {
      if (path.length === 0) return { field, text: toText(part), expected: null };
      const text = old[i];
      const value = writeAt(text === null ? undefined : JSON.parse(text), path, part);
      return { field, text: toText(value), expected: text ?? '' };
    });
  }

  async #write(scope: string, changes: readonly Change[]): Promise<void> {
    const keys = this.#hashes(scope);
    const args = changes.flatMap(({ field, text, expected }) => [
      field,
      this.#isFenced ? (this.#epochs.get(`${scope}\n${field}`) ?? NO_EPOCH) : NO_EPOCH,
      expected === null ? ANY_VALUE : textArgument(expected),
      text === undefined ? NO_VALUE : textArgument(text),
    ]);
    await this.#connection.ask((client) => client.eval(WRITE, { keys, arguments: args }));
  }

  async #listHashes(): Promise<string[]> {
    const MATCH = `${this.#values('').replace(/[*?[\]\\^]/g, '\\$&')}*`;
    const found = new Set<string>();
    let cursor = '0';
    do {
      const page = await this.#connection.ask((client) => client.scan(cursor, { MATCH, COUNT: SCAN_COUNT }));
      for (const name of page.keys) found.add(name);
      ({ cursor } = page);
    } while (cursor !== '0');
    return [...found];
  }

  #hashes(scope: string): string[] {
    return [this.#values(scope), this.#epochsOf(scope), `${this.#prefix}:epoch`];
  }

  #values(scope: string): string {
    return `${this.#prefix}:values:${scope}`;
  }

  #epochsOf(scope: string): string {
    return `${this.#prefix}:epochs:${scope}`;
  }
}

const listOf = (key: string | readonly string[]): readonly string[] =>
  typeof key === 'string' ? [key] : key;

const toText = (value: unknown): string | undefined => JSON.stringify(value);

function wanted(callback: Callback | undefined): Callback {
  if (typeof callback === 'function') return callback;
  throw new Error('The Redis context store answers later: read it with a callback.');
}

/** Calls back once, outside the promise, so that what the callback throws is its caller's. */
function answer<T>(question: Promise<T>, callback: Callback, pick: (value: T) => unknown[]): void {
  question.then(pick).then(
    (values) => setImmediate(() => callback(null, ...values)),
    (error: unknown) => setImmediate(() => callback(errorOf(error))),
  );
}

const logWarning = (sentence: string): void => console.warn(`[warn] [redis-store] ${sentence}`);

/** For the `module` of a store in Node-RED's `contextStorage` setting. */
function redisStore(config: RedisStoreConfig = {}): RedisStore {
  return new RedisStore(config);
}

/** Node-RED names the module by this in its log. */
redisStore.toString = (): string => '@psmf/node-red-psmf/redis-store';

/** It answers when the value is written, and its keys are shared between processes. */
redisStore.answersWhenWritten = true;
redisStore.isShared = true;

export = redisStore;
