/** A time a day or more ahead of its arrival was a mistake of some clock, and must not make all that follow late. */
const FURTHEST_AHEAD = 86_400_000;

/** Whether a time that came at `arrival` is not newer than the last one, unless only that was impossibly far ahead; epoch ms. */
export function isNotNewer(time: number, last: number, arrival: number): boolean {
  if (time > last) return false;
  const latest = arrival + FURTHEST_AHEAD;
  return !(last > latest && time <= latest);
}
