import type { ChangeKind, ChangedSensor, LevelSpread } from '../detector';

/** What is known of one sensor before and since a change, in its own unit. */
export interface BeforeAfter {
  readonly before: LevelSpread;
  readonly after: LevelSpread;
}

/** A spread that grew by this factor, or shrank by it, is another noise. */
const OTHER_NOISE = 1.5;

/** A step of so many spreads since is a level. */
const CLEAR = 1.25;

/** Level, where the mean moved clearly; noise, where the spread is another; else the relation to the others. */
export function kindOf({ before, after }: BeforeAfter): 'level' | 'noise' | 'relation' {
  const step = Math.abs(after.level - before.level);
  const ratio = after.spread / before.spread;
  const isNoise = ratio > OTHER_NOISE || ratio < 1 / OTHER_NOISE;
  if (step > CLEAR * after.spread) return 'level';
  return isNoise ? 'noise' : 'relation';
}

export function directionOf(kind: ChangeKind, { before, after }: BeforeAfter): ChangedSensor['direction'] {
  if (kind === 'level') return after.level > before.level ? 'up' : 'down';
  if (kind === 'noise') return after.spread > before.spread ? 'up' : 'down';
  return 'none';
}

/** Sensors that a sentence names. */
const NAMED = 3;

/** "flow rose from 3.1 to 4.2, outlet fell from 35 to 31". */
export function summarise(sensors: readonly ChangedSensor[]): string {
  const more = sensors.length - NAMED;
  const parts = sensors.slice(0, NAMED).map(describeSensor);
  return `${parts.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function describeSensor({ name, kind, direction, before, after }: ChangedSensor): string {
  switch (kind) {
    case 'level':
      return `${name} ${direction === 'up' ? 'rose' : 'fell'} from ${write(before.level)} to ${write(after.level)}`;
    case 'noise':
      return `${name} is ${direction === 'up' ? 'noisier' : 'calmer'}, spread ${write(before.spread)} to ${write(after.spread)}`;
    case 'stuck':
      return `${name} is stuck at ${write(after.level)}`;
    default:
      return `${name} no longer moves with the others as it did`;
  }
}

/** Three digits, without an exponent where that can be. */
const write = (value: number): string => `${Number(value.toPrecision(3))}`;
