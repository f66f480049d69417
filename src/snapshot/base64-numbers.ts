import { fromByteArray, toByteArray } from 'base64-js';
import { PsmfError } from '../errors';

const BYTES = Float64Array.BYTES_PER_ELEMENT;

/** Doubles as base64, little-endian on every machine, bit for bit. */
export function encodeNumbers(numbers: Float64Array): string {
  const view = new DataView(new ArrayBuffer(numbers.length * BYTES));
  for (let i = 0; i < numbers.length; i++) view.setFloat64(i * BYTES, numbers[i], true);
  return fromByteArray(new Uint8Array(view.buffer));
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
  throw new PsmfError(
    'BAD_SNAPSHOT',
    'Snapshot refused for data',
    `base64 of a multiple of ${BYTES} bytes`,
    Number.isNaN(length) ? 'text that is not base64' : `${length} bytes`,
    'Restore an earlier snapshot or start afresh.',
  );
}
