import { say } from '../words';
import { ENGLISH } from './words';

const UNITS = [
  { name: 'd', seconds: 86400 },
  { name: 'h', seconds: 3600 },
  { name: 'min', seconds: 60 },
  { name: 's', seconds: 1 },
] as const;
/** A time of fewer than so many of a unit is given in the next smaller one. */
const LEAST = 2;

/** "25 min (15-60)"; without a latest, "25 min (15 or later)". */
export function describeDuration(
  seconds: number,
  earliest: number | null,
  latest: number | null,
  orLater = ENGLISH.orLater,
): string {
  const unit = UNITS.find((candidate) => seconds >= LEAST * candidate.seconds) ?? UNITS[UNITS.length - 1];
  const show = (time: number): string => String(Number((time / unit.seconds).toPrecision(2)));
  const from = show(earliest ?? seconds);
  return `${show(seconds)} ${unit.name} (${latest === null ? say(orLater, { from }) : `${from}-${show(latest)}`})`;
}
