import type { NodeMessage } from 'node-red';
import type { Tick } from '../../src/frame/assembler';

/** A message of any kind, with whatever properties its senders gave it. */
export type Message = NodeMessage & Record<string, unknown>;

/** What is sent: a message, or one entry for each output. */
export type Output = Message | (Message | Message[] | null)[];

/** A message on its way through a node, and when it came. */
export interface Arrival extends Tick {
  readonly msg: Message;
  readonly send: (output: Output) => void;
  readonly done: (error?: Error) => void;
  /** Asked for by somebody who may change flows, and not by whoever can send a message. */
  readonly isFromEditor?: boolean;
}

export const tickNow = (): Tick => ({ time: Date.now(), ticks: performance.now() });
