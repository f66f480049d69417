import type { ChangeKind, ChangedSensor, LevelSpread } from '../detector';
import { say } from '../../words';
import { ENGLISH, type ChangeWords } from '../words';

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
export function summarise(sensors: readonly ChangedSensor[], words: ChangeWords = ENGLISH): string {
  const count = sensors.length - NAMED;
  const said = sensors
    .slice(0, NAMED)
    .map((sensor) => describeSensor(sensor, words))
    .join(', ');
  return count > 0 ? say(words.more, { said, count: `${count}` }) : said;
}

function describeSensor({ name, kind, direction, before, after }: ChangedSensor, words: ChangeWords): string {
  const levels = { name, before: before.level, after: after.level };
  switch (kind) {
    case 'level':
      return say(direction === 'up' ? words.rose : words.fell, levels);
    case 'noise':
      return say(direction === 'up' ? words.noisier : words.calmer, {
        name,
        before: before.spread,
        after: after.spread,
      });
    case 'stuck':
      return say(words.stuck, levels);
    default:
      return say(words.relation, { name });
  }
}
