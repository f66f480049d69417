import { directionOf, kindOf } from '../change/calibrated/description';
import type { BeforeAfter, ChangedSensor, LevelSpread } from '../change/detector';
import { angleOf, angleSpread, turn } from '../kinds/angle';

/** What the cosine and the sine of an angle read before a change and since. */
export interface AngleColumns {
  readonly cosine: BeforeAfter;
  readonly sine: BeforeAfter;
  /** Whether the angle goes from -180 to 180, and not from 0 to 360. */
  readonly isSigned: boolean;
}

/**
 * The angle that its column `shown` is of, in degrees. Whether it turned or became noisier is decided anew: noise shortens the mean of
 * a cosine, and a turn may leave it where it was. Before is how it read: of what the others say, the sine would be one of these.
 */
export function describeAngle(
  shown: ChangedSensor,
  name: string,
  { cosine, sine, isSigned }: AngleColumns,
): ChangedSensor {
  const before = directionOfMean(cosine.before, sine.before, isSigned);
  const after = directionOfMean(cosine.after, sine.after, isSigned);
  if (shown.kind === 'stuck') return { ...shown, name, before, after };
  const turned = { before, after: { ...after, level: before.level + turn(after.level - before.level) } };
  const kind = kindOf(turned);
  return { ...shown, name, kind, direction: directionOf(kind, turned), before, after };
}

const directionOfMean = (cosine: LevelSpread, sine: LevelSpread, isSigned: boolean): LevelSpread => ({
  level: angleOf(cosine.level, sine.level, isSigned),
  spread: angleSpread(cosine.level, sine.level, cosine.spread, sine.spread),
});
