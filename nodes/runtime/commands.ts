import { PsmfError } from '../../src/errors';
import { FORMAT, open } from '../../src/snapshot/envelope';
import type { Answer } from '../../src/stream/stream-model';
import { FIT_FORMAT } from './fit-command';
import type { Kind } from '../message/behaviour';
import type { Lane } from './model-entry';
import type { Message } from './pending-queue';

/** Messages that are about the model and bring no readings. */
export type Control = 'reset' | 'export' | 'import' | null;

export function readControl(msg: Message): Control {
  if (msg.reset === true) return 'reset';
  if (msg.export === true) return 'export';
  return msg.import === undefined ? null : 'import';
}

export function resetLane<A extends Answer>(lane: Lane<A>, kind: Kind<A>): void {
  lane.desk.reset();
  lane.watch = kind.watch();
  lane.keeper.reset();
  lane.desk.know(lane.model.names);
}

/** The message with the model's snapshot as payload; no longer a question, which a node behind would answer again. */
export function exportLane<A extends Answer>(lane: Lane<A>, msg: Message): Message {
  const envelope = lane.keeper.pack();
  if (envelope === null) {
    throw new PsmfError(
      'NOT_READY',
      'The snapshot',
      'a model that has learned a frame',
      'an empty one',
      'Ask again once readings have arrived.',
    );
  }
  msg.payload = envelope;
  delete msg.export;
  return msg;
}

/** Whether the message brings what some node exported, or tells of a fit: no readings, though there are numbers in it. */
export function bringsState({ payload }: Message): boolean {
  if (payload === null || typeof payload !== 'object') return false;
  const { format, data } = payload as { readonly format?: unknown; readonly data?: unknown };
  return (format === FORMAT && typeof data === 'string') || format === FIT_FORMAT;
}

/** Goes on from the snapshot in the message, of whatever node and key; the running model stays if anything is wrong with it. */
export function importLane<A extends Answer>(
  lane: Lane<A>,
  kind: Kind<A>,
  msg: Message,
  isAllowed: boolean,
): void {
  if (!isAllowed) {
    throw new PsmfError(
      'BAD_OPTION',
      'msg.import',
      'a node that allows it',
      'one that does not',
      "Switch it on in the node's settings if you trust whoever can send it messages.",
    );
  }
  const snapshot = open(msg.import);
  const model = kind.restore(snapshot);
  lane.desk.reset();
  lane.watch = kind.watch();
  lane.keeper.replace(model, snapshot.time);
  lane.desk.know(model.names);
}
