import { PsmfError } from '../../src/errors';
import type { Arrival } from '../message/arrival';

const MAX_PENDING = 1000;

/** How many messages may wait in a node, for whatever models. */
export class PendingLimit {
  #free: number;

  constructor(readonly most = MAX_PENDING) {
    this.#free = most;
  }

  get isReached(): boolean {
    return this.#free === 0;
  }

  /** Throws if one more is too many. */
  claim(): void {
    if (this.isReached)
      throw notReady(`at most ${this.most} messages waiting for the saved state`, 'one more');
    this.#free -= 1;
  }

  release(): void {
    this.#free += 1;
  }
}

/** Messages that wait for a model to be loaded, in their order, and resets of all models among them. */
export class PendingQueue {
  readonly #limit: PendingLimit;
  readonly #waiting: (Arrival | 'reset')[] = [];

  constructor(limit: PendingLimit) {
    this.#limit = limit;
  }

  push(arrival: Arrival): void {
    this.#limit.claim();
    this.#waiting.push(arrival);
  }

  pushReset(): void {
    this.#waiting.push('reset');
  }

  /** The first, which waits no longer; undefined: nothing waits. */
  shift(): Arrival | 'reset' | undefined {
    const first = this.#waiting.shift();
    if (first !== undefined && first !== 'reset') this.#limit.release();
    return first;
  }

  /** Refuses all that wait: the node closes. */
  refuseAll(): void {
    for (let next = this.shift(); next !== undefined; next = this.shift())
      if (next !== 'reset') next.done(notReady('the saved state before closing', 'none'));
  }
}

export const notReady = (expected: string, got: string): PsmfError =>
  new PsmfError('NOT_READY', 'The node is not ready', expected, got, 'Send the message again later.');
