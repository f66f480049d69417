import type { BeforeAfter, ChangeKind, ChangedSensor, SensorContribution } from '../detector';
import { say } from '../../words';
import { ENGLISH, type ChangeWords } from '../words';

/** A sensor as a sentence has it: an angle turns, in degrees. */
export interface SaidSensor extends ChangedSensor {
  readonly isAngle?: boolean;
}

/** Evidence, in nats, that makes a sensor one of those that show a change. */
export const SHOWS = 2;

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

/** One sensor against the others is probably the sensor, many together are probably the plant. */
export const scopeOf = (sensors: readonly SensorContribution[]): 'sensor' | 'plant' =>
  sensors.filter(({ contribution }) => contribution >= SHOWS).length === 1 ? 'sensor' : 'plant';

/** Sensors that a sentence names. */
const NAMED = 3;

/** "flow rose from 3.1 to 4.2, outlet fell from 35 to 31". */
export function summarise(sensors: readonly SaidSensor[], words: ChangeWords = ENGLISH): string {
  const count = sensors.length - NAMED;
  const said = sensors
    .slice(0, NAMED)
    .map((sensor) => describeSensor(sensor, words))
    .join(', ');
  return count > 0 ? say(words.more, { said, count: `${count}` }) : said;
}

function describeSensor(sensor: SaidSensor, words: ChangeWords): string {
  const { name, kind, direction, before, after } = sensor;
  const levels = { name, before: before.level, after: after.level };
  switch (kind) {
    case 'level':
      if (sensor.isAngle === true) return say(words.turned, levels);
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
