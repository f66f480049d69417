import assert from 'node:assert/strict';
import type { Blocks } from './blocks';
import type { StoredModel } from './fixture';
import { SENSORS, SPREAD } from './stream';
import type { Upgrade } from './upgrade';

const FRAMES = 40;
/** Mean distance from the truth and mean half-width of intervals, in spreads. Models that know the sensors have 0.05 and 0.2. */
const MOST_ERROR = 0.15;
const MOST_WIDTH = 0.4;
/** Of 40 values; 38 would be usual. */
const LEAST_INSIDE = 32;

/** A default model that has its state fills gaps closely, sensor after sensor, and its intervals hold the truth. */
export async function checkAccuracy(upgrade: Upgrade, model: StoredModel): Promise<void> {
  const from = upgrade.learned(model);
  const hidden = (index: number): (typeof SENSORS)[number] => SENSORS[index % SENSORS.length];
  const blocks = await upgrade.nextBatch(model, FRAMES, (frame, index) => ({
    ...frame,
    [hidden(index)]: null,
  }));
  const results = (blocks as Required<Blocks>['filter' | 'impute'][]).map(({ estimate, lower, upper }, i) => {
    const name = hidden(from + i);
    const truth = upgrade.frame(model, from + i)[name];
    return {
      error: Math.abs(estimate[name] - truth) / SPREAD[name],
      width: (upper[name] - lower[name]) / 2 / SPREAD[name],
      isInside: truth >= lower[name] && truth <= upper[name],
    };
  });
  const mean = (value: 'error' | 'width'): number =>
    results.reduce((sum, result) => sum + result[value], 0) / FRAMES;
  const inside = results.filter(({ isInside }) => isInside).length;
  assert.ok(
    mean('error') <= MOST_ERROR,
    `gaps were filled ${mean('error').toFixed(3)} spreads from the truth`,
  );
  assert.ok(mean('width') <= MOST_WIDTH, `intervals of ${mean('width').toFixed(3)} spreads`);
  assert.ok(inside >= LEAST_INSIDE, `${inside} of ${FRAMES} values inside their intervals`);
}
