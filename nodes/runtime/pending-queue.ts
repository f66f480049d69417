import type { NodeMessage } from 'node-red';
import { PsmfError } from '../../src/errors';
import type { Moment } from './reading-desk';

/** A message of any kind, with whatever properties its senders gave it. */
export type Message = NodeMessage & Record<string, unknown>;

/** What is sent: a message, or one entry for each output. */
export type Output = Message | (Message | Message[] | null)[];

/** A message on its way through a node, and when it came. */
export interface Arrival extends Moment {
  readonly msg: Message;
  readonly send: (output: Output) => void;
  readonly done: (error?: Error) => void;
}

const SEATS = 1000;

/** How many messages may wait in a node, in whatever rooms. */
export class Seats {
  readonly #refused: () => void;
  #free: number;

  /** `refused` is told of every message that finds no seat. */
  constructor(
    readonly count = SEATS,
    refused: () => void = () => {},
  ) {
    this.#free = count;
    this.#refused = refused;
  }

  get areTaken(): boolean {
    return this.#free === 0;
  }

  refuse({ done }: Arrival): void {
    this.#refused();
    done(notReady(`at most ${this.count} messages waiting for the saved state`, 'one more'));
  }

  take(): boolean {
    if (this.#free === 0) return false;
    this.#free -= 1;
    return true;
  }

  giveBack(count: number): void {
    this.#free += count;
  }
}

/** Holds the messages that arrive before a model is ready, in their order; then serves each as it comes. */
export class WaitingRoom {
  readonly #seats: Seats;
  #waiting: Arrival[] = [];
  #serve: ((arrival: Arrival) => void) | null = null;
  #closed = false;

  constructor(seats = new Seats()) {
    this.#seats = seats;
  }

  take(arrival: Arrival): void {
    if (this.#closed) arrival.done(notReady('a node that is open', 'one that is closed'));
    else if (this.#serve !== null) this.#serve(arrival);
    else if (this.#seats.take()) this.#waiting.push(arrival);
    else this.#seats.refuse(arrival);
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
    this.#seats.giveBack(waiting.length);
    return waiting;
  }
}

const notReady = (expected: string, got: string): PsmfError =>
  new PsmfError('NOT_READY', 'The node is not ready', expected, got, 'Send the message again later.');
