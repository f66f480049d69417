import { refusedSnapshot } from '../errors';

/** Numbers of a state at most: those of 64 MiB of doubles. A few bytes may say they are many zeros. */
const MOST_NUMBERS = 2 ** 23;

/** Refuses a count before anything is made room for. */
export function requireCount(count: number): void {
  if (count > MOST_NUMBERS)
    throw refusedSnapshot('data', `the count of at most ${MOST_NUMBERS} numbers`, `${count}`);
}
