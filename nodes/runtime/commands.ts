import { PsmfError } from '../../src/errors';
import { open } from '../../src/snapshot/envelope';
import type { Answer } from '../../src/stream/stream-model';
import type { Message } from '../message/arrival';
import type { Behaviour } from '../message/behaviour';
import type { ModelEntry } from './model-entry';

/** Does what a message asks for beyond readings; gives back what is to be sent, null for nothing. */
export function runCommand<A extends Answer>(
  command: 'reset' | 'export' | 'import',
  entry: ModelEntry<A>,
  msg: Message,
  behaviour: Behaviour<A>,
  allowImport: boolean,
): Message | null {
  switch (command) {
    case 'export':
      return exportModel(entry, msg);
    case 'reset':
      entry.reset();
      return null;
    case 'import':
      importModel(entry, msg, behaviour, allowImport);
      return null;
  }
}

/** The message with the model's snapshot as payload; no longer a question, which a node behind would answer again. */
function exportModel<A extends Answer>(entry: ModelEntry<A>, msg: Message): Message {
  const envelope = entry.persistence.pack();
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

/** Goes on from the snapshot in the message, of whatever node and key; the running model stays if anything is wrong with it. */
function importModel<A extends Answer>(
  entry: ModelEntry<A>,
  msg: Message,
  behaviour: Behaviour<A>,
  allowImport: boolean,
): void {
  if (!allowImport) {
    throw new PsmfError(
      'BAD_OPTION',
      'msg.import',
      'a node that allows it',
      'one that does not',
      "Switch it on in the node's settings if you trust whoever can send it messages.",
    );
  }
  const snapshot = open(msg.import);
  entry.replace(behaviour.restore(snapshot), snapshot.time);
}
