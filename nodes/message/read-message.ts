import { PsmfError, describe } from '../../src/errors';
import type { Reading } from '../../src/frame/assembler';
import { LONGEST_NAME, type Fields } from '../../src/frame/frame';
import { readNumber } from '../../src/frame/number';
import { readBatchFrame, readPayload, requireLength, type Payload } from '../../src/frame/payload';
import { saysBad } from '../../src/frame/quality';
import { isRecord, setField } from '../../src/frame/record';
import type { SensorList } from '../../src/frame/sensor-list';
import { readTime } from '../../src/frame/time';
import { readTimeBySize } from '../../src/frame/time-by-size';
import { FORMAT } from '../../src/snapshot/format';
import type { Post } from '../../src/frame/stream-reader';
import type { Content, PayloadReader } from '../../src/frame/understand';
import type { StreamEvent } from '../../src/stream/messages';
import type { Arrival, Message } from './arrival';
import { describeFrame, mayLearn, type IncomingFrame } from './incoming-frame';
import type { PropertyPath } from './property-path';
import { REPORT_FORMAT } from './report';
import { blocksOf, blocksOfBatch, isLateIn, readOwn } from './upstream';
import type { Came } from './write-message';

/** Where in a message things stand. */
export interface ReadSettings {
  readonly property: PropertyPath;
  /** The sensor of a single reading. */
  readonly name: PropertyPath;
  readonly time: PropertyPath;
  /** Null: one model. */
  readonly key: PropertyPath | null;
  readonly sensors: SensorList;
  /** Tells what devices have written; null: payloads are read as they are, as nodes saved before had it. */
  readonly payloads: PayloadReader | null;
  /** Whether a message may ask for a save, and for what is in memory to be forgotten. */
  readonly doneWhenSaved: boolean;
}

/** What the node that reads can do. */
export interface Reader {
  /** Whether the values that psmf-impute filled are to be left out. */
  readonly distrustsFilled: boolean;
  /** Whether its models have something to fit. */
  readonly prepareFit?: unknown;
  /** Whether it raises alarms, which can be held back and called normal. */
  readonly setMaintenance?: unknown;
}

/** What a message is for a node, and the key of its model, null where it names none. */
export type Incoming = { readonly key: string | null } & (
  | { readonly kind: Command }
  | { readonly kind: 'other'; readonly events?: readonly StreamEvent[] }
  | {
      readonly kind: 'readings';
      /** Of one message. */
      readonly readings: readonly Reading[];
      readonly isLate: boolean;
      readonly learns: boolean;
    }
  | { readonly kind: 'frame' | 'batch'; readonly frames: readonly IncomingFrame[]; readonly came?: Came }
  | { readonly kind: 'post'; readonly post: Post }
);

/** A message whose payload has been looked into. */
export type Told = Exclude<Incoming, { readonly kind: 'post' }>;

/**
 * Messages that are about the model and bring no readings; a reset or a save without a key, where there are keys, is one of all
 * models.
 */
export type Command =
  | 'reset'
  | 'reset-all'
  | 'export'
  | 'import'
  | 'forget'
  | 'acknowledge'
  | 'maintenance'
  | 'report'
  | 'fit'
  | 'save'
  | 'release';

/** Marks what a fit reports, so that no psmf node behind takes it for readings. */
export const FIT_FORMAT = 'psmf-fit';

/** Tells what a message is by what it holds; changes nothing. Throws if it can be none of these. */
export function readMessage(arrival: Arrival, settings: ReadSettings, reader: Reader): Incoming {
  const { msg } = arrival;
  const { payloads } = settings;
  const content = payloads?.read(settings.property.read(msg), arrival.time);
  const key = readKey(msg, settings, content);
  const command = readCommand(msg, reader, settings);
  if (bringsMaintenance(msg, reader) && key === null && settings.key !== null) throw noKey(settings.key);
  if (command === 'reset' && key === null && settings.key !== null) return { key, kind: 'reset-all' };
  if (command !== null) return { key, kind: command };
  if (settings.doneWhenSaved && msg.save === true) return { key, kind: 'save' };
  if (settings.doneWhenSaved && msg.release === true) return { key, kind: 'release' };
  if (bringsState(msg)) return { key, kind: 'other' };
  if (content !== undefined) return { key, kind: 'post', post: readPost(msg, content, settings) };
  return readPlain(arrival, key, settings.property.read(msg), settings, reader);
}

/** The message as a device sent it: what is told apart further once its model is there. */
function readPost(msg: Message, content: Content, settings: ReadSettings): Post {
  const name = settings.name.read(msg);
  const topic = typeof name === 'string' || typeof name === 'number' ? String(name) : '';
  if (content.kind === 'single' && (topic === '' || topic.length > LONGEST_NAME)) readName(msg, settings);
  const own = readTimeBySize(settings.time.read(msg)) ?? timeWithinContent(content, settings);
  const time = own ?? readTimeBySize(msg.sourceTimestamp) ?? readTimeBySize(msg.serverTimestamp);
  const isBad = BESIDE.some((beside) => msg[beside] !== undefined && saysBad(beside, msg[beside]));
  return {
    content,
    topic: topic.length > LONGEST_NAME ? '' : topic,
    time,
    isBad,
    isOurs: msg.psmf !== undefined,
  };
}

/** Where nodes of protocols put the quality of what they have read. */
const BESIDE = ['statusCode', 'quality'] as const;

function timeWithinContent(content: Content, { time }: ReadSettings): number | null {
  const root = rootOf(content);
  return isRecord(root) && Object.hasOwn(root, time.name) ? readTimeBySize(root[time.name]) : null;
}

function rootOf(content: Content): unknown {
  if (content.kind === 'found') return content.root;
  return content.kind === 'plain' ? content.fields : content.value;
}

/** What a payload is by itself alone: a reading, a frame, a batch. */
export function readPlain(
  arrival: Arrival,
  key: string | null,
  value: unknown,
  settings: ReadSettings,
  reader: Reader,
): Told {
  const payload = readPayload(value);
  if (payload.kind === 'reading') return readReading(arrival, key, payload.value, settings);
  if (payload.kind === 'batch')
    return { key, kind: 'batch', frames: readBatch(arrival, payload.frames, settings, reader) };
  return { key, kind: 'frame', frames: [readFrame(arrival, payload, settings, reader)] };
}

/** Whether the message begins or ends maintenance, be it by the way, with readings. */
export const bringsMaintenance = (msg: Message, { setMaintenance }: Reader): boolean =>
  setMaintenance !== undefined && msg.maintenance !== undefined;

/** Numbers and texts come with every inject node; they are readings only where nothing else is asked for. */
const isReadingsLike = (payload: unknown): boolean => payload !== null && typeof payload === 'object';

const noKey = (key: PropertyPath): PsmfError =>
  new PsmfError(
    'BAD_OPTION',
    'msg.maintenance',
    `a message that names its model, in msg.${key.name}`,
    'one that names none',
    'Send it once for each model.',
  );

function readCommand(msg: Message, reader: Reader, { property }: ReadSettings): Command | null {
  const { prepareFit, setMaintenance } = reader;
  if (msg.reset === true) return 'reset';
  if (msg.export === true) return 'export';
  if (msg.import !== undefined) return 'import';
  if (msg.forget !== undefined) return 'forget';
  if (msg.report === true) return 'report';
  if (setMaintenance !== undefined && msg.acknowledge !== undefined) return 'acknowledge';
  if (bringsMaintenance(msg, reader) && !isReadingsLike(property.read(msg))) return 'maintenance';
  const { fit } = msg;
  const asksForFit = fit === true || (fit !== null && typeof fit === 'object' && !Array.isArray(fit));
  return prepareFit !== undefined && asksForFit ? 'fit' : null;
}

/** Whether the message brings what some node exported, a report, or tells of a fit: no readings, though there are numbers in it. */
function bringsState({ payload }: Message): boolean {
  if (payload === null || typeof payload !== 'object') return false;
  const { format, data, errors, text } = payload as Readonly<
    Record<'format' | 'data' | 'errors' | 'text', unknown>
  >;
  return (
    (format === FORMAT && typeof data === 'string') ||
    (format === FIT_FORMAT && Array.isArray(errors)) ||
    (format === REPORT_FORMAT && typeof text === 'string')
  );
}

function readReading(arrival: Arrival, key: string | null, value: unknown, settings: ReadSettings): Told {
  const { msg } = arrival;
  const name = readName(msg, settings);
  if (!settings.sensors.allows(name)) return { key, kind: 'other' };
  const time = readTime(settings.time.read(msg));
  const number = readNumber(value);
  const isLate = isLateIn(blocksOf(msg, time));
  const reading = { name, value: Number.isNaN(number) ? value : number, time, arrival };
  return { key, kind: 'readings', readings: [reading], isLate, learns: !isLate && mayLearn(msg, time) };
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
  return describeFrame(msg, frame, payload, blocksOf(msg, time), reader.distrustsFilled);
}

/** The frames of a batch, each value looked at once: throws if one of them is none, before the first is learned. */
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
    const frame = { fields: { ...sensorFields(fields, settings) }, time, arrival };
    return describeFrame(msg, frame, payload, findBlocks(i, time), reader.distrustsFilled);
  });
}

function readKey(msg: Message, { key, property }: ReadSettings, content: Content | undefined): string | null {
  if (key === null) return null;
  const field = key.fieldOf(property);
  const held = content === undefined ? property.read(msg) : rootOf(content);
  const value = field === null ? key.read(msg) : readKeyField(held, field);
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
