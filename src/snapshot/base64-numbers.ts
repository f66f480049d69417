import { toByteArray } from 'base64-js';
import { refusedSnapshot } from '../errors';
import { codeNumbersInSteps, readCodedNumbers } from './coded-numbers';
import { unpackRuns } from './number-runs';
import { VERSION } from './format';
import type { Steps } from './steps';

const BYTES = Float64Array.BYTES_PER_ELEMENT;
const DIGITS = new TextEncoder().encode('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/');
/** Bytes in a step, a multiple of three. */
const STRETCH = 3 * 65_536;
const PADDING = '='.charCodeAt(0);

/** Numbers as base64, the same on every machine, bit for bit. */
export function* encodeNumbersInSteps(numbers: Float64Array): Steps<string> {
  return yield* encodeBytesInSteps(yield* codeNumbersInSteps(numbers));
}

/** Numbers as this version of the envelope wrote them. */
export function decodeNumbers(text: string, version = VERSION): Float64Array {
  const bytes = decodeBytes(text);
  if (version === 1) return readDoubles(bytes);
  return version === 2 ? unpackRuns(bytes) : readCodedNumbers(bytes);
}

/** What release 0.1.0 wrote: doubles, little-endian, each in eight bytes. */
function readDoubles(bytes: Uint8Array): Float64Array {
  if (bytes.length % BYTES !== 0)
    throw refusedSnapshot('data', `base64 of a multiple of ${BYTES} bytes`, `${bytes.length} bytes`);
  const numbers = new Float64Array(bytes.length / BYTES);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let i = 0; i < numbers.length; i++) numbers[i] = view.getFloat64(i * BYTES, true);
  return numbers;
}

/**
 * The text is made as bytes and in one piece: put together from parts it takes five times as long, and the garbage holds up
 * everything else.
 */
export function* encodeBytesInSteps(bytes: Uint8Array): Steps<string> {
  const missing = (3 - (bytes.length % 3)) % 3;
  const text = new Uint8Array(((bytes.length + missing) / 3) * 4);
  for (let i = 0; i < bytes.length; i += STRETCH) {
    if (i > 0) yield;
    encodeStretch(bytes, i, Math.min(bytes.length, i + STRETCH), text);
  }
  text.fill(PADDING, text.length - missing);
  return new TextDecoder().decode(text);
}

function encodeStretch(bytes: Uint8Array, from: number, end: number, text: Uint8Array): void {
  for (let i = from, j = (from / 3) * 4; i < end; i += 3, j += 4) {
    // Beyond the end there is nothing, and nothing shifted is 0.
    const bits = (bytes[i] << 16) | (bytes[i + 1] << 8) | bytes[i + 2];
    text[j] = DIGITS[bits >> 18];
    text[j + 1] = DIGITS[(bits >> 12) & 63];
    text[j + 2] = DIGITS[(bits >> 6) & 63];
    text[j + 3] = DIGITS[bits & 63];
  }
}

function decodeBytes(text: string): Uint8Array {
  try {
    return toByteArray(text);
  } catch {
    // base64-js throws a bare Error; this one says what to do about it.
    throw refusedSnapshot('data', 'base64', 'text that is not base64');
  }
}
