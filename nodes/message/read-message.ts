import { PsmfError, describe } from '../../src/errors';
import type { Reading } from '../../src/frame/assembler';
import { LONGEST_NAME, type Fields, type Frame } from '../../src/frame/frame';
import { readNumber } from '../../src/frame/number';
import { readBatchFrame, readPayload, type Payload } from '../../src/frame/payload';
import { setField } from '../../src/frame/record';
import type { SensorList } from '../../src/frame/sensor-list';
import { readTime } from '../../src/frame/time';
import { FORMAT } from '../../src/snapshot/format';
import type { Arrival, Message } from './arrival';
import type { IncomingFrame } from './incoming-frame';
import type { PropertyPath } from './property-path';
import { blocksOf, blocksOfBatch, filledIn, isLateIn, readOwn } from './upstream';

/** Where in a message things stand. */
export interface ReadSettings {
  readonly property: PropertyPath;
  /** The sensor of a single reading. */
  readonly name: PropertyPath;
  readonly time: PropertyPath;
  /** Null: one model. */
  readonly key: PropertyPath | null;
  readonly sensors: SensorList;
}

/** What the node that reads can do. */
export interface Reader {
  /** Whether the values that psmf-impute filled are to be left out. */
  readonly distrustsFilled: boolean;
  /** Whether its models have something to fit. */
  readonly prepareFit?: unknown;
}

/** What a message is for a node, and the key of its model, null where it names none. */
export type Incoming = { readonly key: string | null } & (
  | { readonly kind: Command | 'other' }
  | {
      readonly kind: 'reading';
      readonly reading: Reading;
      readonly isLate: boolean;
      readonly learns: boolean;
    }
  | { readonly kind: 'frame' | 'batch'; readonly frames: readonly IncomingFrame[] }
);

/** Messages that are about the model and bring no readings; a reset without a key, where there are keys, is one of all models. */
export type Command = 'reset' | 'reset-all' | 'export' | 'import' | 'fit';

/** Marks what a fit reports, so that no psmf node behind takes it for readings. */
export const FIT_FORMAT = 'psmf-fit';

/** Tells what a message is by what it holds; changes nothing. Throws if it can be none of these. */
export function readMessage(arrival: Arrival, settings: ReadSettings, reader: Reader): Incoming {
  const { msg } = arrival;
  const key = readKey(msg, settings);
  const command = readCommand(msg, reader);
  if (command === 'reset' && key === null && settings.key !== null) return { key, kind: 'reset-all' };
  if (command !== null) return { key, kind: command };
  if (bringsState(msg)) return { key, kind: 'other' };
  const payload = readPayload(settings.property.read(msg));
  if (payload.kind === 'reading') return readReading(arrival, key, payload.value, settings);
  if (payload.kind === 'batch')
    return { key, kind: 'batch', frames: readBatch(arrival, payload.frames, settings, reader) };
  return { key, kind: 'frame', frames: [readFrame(arrival, payload, settings, reader)] };
}

function readCommand(msg: Message, { prepareFit }: Reader): Command | null {
  if (msg.reset === true) return 'reset';
  if (msg.export === true) return 'export';
  if (msg.import !== undefined) return 'import';
  const { fit } = msg;
  const asksForFit = fit === true || (fit !== null && typeof fit === 'object' && !Array.isArray(fit));
  return prepareFit !== undefined && asksForFit ? 'fit' : null;
}

/** Whether the message brings what some node exported, or tells of a fit: no readings, though there are numbers in it. */
function bringsState({ payload }: Message): boolean {
  if (payload === null || typeof payload !== 'object') return false;
  const { format, data } = payload as { readonly format?: unknown; readonly data?: unknown };
  return (format === FORMAT && typeof data === 'string') || format === FIT_FORMAT;
}

function readReading(arrival: Arrival, key: string | null, value: unknown, settings: ReadSettings): Incoming {
  const { msg } = arrival;
  const name = readName(msg, settings);
  if (!settings.sensors.allows(name)) return { key, kind: 'other' };
  const time = readTime(settings.time.read(msg));
  const number = readNumber(value);
  const isLate = isLateIn(blocksOf(msg, time));
  const reading = { name, value: Number.isNaN(number) ? value : number, time, arrival };
  return { key, kind: 'reading', reading, isLate, learns: !isLate && mayLearn(msg, time) };
}

function readFrame(
  { msg, time: arrival }: Arrival,
  payload: Payload,
  settings: ReadSettings,
  reader: Reader,
): IncomingFrame {
  const fields = fieldsOf(payload, settings);
  const time = readTime(settings.time.read(msg)) ?? timeWithin(fields, settings);
  const frame = { fields: sensorFields(fields, settings), time, arrival };
  return describeFrame(msg, frame, payload, blocksOf(msg, time), reader);
}

/** The frames of a batch; throws if one of them is none. */
function readBatch(
  { msg, time: arrival }: Arrival,
  frames: readonly unknown[],
  settings: ReadSettings,
  reader: Reader,
): IncomingFrame[] {
  const findBlocks = blocksOfBatch(msg, frames.length);
  return frames.map((entry, i) => {
    const payload = readBatchFrame(entry, i);
    const fields = fieldsOf(payload, settings);
    const time = timeWithin(fields, settings);
    const frame = { fields: sensorFields(fields, settings), time, arrival };
    return describeFrame(msg, frame, payload, findBlocks(i, time), reader);
  });
}

/** The frame, and what the message and the psmf nodes before say of it. */
function describeFrame(
  msg: Message,
  frame: Frame,
  payload: Payload,
  blocks: unknown,
  { distrustsFilled }: Reader,
): IncomingFrame {
  const isLate = isLateIn(blocks);
  return {
    frame: { ...frame, filled: distrustsFilled ? filledIn(blocks) : undefined },
    ...{ payload, blocks, isLate, learns: !isLate && mayLearn(msg, frame.time) },
  };
}

/** `msg.learn === false` asks for an answer only; a retained message without its own time may be of any age. */
const mayLearn = (msg: Message, time: number | null): boolean =>
  msg.learn !== false && !(msg.retain === true && time === null);

function readKey(msg: Message, { key, property }: ReadSettings): string | null {
  if (key === null) return null;
  const field = key.fieldOf(property);
  const value = field === null ? key.read(msg) : readKeyField(property.read(msg), field);
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

function readName(msg: Message, { name }: ReadSettings): string {
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

function fieldsOf(payload: Payload, { sensors }: ReadSettings): Fields {
  if (payload.kind === 'frame') return payload.fields;
  return payload.kind === 'list' ? sensors.nameFields(payload.list) : {};
}

function timeWithin(fields: Fields, { time }: ReadSettings): number | null {
  return Object.hasOwn(fields, time.name) ? readTime(fields[time.name]) : null;
}

/** The fields without those that stand for time and key: they are no sensors. */
function sensorFields(fields: Fields, settings: ReadSettings): Fields {
  const time = settings.time.name;
  const key = settings.key?.fieldOf(settings.property) ?? null;
  if (!Object.hasOwn(fields, time) && (key === null || !Object.hasOwn(fields, key))) return fields;
  const rest: Record<string, unknown> = {};
  for (const name of Object.keys(fields))
    if (name !== time && name !== key) setField(rest, name, fields[name]);
  return rest;
}
