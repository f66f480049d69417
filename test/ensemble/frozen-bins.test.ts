import assert from 'node:assert/strict';
import { FrozenBins } from '../../src/ensemble/frozen-bins';
import { copyInto } from '../../src/ensemble/numbers';
import { RhythmClock } from '../../src/ensemble/rhythm-clock';
import { SeasonalProfile } from '../../src/ensemble/seasonal-profile';
import { nextNormal } from '../../src/random';
import { assertClose } from '../support/close';

const MONDAY = Date.UTC(2026, 0, 5);
const MINUTE = 60_000;
const SENSORS = 3;
const LONGEST_WINDOW = 127;
/** Bins are cut to 12 digits once the clock has left them. */
const CUT = 1e-3;

/** Walks, whose profile learns something of the level in every bin. */
function* drawWalks(seed: number): Generator<Float64Array, never> {
  const state = Float64Array.of(seed);
  const readings = new Float64Array(SENSORS);
  for (;;) {
    for (let j = 0; j < SENSORS; j++) readings[j] += nextNormal(state, 0);
    yield readings;
  }
}

describe('the seasons of a profile as a window began', () => {
  for (const [name, step, rhythm] of [
    ['a day of 24 frames and a week', 60 * MINUTE, 'auto'],
    ['bins of three frames', 5 * MINUTE, 'auto'],
    ['bins of fifteen frames', MINUTE, 'auto'],
    ['a week of seven frames and a year', 1440 * MINUTE, 'auto'],
    ['bins of a frame and a bit', MINUTE, 110 * 60],
  ] as const)
    it(`are those of a profile that has learned nothing since: ${name}`, () => {
      const clock = new RhythmClock(rhythm, 'UTC', step);
      const profile = new SeasonalProfile(SENSORS, clock.cycles);
      const stopped = new SeasonalProfile(SENSORS, clock.cycles);
      const frozen = new FrozenBins(SENSORS, clock.cycles);
      const walks = drawWalks(17);
      const nothing = new Float64Array(SENSORS).fill(NaN);
      const isBeginning = (t: number): boolean => t % (LONGEST_WINDOW + 40) === LONGEST_WINDOW + 39;
      let apart = 0;
      for (let t = 0; t < 2000; t++) {
        clock.tell(MONDAY + t * step);
        profile.answer(1, clock.phases);
        stopped.answer(1, clock.phases);
        if (t % (LONGEST_WINDOW + 40) < LONGEST_WINDOW) {
          frozen.answer(profile);
          assertClose([...frozen.season], [...stopped.season], CUT);
          apart = Math.max(apart, Math.abs(profile.season[0] - stopped.season[0]));
        }
        profile.learn(walks.next().value, 1);
        stopped.learn(nothing, 1);
        if (!isBeginning(t)) continue;
        copyInto(stopped.arrays, profile.arrays);
        frozen.begin();
      }
      assert.ok(apart > 0.1, `the profile itself has moved by ${apart}`);
    });
});
