import { toByteArray } from 'base64-js';
import { refusedSnapshot } from '../errors';

const BYTES = Float64Array.BYTES_PER_ELEMENT;
const DIGITS = new TextEncoder().encode('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/');
const PADDING = '='.charCodeAt(0);

/**
 * Doubles as base64, little-endian on every machine, bit for bit. The text is made as bytes and in one piece: put together from
 * parts it takes five times as long, and the garbage holds up everything else.
 */
export function encodeNumbers(numbers: Float64Array): string {
  const size = numbers.length * BYTES;
  const missing = (3 - (size % 3)) % 3;
  const view = new DataView(new ArrayBuffer(size + missing));
  for (let i = 0; i < numbers.length; i++) view.setFloat64(i * BYTES, numbers[i], true);
  const bytes = new Uint8Array(view.buffer);
  const text = new Uint8Array((bytes.length / 3) * 4);
  for (let i = 0, j = 0; i < bytes.length; i += 3, j += 4) {
    const bits = (bytes[i] << 16) | (bytes[i + 1] << 8) | bytes[i + 2];
    text[j] = DIGITS[bits >> 18];
    text[j + 1] = DIGITS[(bits >> 12) & 63];
    text[j + 2] = DIGITS[(bits >> 6) & 63];
    text[j + 3] = DIGITS[bits & 63];
  }
  text.fill(PADDING, text.length - missing);
  return new TextDecoder().decode(text);
}

export function decodeNumbers(text: string): Float64Array {
  const bytes = decodeBytes(text);
  const numbers = new Float64Array(bytes.length / BYTES);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let i = 0; i < numbers.length; i++) numbers[i] = view.getFloat64(i * BYTES, true);
  return numbers;
}

function decodeBytes(text: string): Uint8Array {
  let length = NaN;
  try {
    const bytes = toByteArray(text);
    if (bytes.length % BYTES === 0) return bytes;
    length = bytes.length;
  } catch {
    // base64-js throws a bare Error; the one below says what to do about it.
  }
  const got = Number.isNaN(length) ? 'text that is not base64' : `${length} bytes`;
  throw refusedSnapshot('data', `base64 of a multiple of ${BYTES} bytes`, got);
}
