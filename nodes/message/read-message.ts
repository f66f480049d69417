import { PsmfError, describe } from '../../src/errors';
import { LONGEST_NAME, type Fields } from '../../src/frame/fields';
import { setField } from '../../src/frame/record';
import type { Frame } from '../../src/stream/stream-model';
import type { Kind } from './behaviour';
import { readTime } from '../../src/frame/time';
import { readBatchFrame, type Payload } from '../../src/frame/payload';
import type { Settings } from '../runtime/settings';
import type { Message } from '../runtime/pending-queue';

const BLOCKS: readonly Kind<never>['block'][] = ['impute', 'filter', 'change'];

/** One frame of a batch. */
interface BatchEntry {
  readonly payload: Payload;
  readonly frame: Frame;
  /** What psmf nodes before have said of it. */
  readonly blocks: unknown;
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
    return { fields: this.#dropFields(fields), time, arrival, filled: this.readFilled(msg, time) };
  }

  /** The frames of a batch; throws before the first is learned if one of them is none. */
  readBatch(msg: Message, frames: readonly unknown[], arrival: number): BatchEntry[] {
    const findBlocks = blocksOfBatch(msg, frames.length);
    return frames.map((entry, i) => {
      const payload = readBatchFrame(entry, i);
      const fields = this.#fieldsOf(payload);
      const time = this.#timeWithin(fields);
      const blocks = findBlocks(i, time);
      const filled = this.#filledIn(blocks);
      return {
        ...{ payload, blocks, isLate: isLateIn(blocks) },
        frame: { fields: this.#dropFields(fields), time, arrival, filled },
      };
    });
  }

  /** Whether a psmf node before this one has found this late: it is answered here as there, and not learned. */
  isLate(msg: Message, time: number | null): boolean {
    return isLateIn(blocksOf(msg, time));
  }

  /** The names that psmf-impute filled, as its block of the message says. */
  readFilled(msg: Message, time: number | null): ReadonlySet<string> | undefined {
    return this.#filledIn(blocksOf(msg, time));
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

/**
 * What psmf nodes have said of a message that is one frame or one reading. Where it comes of a batch they are many: those of
 * this frame have its time. Its place in the batch is no longer known: split, sort and batch nodes rewrite msg.parts.
 */
export function blocksOf(msg: Message, time: number | null): unknown {
  const blocks: unknown = msg.psmf;
  if (!Array.isArray(blocks)) return blocks;
  return time === null ? undefined : blocks.find((entry) => timesIn(entry).includes(time));
}

/** The same of the frames of a batch, which may be part of a larger one: of frame i, with its own time. */
function blocksOfBatch(msg: Message, count: number): (i: number, time: number | null) => unknown {
  const blocks: unknown = msg.psmf;
  if (!Array.isArray(blocks)) return () => undefined;
  let byTime: Map<unknown, unknown> | undefined;
  return (i, time) => {
    const entry: unknown = blocks.length === count ? blocks[i] : undefined;
    const isOfAnother = time !== null && timesIn(entry).some((other) => other !== time);
    if (entry !== undefined && !isOfAnother) return entry;
    byTime ??= indexByTime(blocks);
    return time === null ? undefined : byTime.get(time);
  };
}

/** The first entry of each time: looking through all of them for every frame would hold Node-RED up. */
function indexByTime(blocks: readonly unknown[]): Map<unknown, unknown> {
  const index = new Map<unknown, unknown>();
  for (const entry of blocks) for (const time of timesIn(entry)) if (!index.has(time)) index.set(time, entry);
  return index;
}

const timesIn = (blocks: unknown): unknown[] =>
  BLOCKS.map((block) => readOwn(readOwn(blocks, block), 'time')).filter((time) => time !== undefined);

const isLateIn = (blocks: unknown): boolean =>
  BLOCKS.some((block) => readOwn(readOwn(blocks, block), 'late') === true);

const readOwn = (value: unknown, name: string): unknown =>
  value !== null && typeof value === 'object' && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
