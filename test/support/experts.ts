import { experts } from '../../src/adaptive/experts';
import type { Expert } from '../../src/adaptive/experts/expert';

/** Those of release 0.1.0, and of the states that were stored with them. */
export const EXPERTS_AT_FIRST = 5;

/** What comes of `act` while the default model has the first `count` of its experts, and these more. */
export function withExperts<T>(count: number, more: readonly Expert[], act: () => T): T {
  const all = experts as Expert[];
  const others = all.splice(count, all.length, ...more);
  try {
    return act();
  } finally {
    all.splice(count, all.length, ...others);
  }
}
