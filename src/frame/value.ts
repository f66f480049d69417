import { readNumber } from './number';
import { readState } from './states';
import { isIdentity, readWritten } from './written-number';

/** The number a value of a device stands for: a number, a number as people write it, or one of two states; NaN where it is none. */
export function readValue(value: unknown): number {
  if (typeof value === 'string' && isIdentity(value)) return NaN;
  const plain = readNumber(value);
  if (!Number.isNaN(plain) || typeof value === 'number') return plain;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value !== 'string') return NaN;
  const state = readState(value);
  return Number.isNaN(state) ? readWritten(value) : state;
}
