import { PsmfError, describe, errorOf } from '../../src/errors';
import type { FitResult } from '../../src/fit/fit';
import { requireLength } from '../../src/frame/payload';
import { open } from '../../src/snapshot/envelope';
import type { Answer } from '../../src/stream/stream-model';
import type { Message, Arrival } from '../message/arrival';
import type { Behaviour } from '../message/behaviour';
import { FIT_FORMAT } from '../message/read-command';
import { reportOn } from '../message/report';
import type { FitJobs } from './fit-job';
import type { ModelEntry } from './model-entry';

/** Does what a message asks for beyond readings; gives back what is to be sent, null for nothing. */
export function runCommand<A extends Answer>(
  command: 'reset' | 'export' | 'import' | 'forget' | 'report',
  entry: ModelEntry<A>,
  msg: Message,
  behaviour: Behaviour<A>,
  allowImport: boolean,
  language: string,
): Message | null {
  switch (command) {
    case 'report':
      msg.payload = reportOn(entry.model, entry.key, language);
      delete msg.report;
      return msg;
    case 'export':
      return exportModel(entry, msg);
    case 'reset':
      entry.reset();
      return null;
    case 'forget':
      forgetSensors(entry, msg.forget);
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

/** Forgets the sensors of these names, which may be one or a list, and keeps the rest of the model. */
function forgetSensors<A extends Answer>(entry: ModelEntry<A>, forget: unknown): void {
  const given: readonly unknown[] = Array.isArray(forget) ? forget : [forget];
  requireLength(given);
  const names = [...new Set(given)];
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
export function setMaintenance<A extends Answer>(
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

/** Fits the model of an entry in the background. The message is done, and sent on with a report, when the fit is. */
export function startFit<A extends Answer>(
  jobs: FitJobs,
  behaviour: Behaviour<A>,
  entry: ModelEntry<A>,
  arrival: Arrival,
  isThere: () => boolean,
): void {
  const { msg, send, done } = arrival;
  const { model } = entry;
  const prepared = behaviour.prepareFit?.(model, msg.fit === true ? undefined : (msg.fit as object));
  if (prepared === undefined) return done();
  const started = Date.now();
  jobs.start(entry, prepared.problem, (error, result) => {
    if (error !== null) return done(error);
    if (result === undefined) return done();
    try {
      if (!isThere() || entry.model !== model) throw gone();
      prepared.adopt(result);
      entry.persistence.markChanged();
      msg.payload = describeFit(result, prepared.frames, (Date.now() - started) / 1000);
      delete msg.fit;
      send(msg);
    } catch (failure) {
      return done(errorOf(failure));
    }
    done();
  });
}

/** Errors are root mean squares of predictions one frame ahead, in units of each sensor's spread; best start first. */
function describeFit({ attempts }: FitResult, frames: number, seconds: number): object {
  const [best] = attempts;
  const failures = attempts.filter(({ failure }) => failure !== null);
  return {
    ...{ format: FIT_FORMAT, frames, seconds, starts: attempts.length },
    ...{ error: best.error, theta: best.theta, bounded: best.bounded },
    errors: attempts.filter(({ failure }) => failure === null).map(({ error }) => error),
    failed: failures.length,
    ...(failures.length === 0 ? {} : { reason: failures[0].failure }),
  };
}

const gone = (): PsmfError =>
  new PsmfError(
    'CANCELLED',
    'The fit',
    'the model it was made for',
    'another one, or none',
    'Ask again for the model of now.',
  );
