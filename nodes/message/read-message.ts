import { PsmfError } from '../../src/errors';
import type { Arrival } from './arrival';
import type { Incoming, Capabilities, ReadSettings } from './incoming';
import type { PropertyPath } from './property-path';
import { bringsMaintenance, bringsState, readCommand } from './read-command';
import { readKey } from './read-key';
import { readPlain } from './read-plain';
import { readPost, rootOf } from './read-post';

/** Tells what a message is by what it holds; changes nothing. Throws if it can be none of these. */
export function readMessage(arrival: Arrival, settings: ReadSettings, capabilities: Capabilities): Incoming {
  const { msg } = arrival;
  const { payloads, property } = settings;
  const content = payloads?.read(property.read(msg), arrival.time);
  const held = (): unknown => (content === undefined ? property.read(msg) : rootOf(content));
  const key = readKey(msg, settings, held);
  const command = readCommand(msg, capabilities, settings);
  if (bringsMaintenance(msg, capabilities) && key === null && settings.key !== null)
    throw noKey(settings.key);
  if (command === 'reset' && key === null && settings.key !== null) return { key, kind: 'reset-all' };
  if (command !== null) return { key, kind: command };
  if (settings.doneWhenSaved && msg.save === true) return { key, kind: 'save' };
  if (settings.doneWhenSaved && msg.release === true) return { key, kind: 'release' };
  if (bringsState(msg)) return { key, kind: 'other' };
  if (content !== undefined) return { key, kind: 'post', post: readPost(msg, content, settings) };
  return readPlain(arrival, key, property.read(msg), settings, capabilities);
}

const noKey = (key: PropertyPath): PsmfError =>
  new PsmfError(
    'BAD_OPTION',
    'msg.maintenance',
    `a message that names its model, in msg.${key.name}`,
    'one that names none',
    'Send it once for each model.',
  );
