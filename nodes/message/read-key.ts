import { PsmfError, describe } from '../../src/errors';
import { LONGEST_NAME } from '../../src/frame/frame';
import { requireLength } from '../../src/frame/payload';
import type { Message } from './arrival';
import type { ReadSettings } from './incoming';
import { readOwn } from './upstream';

/** The key of the message's model, from the message or from what its payload holds; null: it names none. */
export function readKey(msg: Message, { key, property }: ReadSettings, held: () => unknown): string | null {
  if (key === null) return null;
  const field = key.fieldOf(property);
  const value = field === null ? key.read(msg) : readKeyField(held(), field);
  if (value === undefined || value === null || value === '') return null;
  const text =
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
  if (text !== '' && text.length <= LONGEST_NAME) return text;
  throw new PsmfError(
    'BAD_FRAME',
    'The model key',
    `a text of at most ${LONGEST_NAME} characters, or a number`,
    describe(value),
    `Correct msg.${key.expression}.`,
  );
}

function readKeyField(value: unknown, field: string): unknown {
  if (!Array.isArray(value)) return readOwn(value, field);
  requireLength(value);
  const keys = new Set(value.map((frame) => readOwn(frame, field)));
  if (keys.size <= 1) return [...keys][0];
  throw new PsmfError(
    'BAD_FRAME',
    'The model key of a batch',
    `the same ${field} in all its frames`,
    `${keys.size} different ones`,
    'Send a batch for each key.',
  );
}

/** The sensor of a single reading. */
export function readName(msg: Message, { name }: ReadSettings): string {
  const value = name.read(msg);
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text === 'string' && text !== '' && text.length <= LONGEST_NAME) return text;
  throw new PsmfError(
    'BAD_FRAME',
    'The sensor name of a single reading',
    `a text of at most ${LONGEST_NAME} characters in msg.${name.expression}`,
    describe(value),
    'Name the sensor there, or send the readings of all sensors as one object.',
  );
}
