import { buf as crc32 } from 'crc-32';
import { isCount } from '../arguments';
import { describe, refusedSnapshot as refused } from '../errors';
import { decodeNumbers, encodeNumbersInSteps } from './base64-numbers';
import { canonicalJson, type Json } from './canonical-json';
import { FORMAT, VERSION, type Envelope } from './format';
import { migrate, type Migrations, migrations } from './migrations';
import { finish, type Steps } from './steps';

/** Longest base64 text that is decoded: 64 MiB, a model of six million numbers. */
const MAX_TEXT = 2 ** 26;

/** What a model hands over to be kept. */
export interface Snapshot {
  /** Whose model it is; a snapshot opened for another owner is refused. */
  readonly node: string;
  /** The model's key within the node, "" where there is one model only. */
  readonly key: string;
  /** Frames learned. */
  readonly seq: number;
  /** Time of the last frame, epoch ms; null before the first. */
  readonly time: number | null;
  /** Names, settings, units: whatever gives the numbers their meaning. */
  readonly meta: Json;
  readonly data: Float64Array;
}

/** Refuses, as BAD_SNAPSHOT, what `open` would. */
export const seal = (snapshot: Snapshot): Envelope => finish(sealInSteps(snapshot));

/** The same a little at a time; the snapshot is not to change until the end. */
export function* sealInSteps(snapshot: Snapshot): Steps<Envelope> {
  const body = {
    format: FORMAT,
    version: VERSION,
    node: snapshot.node,
    key: snapshot.key,
    seq: snapshot.seq,
    time: snapshot.time,
    meta: snapshot.meta,
    data: yield* encodeNumbersInSteps(snapshot.data),
  } as const;
  return readEnvelope({ ...body, crc32: yield* checksumInSteps(body) });
}

/** Checks an envelope field by field and unpacks it. Throws BAD_SNAPSHOT with the reason; never returns half of one. */
export function open(value: unknown, steps: Migrations = migrations): Snapshot {
  if (value === null || typeof value !== 'object')
    throw refused('the envelope', 'an object', describe(value));
  const stored = value as Readonly<Record<string, unknown>>;
  if (stored.format !== FORMAT) throw refused('format', `"${FORMAT}"`, describe(stored.format));
  const envelope = readEnvelope(stored);
  const sum = finish(checksumInSteps(envelope));
  if (sum !== envelope.crc32) throw refused('the checksum', `${sum}`, `${envelope.crc32}`);
  const current = migrate(envelope, VERSION, steps);
  return {
    node: current.node,
    key: current.key,
    seq: current.seq,
    time: current.time,
    meta: current.meta,
    data: decodeNumbers(envelope.data, envelope.version),
  };
}

function readEnvelope(stored: Readonly<Record<string, unknown>>): Envelope {
  const field = <T>(name: keyof Envelope, expected: string, isRight: (value: unknown) => boolean): T => {
    if (Object.hasOwn(stored, name) && isRight(stored[name])) return stored[name] as T;
    throw refused(name, expected, describe(stored[name]));
  };
  const isText = (value: unknown): boolean => typeof value === 'string';
  return {
    format: FORMAT,
    version: field('version', 'a whole number', isCount),
    node: field('node', 'a text', isText),
    key: field('key', 'a text', isText),
    seq: field('seq', 'a whole number', isCount),
    time: field('time', 'epoch milliseconds or null', (time) => time === null || Number.isFinite(time)),
    meta: field('meta', 'an object', (meta) => meta !== null && typeof meta === 'object'),
    data: field(
      'data',
      `base64 of at most ${MAX_TEXT} characters`,
      (data) => typeof data === 'string' && data.length <= MAX_TEXT,
    ),
    crc32: field('crc32', 'a whole number', Number.isSafeInteger),
  };
}

function* checksumInSteps(body: Omit<Envelope, 'crc32'>): Steps<number> {
  const { format, version, node, key, seq, time, meta, data } = body;
  yield;
  const others = canonicalJson([format, version, node, key, seq, time, meta]);
  yield;
  const head = crc32(encoder.encode(`${others.slice(0, -1)},`));
  return crc32(encoder.encode(']'), yield* checksumOfText(data, head));
}

const encoder = new TextEncoder();
const BASE64 = /^[A-Za-z0-9+/=]*$/;
/** Characters that are encoded at a time. */
const STRETCH = 262_144;

/** Goes on with the checksum over a text as JSON has it. Base64 needs no escapes: it is read in stretches and never copied whole. */
function* checksumOfText(text: string, sum: number): Steps<number> {
  const quote = encoder.encode('"');
  let goingOn = crc32(quote, sum);
  for (let i = 0; i < text.length; i += STRETCH) {
    yield;
    const stretch = text.slice(i, i + STRETCH);
    const escaped = BASE64.test(stretch) ? stretch : JSON.stringify(stretch).slice(1, -1);
    goingOn = crc32(encoder.encode(escaped), goingOn);
  }
  return crc32(quote, goingOn);
}
