import { refusedSnapshot } from '../errors';
import type { Steps } from './steps';

/**
 * Doubles without a bit lost, in as few bytes as each needs: runs of numbers of one width. A run begins with a byte: its width
 * (two bits) and its length less one (six); its numbers follow, little-endian. Before all stands their count.
 *
 *   0: zeros, no bytes   1: whole numbers, two bytes   2: singles, four bytes   3: doubles, eight bytes
 */
const WIDTHS = [0, 2, 4, 8] as const;
const LONGEST_RUN = 64;
const COUNT_BYTES = 4;
/** Numbers in a step. */
const STRETCH = 32_768;
/** Numbers at most: those of 64 MiB of doubles. A few bytes may say they are many zeros. */
const MOST_NUMBERS = 2 ** 23;

function classOf(value: number): 0 | 1 | 2 | 3 {
  if (Object.is(value, 0)) return 0;
  if (value === (value << 16) >> 16 && value !== 0) return 1;
  return Math.fround(value) === value ? 2 : 3;
}

/** As runs, a stretch of numbers in a step. */
export function* packRunsInSteps(numbers: Float64Array): Steps<Uint8Array> {
  const count = numbers.length;
  requireCount(count);
  const classes = new Uint8Array(count);
  let size = COUNT_BYTES;
  for (let i = 0; i < count; i = stretchEnd(i, count)) {
    if (i > 0) yield;
    classify(numbers, classes, i, stretchEnd(i, count));
  }
  for (let i = 0; i < count;) {
    const run = runLength(classes, i);
    size += 1 + run * WIDTHS[classes[i]];
    i += run;
  }
  const bytes = new Uint8Array(size);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, count, true);
  for (let i = 0, to = COUNT_BYTES; i < count;) {
    yield;
    for (const end = stretchEnd(i, count); i < end;) {
      const run = runLength(classes, i);
      to = writeRun(view, to, numbers, i, run, classes[i]);
      i += run;
    }
  }
  return bytes;
}

const stretchEnd = (from: number, count: number): number => Math.min(count, from + STRETCH);

function classify(numbers: Float64Array, classes: Uint8Array, from: number, end: number): void {
  for (let i = from; i < end; i++) classes[i] = classOf(numbers[i]);
}

/** Of the run that begins there. */
function runLength(classes: Uint8Array, from: number): number {
  const kind = classes[from];
  const end = Math.min(classes.length, from + LONGEST_RUN);
  let i = from + 1;
  while (i < end && classes[i] === kind) i += 1;
  return i - from;
}

/** Where the next one begins. */
function writeRun(
  view: DataView,
  at: number,
  numbers: Float64Array,
  from: number,
  run: number,
  kind: number,
): number {
  view.setUint8(at, (kind << 6) | (run - 1));
  let to = at + 1;
  if (kind === 1) for (let i = from; i < from + run; i++, to += 2) view.setInt16(to, numbers[i], true);
  else if (kind === 2) for (let i = from; i < from + run; i++, to += 4) view.setFloat32(to, numbers[i], true);
  else if (kind === 3) for (let i = from; i < from + run; i++, to += 8) view.setFloat64(to, numbers[i], true);
  return to;
}

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

function requireCount(count: number): void {
  if (count > MOST_NUMBERS)
    throw refusedSnapshot('data', `the count of at most ${MOST_NUMBERS} numbers`, `${count}`);
}
