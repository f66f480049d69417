import assert from 'node:assert/strict';
import { events, surviveEvent, type EventResult, type SensorEvent } from '../../bench/impute/events';
import { judgeSoak, soak } from '../../bench/impute/soak';

const SEEDS = 6;

/** The error after the event against that of a model that had the new units all along. */
const ratio = ({ error, forewarned }: EventResult): number => error / forewarned;

/** The event, what the ratio must stay below, and why. */
const cases: readonly [SensorEvent, number, string][] = [
  // The last value errs about 2 times as much as the forewarned model, and the mix is there never to be worse than it. The
  // sensor's row has had 50 to 150 readings to learn from, where the forewarned one has had 650.
  [events.constant, 2.2, 'no worse than the last value'],
  // The units are measured on 300 constant readings and 20 others, and what the guard widens has to be learned again.
  [events.constantInStartUp, 4, 'far from the 20 of a model that keeps its first units'],
  // The guard widens the units within 5 readings, and the row is free to learn again: some 50 readings later it has.
  [events.grows, 1.4, 'close to the forewarned one'],
  // The location follows at the fourth reading, and nothing else has to be learned.
  [events.shifts, 1.2, 'as good as the forewarned one'],
  // Units are never narrowed. What was learned at ten times the scale errs by up to ten times as much, and for some hundred
  // frames the last value, twice the forewarned error, is not yet trusted enough to take over.
  [events.shrinks, 20, 'at most as far off as one that learns nothing'],
];

describe('what may happen to a sensor', () => {
  for (const [event, bound, meaning] of cases) {
    it(`${event.name}: ${meaning}, numbers throughout`, () => {
      const result = surviveEvent(event, SEEDS);
      assert.ok(result.finite);
      assert.ok(ratio(result) < bound, `${ratio(result)} times the forewarned error`);
      assert.ok(result.coverage > 0.8, `coverage ${result.coverage}`);
    });
  }

  it('without relocation a shifted level is a lasting burden', () => {
    const without = surviveEvent(events.shifts, SEEDS, { mechanisms: { relocation: false } });
    assert.ok(ratio(without) > 2 * ratio(surviveEvent(events.shifts, SEEDS)));
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
