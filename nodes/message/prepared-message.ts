import { copyReadable } from '../../src/frame/record';
import type { Arrival, Message, Output } from './arrival';
import type { PropertyPath } from './property-path';

/** A message that can be written to: what could fail on it has been tried. */
export interface PreparedMessage {
  readonly msg: Message;
  readonly send: (output: Output) => void;
  /** Puts the payload where it belongs. */
  readonly setPayload: (value: unknown) => void;
  /** Null: a message of the node's own. */
  readonly arrival: Arrival | null;
  /** Whether it has been sent: one message may bring the readings of several frames. */
  isSent: boolean;
  readonly property: PropertyPath;
  /** Whether a broker says that it may have sent it before. */
  readonly isRedelivered: boolean;
}

/**
 * Writes to every place the answer goes to what stands there already, and reads what is asked later: a frozen message, or a getter
 * that throws, fails here, before anything is learned.
 */
export function prepareMessage(
  msg: Message,
  send: (output: Output) => void,
  property: PropertyPath,
  arrival: Arrival | null,
): PreparedMessage {
  const setPayload = property.prepare(msg);
  setPayload(property.read(msg));
  const { psmf } = msg;
  msg.psmf = psmf;
  const isRedelivered = msg.redelivered === true;
  return { msg, send, setPayload, arrival, property, isRedelivered, isSent: false };
}

/** The message itself, once; from then on a copy of it, as the first is on its way. */
export function unsent(prepared: PreparedMessage): PreparedMessage {
  if (!prepared.isSent) {
    prepared.isSent = true;
    return prepared;
  }
  const { msg, send, property, arrival } = prepared;
  return prepareMessage(copyReadable(msg) as Message, send, property, arrival);
}
