import { snakeCase } from './name-words';

/** The two highest bits of an OPC UA status code: 10 and 11 are bad, 01 uncertain, 00 good. */
const BAD_SEVERITY = 0x80000000;
/** OPC classic, and the Sparkplug that follows it: 0 and its kinds in steps of 4 are bad, 64 on uncertain, 192 good, 500 stale. */
const BAD_QUALITIES: ReadonlySet<number> = new Set([0, 4, 8, 12, 16, 20, 24, 28, 500]);
const BAD_WORDS = /^(?:bad|invalid|stale|fault|error|failed|failure|not[ _]?connected|comm[ _]?fail)/i;

/** Whether this field, of this name, says that the value beside it is not to be used. */
export function saysBad(name: string, value: unknown): boolean {
  switch (snakeCase(name)) {
    case 'status_code':
    case 'source_status_code':
      return isBadStatus(value);
    case 'quality':
    case 'q':
    case 'quality_code':
    case 'opc_quality':
      return isBadQuality(value);
    case 'is_null':
    case 'stale':
      return value === true;
    case 'valid':
    case 'is_valid':
      return value === false;
    default:
      return false;
  }
}

/** OPC UA: a number, the name of the code, or an object of both. */
function isBadStatus(value: unknown): boolean {
  if (typeof value === 'number') return value >= BAD_SEVERITY || value < 0;
  if (typeof value === 'string') return BAD_WORDS.test(value);
  if (value === null || typeof value !== 'object') return false;
  const {
    value: code,
    code: number,
    Code: capital,
    name,
    _name,
  } = value as Readonly<Record<string, unknown>>;
  return [code, number, capital, name, _name].some(
    (part) => part !== undefined && typeof part !== 'object' && isBadStatus(part),
  );
}

function isBadQuality(value: unknown): boolean {
  if (typeof value === 'number') return BAD_QUALITIES.has(value) || value >= BAD_SEVERITY;
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'string') return BAD_WORDS.test(value);
  if (value === null || typeof value !== 'object') return false;
  return isBadQuality((value as Readonly<Record<string, unknown>>).value);
}
