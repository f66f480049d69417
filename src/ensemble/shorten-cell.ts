import { shortenBy } from './short-singles';
import type { StackQuestion } from './stack-question';
import { CHALLENGERS, CUT_BELOW, PAIRS, type Sums } from './stack-sums';

/** Bits of the sums that are cut: 16 digits are left. */
const BITS_CUT = 8;
/** Of those that only tell how sure the others are: 12 digits are left. */
export const MORE_BITS_CUT = 12;
/** Odd, so that 256 frames have all carries there are, and far from small multiples, so that a few of them are spread out. */
const CARRY_STEP = 157;
const CARRY_OF_SENSOR = 61;

export const carryOf = (frame: number, sensor: number): number =>
  (CARRY_STEP * (frame % (1 << BITS_CUT)) + CARRY_OF_SENSOR * sensor) % (1 << BITS_CUT);

/** What those of which more bits are cut are rounded with. */
export const moreOf = (carry: number): number => carry << (MORE_BITS_CUT - BITS_CUT);

/** Cuts the sums of a cell that has just learned. How far intervals are nudged is left alone: its steps are too small. */
export function shortenCell(s: Sums, cell: number, short: number, { carry, bucket }: StackQuestion): void {
  const at = cell * CHALLENGERS;
  for (let pair = cell * PAIRS; pair < (cell + 1) * PAIRS; pair++) shortenBy(s.A, pair, BITS_CUT, carry);
  for (let e = at; e < at + CHALLENGERS; e++) {
    shortenBy(s.b, e, BITS_CUT, carry);
    shortenBy(s.V, e, MORE_BITS_CUT, moreOf(carry));
    shortenBy(s.blockSum, e, MORE_BITS_CUT, moreOf(carry));
  }
  shortenBy(s.square, cell, BITS_CUT, carry);
  shortenBy(s.weight, cell, BITS_CUT, carry);
  shortenBy(s.errorSquare, cell, BITS_CUT, carry);
  shortenBy(s.errorRatio, cell, BITS_CUT, carry);
  if (bucket >= CUT_BELOW) return;
  for (let e = short * CHALLENGERS; e < (short + 1) * CHALLENGERS; e++) {
    shortenBy(s.differenceSquare, e, BITS_CUT, carry);
    shortenBy(s.differenceWeight, e, BITS_CUT, carry);
  }
}
