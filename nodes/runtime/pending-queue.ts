import { describeBytes, PsmfError } from '../../src/errors';
import type { Arrival } from '../message/arrival';

const MAX_PENDING = 1000;

/** How many messages may wait in a node, for whatever models, and what they take in memory. */
export class PendingLimit {
  #free: number;
  #bytes = 0;

  constructor(readonly most = MAX_PENDING) {
    this.#free = most;
  }

  get isReached(): boolean {
    return this.#free === 0;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Throws if one more is too many. */
  claim(bytes: number): void {
    if (this.isReached)
      throw notReady(`at most ${this.most} messages waiting for the saved state`, 'one more');
    this.#free -= 1;
    this.#bytes += bytes;
  }

  release(bytes: number): void {
    this.#free += 1;
    this.#bytes -= bytes;
  }
}

interface Waiting {
  /** Null: a reset of all models. */
  readonly arrival: Arrival | null;
  readonly bytes: number;
}

/** Messages that wait for a model to be loaded, in their order, and resets of all models among them. */
export class PendingQueue {
  readonly #limit: PendingLimit;
  readonly #waiting: Waiting[] = [];

  constructor(limit: PendingLimit) {
    this.#limit = limit;
  }

  push(arrival: Arrival, bytes: number): void {
    this.#limit.claim(bytes);
    this.#waiting.push({ arrival, bytes });
  }

  pushReset(): void {
    this.#waiting.push({ arrival: null, bytes: 0 });
  }

  /** The first, which waits no longer; undefined: nothing waits. */
  shift(): Arrival | 'reset' | undefined {
    const first = this.#waiting.shift();
    if (first === undefined) return undefined;
    if (first.arrival === null) return 'reset';
    this.#limit.release(first.bytes);
    return first.arrival;
  }

  /** Refuses all messages that wait; whether a reset was among them. */
  refuseAll(error: Error = notReady('the saved state before closing', 'none')): boolean {
    let isReset = false;
    for (let next = this.shift(); next !== undefined; next = this.shift()) {
      if (next === 'reset') isReset = true;
      else next.done(error);
    }
    return isReset;
  }
}

export const noMemory = (what: string, free: number, needed: number): PsmfError =>
  new PsmfError(
    'NO_MEMORY',
    what,
    `at most ${describeBytes(Math.max(0, free))}, which is what the psmf nodes have left`,
    describeBytes(needed),
    'Send less at a time, or allow more: psmfMemoryMB in the settings file.',
  );

export const notReady = (expected: string, got: string): PsmfError =>
  new PsmfError('NOT_READY', 'The node is not ready', expected, got, 'Send the message again later.');
