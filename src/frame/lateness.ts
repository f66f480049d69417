/** A time a day or more ahead of its arrival was a mistake of some clock, and must not make all that follow late. */
const FURTHEST_AHEAD = 86_400_000;

/**
 * Whether what came at `arrival` is late: its own time is not newer than the last one, unless only that was impossibly far
 * ahead. Epoch ms; without a time of its own, or before the first, nothing is late. The one rule for readings, frames and rows.
 */
export function isLate(time: number | null, last: number | null, arrival: number): boolean {
  if (time === null || last === null || time > last) return false;
  const latest = arrival + FURTHEST_AHEAD;
  return !(last > latest && time <= latest);
}
