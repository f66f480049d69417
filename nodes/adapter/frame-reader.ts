import { PsmfError, describe } from '../../src/errors';
import { LONGEST_NAME, type Fields } from '../../src/frame/fields';
import { setField } from '../../src/frame/record';
import type { Frame } from '../../src/stream/stream-model';
import type { Kind } from './kind';
import { readTime } from './message-time';
import { readBatchFrame, type Payload } from './payload';
import type { Settings } from './settings';
import type { Message } from './waiting-room';

const BLOCKS: readonly Kind<never>['block'][] = ['impute', 'filter', 'change'];

/** Splits of splits that are followed. */
const DEEPEST_SPLIT = 8;

/** One frame of a batch. */
interface BatchEntry {
  readonly payload: Payload;
  readonly frame: Frame;
  readonly isLate: boolean;
}

/** Reads from messages what the models want to know: key, time, fields, and which of these are no evidence. */
export class FrameReader {
  readonly #settings: Settings;
  readonly #distrustsFilled: boolean;
  readonly #timeField: string;
  /** The field of a frame that holds the key, if it stands there. */
  readonly #keyField: string | null;

  constructor(settings: Settings, distrustsFilled: boolean) {
    this.#settings = settings;
    this.#distrustsFilled = distrustsFilled;
    this.#timeField = settings.time.name;
    this.#keyField = settings.key?.fieldOf(settings.property) ?? null;
  }

  /** Null where the message names none. */
  readKey(msg: Message): string | null {
    const { key, property } = this.#settings;
    if (key === null) return null;
    const value =
      this.#keyField === null ? key.read(msg) : this.#readKeyField(property.read(msg), this.#keyField);
    if (value === undefined || value === null || value === '') return null;
    const text =
      typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
        ? String(value)
        : '';
    if (text !== '' && text.length <= LONGEST_NAME) return text;
    throw new PsmfError(
      'BAD_FRAME',
      'The model key',
      `a text of at most ${LONGEST_NAME} characters, or a number`,
      describe(value),
      `Correct msg.${key.expression}.`,
    );
  }

  /** The sensor a reading is of. */
  readName(msg: Message): string {
    const { name } = this.#settings;
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

  /** The message's own time. */
  readTime(msg: Message): number | null {
    return readTime(this.#settings.time.read(msg));
  }

  /** A frame that is a message of its own. */
  readFrame(msg: Message, payload: Payload, arrival: number): Frame {
    const fields = this.#fieldsOf(payload);
    const time = this.readTime(msg) ?? this.#timeWithin(fields);
    return { fields: this.#dropFields(fields), time, arrival, filled: this.readFilled(msg) };
  }

  /** The frames of a batch; throws before the first is learned if one of them is none. */
  readBatch(msg: Message, frames: readonly unknown[], arrival: number): BatchEntry[] {
    const blocks: unknown = msg.psmf;
    return frames.map((entry, i) => {
      const payload = readBatchFrame(entry, i);
      const fields = this.#fieldsOf(payload);
      const found: unknown = Array.isArray(blocks) ? blocks[i] : undefined;
      const filled = this.#filledIn(found);
      return {
        payload,
        isLate: isLateIn(found),
        frame: { fields: this.#dropFields(fields), time: this.#timeWithin(fields), arrival, filled },
      };
    });
  }

  /** Whether a psmf node before this one has found this late: it is answered here as there, and not learned. */
  isLate(msg: Message): boolean {
    return isLateIn(blocksOf(msg));
  }

  /** The names that psmf-impute filled, as its block of the message says. */
  readFilled(msg: Message): ReadonlySet<string> | undefined {
    return this.#filledIn(blocksOf(msg));
  }

  #readKeyField(value: unknown, field: string): unknown {
    if (!Array.isArray(value)) return readOwn(value, field);
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

  #fieldsOf(payload: Payload): Fields {
    if (payload.kind === 'frame') return payload.fields;
    return payload.kind === 'list' ? this.#settings.sensors.nameFields(payload.list) : {};
  }

  #timeWithin(fields: Fields): number | null {
    return Object.hasOwn(fields, this.#timeField) ? readTime(fields[this.#timeField]) : null;
  }

  /** The fields without those that stand for time and key: they are no sensors. */
  #dropFields(fields: Fields): Fields {
    const time = this.#timeField;
    const key = this.#keyField;
    if (!Object.hasOwn(fields, time) && (key === null || !Object.hasOwn(fields, key))) return fields;
    const rest: Record<string, unknown> = {};
    for (const name of Object.keys(fields))
      if (name !== time && name !== key) setField(rest, name, fields[name]);
    return rest;
  }

  #filledIn(blocks: unknown): ReadonlySet<string> | undefined {
    if (!this.#distrustsFilled || blocks === undefined) return undefined;
    const filled = readOwn(readOwn(blocks, 'impute'), 'filled');
    if (!Array.isArray(filled) || filled.length === 0) return undefined;
    return new Set((filled as unknown[]).filter((name) => typeof name === 'string'));
  }
}

/** What psmf nodes have said of a message that is one frame or one reading. */
export function blocksOf(msg: Message): unknown {
  const blocks: unknown = msg.psmf;
  return Array.isArray(blocks) ? blocks[splitIndex(msg, blocks.length) ?? -1] : blocks;
}

/** The place of a message in the batch of `count` frames it was split from: a frame may have been split once more since. */
function splitIndex(msg: Message, count: number): number | undefined {
  let found: unknown;
  let parts: unknown = msg.parts;
  for (let depth = 0; depth < DEEPEST_SPLIT && parts !== undefined; depth++) {
    if ((readOwn(parts, 'count') ?? count) === count) found = readOwn(parts, 'index');
    parts = readOwn(parts, 'parts');
  }
  return typeof found === 'number' ? found : undefined;
}

const isLateIn = (blocks: unknown): boolean =>
  BLOCKS.some((block) => readOwn(readOwn(blocks, block), 'late') === true);

const readOwn = (value: unknown, name: string): unknown =>
  value !== null && typeof value === 'object' && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
