import { PsmfError, describe } from '../../src/errors';
import { copyList } from '../../src/frame/record';
import { open } from '../../src/snapshot/envelope';
import type { Answer } from '../../src/stream/stream-model';
import type { Arrival, Message, Output } from '../message/arrival';
import type { Behaviour } from '../message/behaviour';
import type { ModelCommand, NodeCommand, SortedMessage } from '../message/incoming';
import type { OwnMessages } from '../message/own-messages';
import { bringsMaintenance } from '../message/read-command';
import { reportOn } from '../message/report';
import { withEvents } from '../message/write-message';
import type { NodeView } from '../view/node-view';
import { notSaved } from './done-when-saved';
import { startFit } from './fit-command';
import type { FitJobs } from './fit-job';
import type { ModelEntry } from './model-entry';
import type { ModelRegistry } from './model-registry';
import type { StatusFacts, StatusLine } from './status';

/** A message that brings its model no readings, and is done at once. */
type Asked = Extract<SortedMessage, { readonly kind: ModelCommand | 'other' }>;

/** What commands work on. */
interface CommandOptions<A extends Answer> {
  readonly behaviour: Behaviour<A>;
  readonly registry: ModelRegistry<A>;
  readonly fits: FitJobs;
  readonly facts: StatusFacts<A>;
  readonly status: StatusLine;
  readonly view: NodeView<A>;
  readonly ownMessages: OwnMessages;
  readonly allowImport: boolean;
  /** That of the runtime: what a report is written in. */
  readonly language: string;
}

/** Does what messages ask for beyond readings. */
export class Commands<A extends Answer> {
  readonly #options: CommandOptions<A>;

  constructor(options: CommandOptions<A>) {
    this.#options = options;
  }

  /** What is asked of all models, or of the store. */
  runForNode({ kind, key }: NodeCommand, done: (error?: Error) => void): void {
    const { registry } = this.#options;
    switch (kind) {
      case 'reset-all':
        this.#noteExchange(null, 'a reset');
        return registry.resetAll(done);
      case 'save':
        return registry.save(key, (error) => done(error === null ? undefined : notSaved(error)));
      case 'release':
        registry.release(key ?? '');
        return done();
    }
  }

  /** What is asked of the model of an entry, or brings it nothing; gives back what is to be sent, null for nothing. */
  run(asked: Asked, entry: ModelEntry<A>, { msg, isFromEditor = false }: Arrival): Output | null {
    const { behaviour, ownMessages, allowImport, language } = this.#options;
    switch (asked.kind) {
      case 'other':
        return withEvents(msg, asked.events ?? [], () => ownMessages.create(entry.key));
      case 'report':
        msg.payload = reportOn(entry.model, entry.key, language);
        delete msg.report;
        return msg;
      case 'export':
        return exportModel(entry, msg);
      case 'acknowledge':
        behaviour.acknowledge?.(entry.model, msg.acknowledge);
        entry.persistence.markChanged();
        return null;
      case 'maintenance':
        return null;
      case 'reset':
        entry.reset();
        break;
      case 'forget':
        forgetSensors(entry, msg.forget);
        break;
      case 'import':
        importModel(entry, msg, behaviour, allowImport || isFromEditor);
    }
    this.#noteExchange(entry, `a message with ${asked.kind}`);
    return null;
  }

  /** Any message may say that maintenance begins, or that it is over. */
  heedMaintenance(entry: ModelEntry<A>, msg: Message): void {
    const { behaviour } = this.#options;
    if (bringsMaintenance(msg, behaviour)) setMaintenance(entry, msg.maintenance, behaviour);
  }

  /** The message is done when the fit is. */
  startFit(entry: ModelEntry<A>, arrival: Arrival): void {
    const { fits, behaviour, registry } = this.#options;
    startFit(fits, behaviour, entry, arrival, () => registry.holds(entry));
  }

  /** The model of an entry, or all of them (null), are others now. */
  #noteExchange(entry: ModelEntry<A> | null, reason: string): void {
    const { fits, facts, status, view } = this.#options;
    fits.cancel(entry, reason);
    facts.noteExchange(entry?.model ?? { seq: 0, names: [] });
    view.restart(entry?.key ?? null);
    status.touch();
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

/** Forgets the sensors of these names, which may be one or a list, and keeps the rest of the model. */
function forgetSensors<A extends Answer>(entry: ModelEntry<A>, forget: unknown): void {
  const given: readonly unknown[] = Array.isArray(forget) ? forget : [forget];
  const names = [...new Set(copyList(given))];
  const unknown = names.findIndex((name) => typeof name !== 'string' || !entry.model.names.includes(name));
  if (unknown >= 0 || names.length === 0) {
    throw new PsmfError(
      'BAD_OPTION',
      'msg.forget',
      'the name of a sensor that the model knows, or a list of such names',
      names.length === 0 ? 'an empty list' : describe(names[unknown]),
      'Name sensors as msg.psmf does; nothing was forgotten.',
    );
  }
  if (!entry.forget(names as string[])) {
    throw new PsmfError(
      'BAD_OPTION',
      'msg.forget',
      'a sensor that was found in the stream',
      'one that the node names under Sensors',
      'Take it off that list and deploy; nothing was forgotten.',
    );
  }
}

/** Holds alarms back from now on, or no longer. */
function setMaintenance<A extends Answer>(
  entry: ModelEntry<A>,
  maintenance: unknown,
  behaviour: Behaviour<A>,
): void {
  if (typeof maintenance !== 'boolean') {
    throw new PsmfError(
      'BAD_OPTION',
      'msg.maintenance',
      'true or false',
      describe(maintenance),
      'Send true when maintenance begins and false when it is over.',
    );
  }
  behaviour.setMaintenance?.(entry.model, maintenance);
  entry.persistence.markChanged();
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
  const snapshot = open(typeof msg.import === 'string' ? parseState(msg.import) : msg.import);
  entry.replace(behaviour.restore(snapshot), snapshot.time);
}

/** A state that was read from a file is text. */
function parseState(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
