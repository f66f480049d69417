import { refusedSnapshot } from '../errors';
import { requireCount } from './number-count';
import { likelihoodsOf, RangeDecoder, RangeEncoder, type Likelihoods } from './range-coder';
import type { Steps } from './steps';

/**
 * Doubles without a bit lost, in as few bits as each needs. Before all stands their count; of each number its class, and
 *
 *   0: nothing, it is zero   1 to 6: sign and exponent, and as many bits of the fraction as its class has
 *   7: it is k / 10^n, as devices send it: n, sign and length of k, the bits of k behind the first
 *
 * Classes are as likely as they were after the two before, signs and exponents as likely as they were; all else is even.
 */
const FRACTION_BITS = [0, 0, 5, 11, 15, 23, 52] as const;
const DECIMAL = 7;
const CLASS_BITS = 3;
const CLASSES = 1 << CLASS_BITS;
/** Sign, the lowest, and exponent of a double. */
const HEAD_BITS = 12;
/** Fractions of more bits than a single has may be decimals: of so many digits behind the point, and so large in the last of them. */
const SINGLE_BITS = 23;
const MOST_DIGITS = 1e7;
const POWERS_OF_TEN = [1, 10, 100, 1000, 10_000, 100_000, 1_000_000, MOST_DIGITS] as const;
const DIGITS_BITS = 3;
const LARGEST_DECIMAL = 2 ** 31;
/** Sign, the lowest, and how many bits k has. */
const LENGTH_BITS = 6;

const COUNT_BYTES = 4;
/** Numbers in a step. */
const STRETCH = 8192;

/** A double taken apart. */
const parts = new DataView(new ArrayBuffer(8));

/** What was learned of the numbers so far; writer and reader learn the same. */
class Context {
  readonly heads = likelihoodsOf(HEAD_BITS);
  readonly digits = likelihoodsOf(DIGITS_BITS);
  readonly lengths = likelihoodsOf(LENGTH_BITS);
  readonly #classes = Array.from({ length: CLASSES * CLASSES }, () => likelihoodsOf(CLASS_BITS));
  #last = 0;

  get classes(): Likelihoods {
    return this.#classes[this.#last];
  }

  follow(kind: number): void {
    this.#last = (this.#last * CLASSES + kind) % (CLASSES * CLASSES);
  }
}

/** A stretch of numbers in a step. */
export function* codeNumbersInSteps(numbers: Float64Array): Steps<Uint8Array> {
  requireCount(numbers.length);
  const encoder = new RangeEncoder();
  encoder.encodeEvenly(numbers.length, 8 * COUNT_BYTES);
  const context = new Context();
  for (let i = 0; i < numbers.length; i++) {
    if (i % STRETCH === STRETCH - 1) yield;
    writeNumber(encoder, context, numbers[i]);
  }
  return encoder.finish();
}

function writeNumber(encoder: RangeEncoder, context: Context, value: number): void {
  parts.setFloat64(0, value);
  const high = parts.getUint32(0);
  const low = parts.getUint32(4);
  const fraction = fractionBits(high & 0xfffff, low);
  const digits = fraction > SINGLE_BITS ? decimalDigits(value) : -1;
  const kind = digits >= 0 ? DECIMAL : Object.is(value, 0) ? 0 : classOf(fraction);
  encoder.encode(context.classes, CLASS_BITS, kind);
  context.follow(kind);
  if (kind === DECIMAL) writeDecimal(encoder, context, value, digits);
  else if (kind > 0) {
    encoder.encode(context.heads, HEAD_BITS, (((high >>> 20) << 1) | (high >>> 31)) & 0xfff);
    const bits = FRACTION_BITS[kind];
    encoder.encodeEvenly((high & 0xfffff) >>> Math.max(0, 20 - bits), Math.min(bits, 20));
    if (bits > 20) encoder.encodeEvenly(low >>> (52 - bits), bits - 20);
  }
}

/** Those before trailing zeros, of 20 high and 32 low ones. */
function fractionBits(high: number, low: number): number {
  if (low !== 0) return 21 + Math.clz32(low & -low);
  return high === 0 ? 0 : Math.clz32(high & -high) - 11;
}

function classOf(fraction: number): number {
  let kind = 1;
  while (FRACTION_BITS[kind] < fraction) kind += 1;
  return kind;
}

/** The fewest digits behind the point that give the number exactly; -1: it is no such decimal. */
function decimalDigits(value: number): number {
  // What has fewer digits has the most digits, too.
  if (Math.round(value * MOST_DIGITS) / MOST_DIGITS !== value) return -1;
  for (let digits = 0; digits < POWERS_OF_TEN.length; digits++) {
    const scaled = Math.round(value * POWERS_OF_TEN[digits]);
    if (!(Math.abs(scaled) < LARGEST_DECIMAL)) return -1;
    if (scaled / POWERS_OF_TEN[digits] === value) return digits;
  }
  return -1;
}

function writeDecimal(encoder: RangeEncoder, context: Context, value: number, digits: number): void {
  const scaled = Math.abs(Math.round(value * POWERS_OF_TEN[digits]));
  const length = 32 - Math.clz32(scaled);
  encoder.encode(context.digits, DIGITS_BITS, digits);
  encoder.encode(context.lengths, LENGTH_BITS, 2 * length + (value < 0 ? 1 : 0));
  encoder.encodeEvenly(scaled, length - 1);
}

export function readCodedNumbers(bytes: Uint8Array): Float64Array {
  const decoder = new RangeDecoder(bytes);
  const count = bytes.length < COUNT_BYTES ? Infinity : decoder.decodeEvenly(8 * COUNT_BYTES);
  requireCount(count);
  const numbers = new Float64Array(count);
  const context = new Context();
  let i = 0;
  for (; i < count && !decoder.isBeyondEnd; i++) numbers[i] = readNumber(decoder, context);
  if (i === count && decoder.isAtEnd) return numbers;
  throw refusedSnapshot('data', `${count} numbers in ${bytes.length} bytes`, `${i}`);
}

function readNumber(decoder: RangeDecoder, context: Context): number {
  const kind = decoder.decode(context.classes, CLASS_BITS);
  context.follow(kind);
  if (kind === 0) return 0;
  if (kind === DECIMAL) return readDecimal(decoder, context);
  const head = decoder.decode(context.heads, HEAD_BITS);
  const bits = FRACTION_BITS[kind];
  const high = decoder.decodeEvenly(Math.min(bits, 20)) << Math.max(0, 20 - bits);
  parts.setUint32(0, ((head & 1) << 31) | ((head >>> 1) << 20) | high);
  parts.setUint32(4, bits > 20 ? decoder.decodeEvenly(bits - 20) << (52 - bits) : 0);
  return parts.getFloat64(0);
}

function readDecimal(decoder: RangeDecoder, context: Context): number {
  const digits = decoder.decode(context.digits, DIGITS_BITS);
  const head = decoder.decode(context.lengths, LENGTH_BITS);
  const length = Math.max(head >>> 1, 1);
  const scaled = 2 ** (length - 1) + decoder.decodeEvenly(length - 1);
  return ((head & 1) === 0 ? scaled : -scaled) / POWERS_OF_TEN[digits];
}
