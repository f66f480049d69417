import { formatDuration, formatPercent, formatTime } from './format.js';
import { hasLabel, label } from './labels.js';
import { mark, type About, type Row, type State } from './state.js';

export type SensorState =
  'live' | 'outlier' | 'filled' | 'uncertain' | 'silent' | 'held' | 'missing' | 'learning';

/** What a sensor is doing, in one word. */
export function stateOf({ mark: bits, isSilent, isHeld }: Row, { phase, block }: State): SensorState {
  const kind = bits & mark.kinds;
  if (kind === mark.observed)
    return (bits & mark.outlier) !== 0 ? 'outlier' : phase === 'warming' ? 'learning' : 'live';
  if (kind === mark.expired || isSilent) return 'silent';
  if (isHeld) return 'held';
  if (kind === mark.filled) return 'filled';
  if (kind === mark.uncertain) return 'uncertain';
  return block === 'change' ? 'missing' : 'learning';
}

/** How long ago it was read, such as "12 s ago"; nothing while it is read with every frame. */
export function seenText({ seen, mark: bits }: Row, now: number): string {
  if (seen === null) return label('seen.never');
  const ago = now - seen;
  if ((bits & mark.kinds) === mark.observed && ago < 5000) return label('seen.now');
  return ago < 0 ? formatTime(seen) : label('seen.ago', { time: formatDuration(ago) });
}

/** The same to the second. */
export const seenTitle = ({ seen }: Row): string => (seen === null ? '' : formatTime(seen));

/** The error of filling a sensor as a share of its range; null while it is not known. */
export function errorShare(about: About | null): number | null {
  if (about === null || about.error === null || about.range === null || !(about.range > 0)) return null;
  return about.error / about.range;
}

/** A sensor that is filled no better than by a guess within its range. */
const NOT_BETTER = 0.2;

/** The same for a narrow row; nothing while it is not known. */
export function shortPredictability(about: About | null): string {
  const share = errorShare(about);
  return share === null ? '' : label('predict.short', { share: formatPercent(share) });
}

export function predictabilityText(about: About | null): string {
  const share = errorShare(about);
  if (share === null) return label('predict.unknown');
  return share < NOT_BETTER
    ? label('predict.within', { share: formatPercent(share) })
    : label('predict.poor', { share: formatPercent(share) });
}

/** What kind of sensor it is, where it is no plain number. */
export const kindText = ({ kind }: Row): string =>
  kind === null || kind === 'plain' ? '' : hasLabel(`kind.${kind}`) ? label(`kind.${kind}`) : kind;

const RHYTHMS = { 86_400_000: 'day', 604_800_000: 'week', 31_557_600_000: 'year' } as const;

/** The rhythm that moves it. */
export function rhythmText({ rhythmMs }: Row): string {
  if (rhythmMs === null) return '';
  const name = RHYTHMS[rhythmMs as keyof typeof RHYTHMS] as string | undefined;
  return name === undefined
    ? label('rhythm.other', { time: formatDuration(rhythmMs) })
    : label(`rhythm.${name}`);
}
