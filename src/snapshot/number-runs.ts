import { refusedSnapshot } from '../errors';
import { requireCount } from './number-count';

/**
 * Doubles as version 2 wrote them: runs of numbers of one width. A run begins with a byte: its width (two bits) and its length less
 * one (six); its numbers follow, little-endian. Before all stands their count.
 *
 *   0: zeros, no bytes   1: whole numbers, two bytes   2: singles, four bytes   3: doubles, eight bytes
 */
const WIDTHS = [0, 2, 4, 8] as const;
const LONGEST_RUN = 64;
const COUNT_BYTES = 4;

export function unpackRuns(bytes: Uint8Array): Float64Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const count = bytes.length < COUNT_BYTES ? Infinity : view.getUint32(0, true);
  requireCount(count);
  const numbers = new Float64Array(count);
  let from = COUNT_BYTES;
  let i = 0;
  while (i < count && from < bytes.length) {
    const kind = bytes[from] >> 6;
    const end = i + (bytes[from] & (LONGEST_RUN - 1)) + 1;
    const width = WIDTHS[kind];
    from += 1;
    if (end > count || from + width * (end - i) > bytes.length) break;
    for (; i < end; i++, from += width) {
      if (kind === 1) numbers[i] = view.getInt16(from, true);
      else if (kind === 2) numbers[i] = view.getFloat32(from, true);
      else if (kind === 3) numbers[i] = view.getFloat64(from, true);
    }
  }
  if (i === count && from === bytes.length) return numbers;
  throw refusedSnapshot('data', `${count} numbers in ${bytes.length} bytes`, `${i} in ${from}`);
}
