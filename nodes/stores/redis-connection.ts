import { createRequire } from 'node:module';
import type { createClient, RedisClientOptions, RedisClientType } from 'redis';
import { errorOf } from '../../src/errors';
import { limitTime } from '../state/time-limit';

const LONGEST_RETRY_MS = 1000;

/** One connection to Redis that comes back by itself; whoever asks waits for it for a bounded time. */
export class RedisConnection {
  readonly #client: RedisClientType;
  readonly #where: string;
  readonly #waitMs: number;
  readonly #warn: (sentence: string) => void;
  /** Why there is no connection; null while there is one. */
  #problem: string | null = 'not connected yet';
  #isWarned = false;

  /** Throws a sentence if the package `redis` is not installed. */
  constructor(options: RedisClientOptions, waitMs: number, warn: (sentence: string) => void) {
    this.#where = describeServer(options);
    this.#waitMs = waitMs;
    this.#warn = warn;
    this.#client = loadRedis().createClient({
      pingInterval: waitMs,
      ...options,
      commandOptions: { timeout: undefined, ...options.commandOptions }, // `ask` sets the limit, which may be longer than theirs
      socket: {
        socketTimeout: 3 * waitMs,
        reconnectStrategy: (retries: number) => Math.min(LONGEST_RETRY_MS, 50 * 2 ** Math.min(retries, 10)),
        ...options.socket,
      },
    });
    this.#client.on('error', (error: unknown) => this.#noteProblem(errorOf(error).message));
    this.#client.on('ready', () => this.#noteReady());
  }

  /** Resolves once connected or after the longest wait; tries on in either case. */
  async open(): Promise<void> {
    const connected = this.#client.connect().then(
      () => {},
      (error: unknown) => this.#noteProblem(errorOf(error).message),
    );
    await Promise.race([connected, pause(this.#waitMs)]);
    if (this.#problem !== null) this.#warnOnce();
  }

  async close(): Promise<void> {
    if (this.#problem === null) await Promise.race([this.#client.close(), pause(this.#waitMs)]);
    this.#client.destroy();
  }

  /** What Redis answers; rejects, with a sentence, if that takes too long or is a refusal. */
  async ask<T>(question: (client: RedisClientType) => Promise<T>): Promise<T> {
    const limit = new AbortController();
    let stop = (): void => {};
    const tooLong = new Promise<never>((_, reject) => {
      stop = limitTime(this.#waitMs, () => {
        limit.abort();
        reject(this.#tooLong());
      });
    });
    const answer = question(this.#client.withAbortSignal(limit.signal));
    try {
      return await Promise.race([answer, tooLong]);
    } catch (error) {
      answer.catch(() => {}); // its answer comes too late for anyone
      throw limit.signal.aborted ? this.#tooLong() : error;
    } finally {
      stop();
    }
  }

  #tooLong(): Error {
    const reason = this.#problem === null ? '' : ` (${this.#problem})`;
    return new Error(`Redis at ${this.#where} has not answered within ${this.#waitMs / 1000} s${reason}`);
  }

  #noteProblem(problem: string): void {
    const wasConnected = this.#problem === null;
    this.#problem = problem === '' ? 'connection refused' : problem;
    if (wasConnected) this.#warnOnce();
  }

  #noteReady(): void {
    this.#problem = null;
    if (this.#isWarned) this.#warn(`Redis at ${this.#where} is there again.`);
    this.#isWarned = false;
  }

  #warnOnce(): void {
    if (this.#isWarned) return;
    this.#isWarned = true;
    this.#warn(
      `No connection to Redis at ${this.#where}: ${this.#problem}. It is tried again until there is one.`,
    );
  }
}

/** The server without user and password. */
function describeServer({ url, socket }: RedisClientOptions): string {
  const { host, port, path } = (socket ?? {}) as { host?: string; port?: number; path?: string };
  if (path !== undefined) return path;
  if (url === undefined) return `${host ?? 'localhost'}:${port ?? 6379}`;
  return URL.canParse(url) ? new URL(url).host : 'the configured url';
}

function loadRedis(): { createClient: typeof createClient } {
  try {
    return createRequire(__filename)('redis') as { createClient: typeof createClient };
  } catch (error) {
    throw new Error(
      `The Redis context store needs the package redis, which cannot be loaded (${errorOf(error).message}). ` +
        "Run npm install redis in Node-RED's user directory.",
      { cause: error },
    );
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms).unref());
