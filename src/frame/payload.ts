import { PsmfError, describe } from '../errors';
import type { Fields } from './frame';

/** What a value stands for. */
export type Payload =
  | { readonly kind: 'frame'; readonly fields: Fields }
  | { readonly kind: 'list'; readonly list: ArrayLike<unknown> }
  | { readonly kind: 'batch'; readonly frames: readonly unknown[] }
  | { readonly kind: 'reading'; readonly value: unknown };

/** Longer texts are no numbers, so a longer buffer is not even read. */
const LONGEST_NUMBER = 64;
/** Frames of a batch, numbers of a list, fields of an object: all are walked in one go, and nothing else runs in the meantime. */
export const LONGEST_BATCH = 100_000;

/** Refuses, before anything walks it, a list that is too long; one without entries may be long and take no memory. */
export function requireLength({ length }: ArrayLike<unknown>): void {
  if (length > LONGEST_BATCH) throw tooLong('The list', 'entries', length);
}

/** The same of the names of an object's fields. */
export function requireFields({ length }: readonly string[]): void {
  if (length > LONGEST_BATCH) throw tooLong('The frame', 'fields', length);
}

/** Tells the shapes apart by the value alone. Looks at the first entries of an array only; never into what they hold. */
export function readPayload(value: unknown): Payload {
  if (typeof value === 'object' && value !== null) return readObject(value);
  if (value === undefined || typeof value === 'function' || typeof value === 'symbol') throw noPayload(value);
  return { kind: 'reading', value };
}

/** One frame of a batch; nothing at all is a frame without readings. */
export function readBatchFrame(value: unknown, index: number): Payload {
  if (value === null || value === undefined) return { kind: 'frame', fields: {} };
  const payload = typeof value === 'object' ? readObject(value) : null;
  if (payload?.kind === 'frame' || payload?.kind === 'list') return payload;
  throw new PsmfError(
    'BAD_FRAME',
    `Frame ${index} of the batch`,
    'an object of names and values, or an array of numbers',
    payload === null ? describe(value) : 'something else',
    'Send a batch of frames, oldest first.',
  );
}

function readObject(value: object): Payload {
  if (Array.isArray(value)) return readArray(value);
  if (ArrayBuffer.isView(value)) return readView(value);
  if (tagOf(value) !== 'Object') throw noPayload(value);
  requireFields(Object.keys(value));
  return { kind: 'frame', fields: value as Fields };
}

function readArray(value: readonly unknown[]): Payload {
  requireLength(value);
  const first = value.find((entry) => entry !== null && entry !== undefined);
  const isBatch = value.length === 0 || (typeof first === 'object' && first !== null);
  return isBatch ? { kind: 'batch', frames: value } : { kind: 'list', list: value };
}

/** Bytes are the text of a number, as MQTT brings it; any other typed array is a list of numbers. */
function readView(view: ArrayBufferView): Payload {
  const tag = tagOf(view);
  if (tag !== 'Uint8Array') {
    if (tag === 'DataView' || tag.startsWith('Big')) throw noPayload(view);
    const list = view as unknown as ArrayLike<unknown>;
    requireLength(list);
    return { kind: 'list', list };
  }
  const bytes = (view as Uint8Array).subarray(0, LONGEST_NUMBER + 1);
  return { kind: 'reading', value: String.fromCharCode(...bytes) };
}

const tagOf = (value: object): string => Object.prototype.toString.call(value).slice('[object '.length, -1);

const tooLong = (what: string, parts: string, got: number): PsmfError =>
  new PsmfError('BAD_FRAME', what, `at most ${LONGEST_BATCH} ${parts}`, `${got}`, 'Send it in parts.');

const noPayload = (value: unknown): PsmfError =>
  new PsmfError(
    'BAD_FRAME',
    'The frame',
    'an object of sensor names and values such as {"inlet": 21.5}, an array of numbers, a batch of those, or one number',
    value !== null && typeof value === 'object' ? tagOf(value) : typeof value,
    'Bring the readings into one of these shapes first.',
  );
