import assert from 'node:assert/strict';
import type { Variant } from '../../src/adaptive/variant';
import { Composed } from '../../bench/impute/composed';
import { events, surviveEvent, type EventResult, type SensorEvent } from '../../bench/impute/events';
import { judgeSoak, soak } from '../../bench/impute/soak';

const SEEDS = 6;

/** The model without challengers, composed in another way where that is asked for. */
const compose =
  (parts: Partial<Variant> = {}) =>
  (sensors: number): Composed =>
    new Composed(sensors, { parts });

/** The error after the event against that of a model that had the new units all along. */
const ratio = ({ error, forewarned }: EventResult): number => error / forewarned;

/** The event, what the ratio must stay below, and why. */
const cases: readonly [SensorEvent, number, string][] = [
  // The last value errs about 2 times as much as the forewarned model, and the mix is there never to be worse than it. The
  // sensor's row has had 50 to 150 readings to learn from, where the forewarned one has had 650.
  [events.constant, 1.6, 'better than the last value'],
  // Readings before the first move are ignored, so the units are those of the 20 that follow.
  [events.constantInStartUp, 1.7, 'better than the last value'],
  // The guard widens the units within 5 readings, and the row is free to learn again: some 50 readings later it has.
  [events.grows, 1.4, 'close to the forewarned one'],
  // The location follows at the fourth reading, and nothing else has to be learned.
  [events.shifts, 1.2, 'as good as the forewarned one'],
  // The breakdown is noticed after some 15 readings, and then the row learns as a new one does.
  [events.shrinks, 2, 'better than the last value'],
];

describe('what may happen to a sensor', () => {
  for (const [event, bound, meaning] of cases) {
    it(`${event.name}: ${meaning}, numbers throughout`, () => {
      const result = surviveEvent(event, SEEDS, compose());
      assert.ok(result.finite);
      assert.ok(ratio(result) < bound, `${ratio(result)} times the forewarned error`);
      assert.ok(result.error < result.last, `${result.error}, the last value ${result.last}`);
      assert.ok(result.coverage > 0.8, `coverage ${result.coverage}`);
    });
  }

  it('without following it a shifted level is a lasting burden', () => {
    const without = surviveEvent(events.shifts, SEEDS, compose({ followsShifts: false }));
    assert.ok(ratio(without) > 2 * ratio(surviveEvent(events.shifts, SEEDS, compose())));
  });

  it('without relearning a lost gain is a lasting burden', () => {
    const without = surviveEvent(events.shrinks, SEEDS, compose({ relearns: false }));
    assert.ok(without.error > 3 * without.last);
  });

  it('with the readings before its first move a sensor that stood still at first is learned later', () => {
    for (const event of [events.constant, events.constantInStartUp]) {
      const without = surviveEvent(event, SEEDS, compose({ skipsStillStart: false }));
      assert.ok(ratio(without) > 1.25 * ratio(surviveEvent(event, SEEDS, compose())), event.name);
    }
  });

  it('a long run: finite, no growth, and a late change of the mixing is learned as at first', () => {
    const result = soak(20_000, () => process.memoryUsage().arrayBuffers);
    assert.deepEqual(
      judgeSoak(result).filter(({ met }) => !met),
      [],
    );
    assert.ok(result.justAfter > 1.2 * result.before, 'the change must be one');
  });
});
