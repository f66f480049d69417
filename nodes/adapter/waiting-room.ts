import type { NodeMessage } from 'node-red';
import { PsmfError } from '../../src/errors';

/** A message on its way through a node. */
export interface Arrival {
  readonly msg: NodeMessage;
  readonly send: (msg: NodeMessage) => void;
  readonly done: (error?: Error) => void;
  /** Epoch ms. */
  readonly time: number;
}

const SEATS = 1000;

/** Holds the messages that arrive before the node is ready, in their order; then serves each as it comes. */
export class WaitingRoom {
  #waiting: Arrival[] = [];
  #serve: ((arrival: Arrival) => void) | null = null;
  #closed = false;

  take(arrival: Arrival): void {
    if (this.#closed) arrival.done(notReady('a node that is open', 'one that is closed'));
    else if (this.#serve !== null) this.#serve(arrival);
    else if (this.#waiting.length < SEATS) this.#waiting.push(arrival);
    else arrival.done(notReady(`at most ${SEATS} messages waiting for the saved state`, 'one more'));
  }

  open(serve: (arrival: Arrival) => void): void {
    this.#serve = serve;
    this.#empty().forEach(serve);
  }

  /** Sends away those who still wait, and whoever comes later. */
  close(): void {
    this.#closed = true;
    for (const { done } of this.#empty()) done(notReady('the saved state before closing', 'none'));
  }

  #empty(): Arrival[] {
    const waiting = this.#waiting;
    this.#waiting = [];
    return waiting;
  }
}

const notReady = (expected: string, got: string): PsmfError =>
  new PsmfError('NOT_READY', 'The node is not ready', expected, got, 'Send the message again later.');
