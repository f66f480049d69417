import { DEEPEST_JSON, LONGEST_JSON } from './limits';

/** A text as it came, and the value it stands for. */
interface JsonText {
  readonly value: unknown;
  /** Of which kind it was, and is to be again when it is sent on. */
  readonly form: 'text' | 'bytes';
}

/** Why a text that begins like JSON was not taken for it. */
export type JsonProblem = 'too long' | 'too deep' | 'broken';

/** No text of this length can be deep enough to do harm, so that only longer ones are looked through. */
const HARMLESS = 4096;

/** The value of a text or of bytes that hold JSON; a problem where they only begin like it; null where they do not even begin so. */
export function parseJsonText(value: unknown): JsonText | JsonProblem | null {
  const isBytes = isByteArray(value);
  if (typeof value !== 'string' && !isBytes) return null;
  const first = firstSign(value);
  if (first !== OBJECT && first !== LIST && first !== QUOTE) return null;
  if (value.length > LONGEST_JSON) return 'too long';
  const text = typeof value === 'string' ? value : new TextDecoder().decode(value);
  if (text.length > HARMLESS && isTooDeep(text)) return 'too deep';
  try {
    return { value: JSON.parse(text) as unknown, form: isBytes ? 'bytes' : 'text' };
  } catch {
    return 'broken';
  }
}

const OBJECT = 0x7b;
const LIST = 0x5b;
const QUOTE = 0x22;
/** Byte order mark, space, tab, line feed, carriage return. */
const BLANKS: readonly number[] = [0xfeff, 0x20, 0x09, 0x0a, 0x0d];
/** White space before a value is a handful of signs. */
const MOST_BLANKS = 64;

export const isByteArray = (value: unknown): value is Uint8Array =>
  ArrayBuffer.isView(value) && Object.prototype.toString.call(value) === '[object Uint8Array]';

/** The code of the first sign that is not white space; 0 if there is none near the beginning. */
function firstSign(value: string | Uint8Array): number {
  const end = Math.min(value.length, MOST_BLANKS);
  for (let i = 0; i < end; i++) {
    const sign = typeof value === 'string' ? value.charCodeAt(i) : value[i];
    if (!BLANKS.includes(sign)) return sign;
  }
  return 0;
}

/** Whether brackets nest deeper than is read; brackets within quotes count too, which only matters to texts made of them. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  let isQuoted = false;
  for (let i = 0; i < text.length; i++) {
    const sign = text.charCodeAt(i);
    if (sign === QUOTE) isQuoted = !isQuoted;
    else if (sign === 0x5c) i += 1;
    else if (!isQuoted && (sign === OBJECT || sign === LIST)) {
      depth += 1;
      if (depth > DEEPEST_JSON) return true;
    } else if (!isQuoted && (sign === 0x7d || sign === 0x5d)) depth -= 1;
  }
  return false;
}
