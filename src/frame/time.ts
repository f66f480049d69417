/** Furthest time a Date can hold, in ms on either side of 1970. */
const FURTHEST_MS = 8.64e15;
const LONGEST_TEXT = 40;
const ISO = /^[+-]?\d{4,6}-\d\d(?:-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)?)?$/;

/** Epoch ms of a time given as such, as a Date or as ISO text; null where it is none of these. */
export function readTime(value: unknown): number | null {
  if (typeof value === 'number') return checked(value);
  if (typeof value === 'string') return readText(value);
  return value !== null && typeof value === 'object' ? readDate(value) : null;
}

function readText(text: string): number | null {
  return text.length <= LONGEST_TEXT && ISO.test(text) ? checked(Date.parse(text)) : null;
}

/** A Date of another realm is one too. */
function readDate(value: object): number | null {
  try {
    return checked(Date.prototype.getTime.call(value));
  } catch {
    return null;
  }
}

const checked = (time: number): number | null => (Math.abs(time) <= FURTHEST_MS ? time : null);
