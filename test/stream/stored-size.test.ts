import assert from 'node:assert/strict';
import { storedBytes } from '../../bench/stored-size';
import { drawStored, STORED_STREAMS } from '../../bench/stored-streams';
import { ChangeModel, ImputeModel, type Frame } from '../../src';
import { Random } from '../support/random';

const MOST = { impute: 40_000, change: 48_000 };
/** The first frames are kept to learn from again: with all digits, which cannot be stored in fewer bits than they have. */
const FIRST_FRAMES = 360;
const MOST_AT_FIRST = { 'two decimals': MOST.impute, 'all digits of a double': 54_000 };

/** The same readings with all digits of a double. */
function* withAllDigits(frames: Iterable<Frame>): Generator<Frame> {
  const random = new Random(20);
  for (const frame of frames) {
    const fields = Object.entries(frame.fields).map(
      ([name, value]) => [name, Number(value) + 0.003 * random.normal()] as const,
    );
    yield { ...frame, fields: Object.fromEntries(fields) };
  }
}

describe('the stored state of 8 sensors', () => {
  for (const { name, stepMs } of STORED_STREAMS)
    for (const [digits, change] of [
      ['two decimals', (frames: Iterable<Frame>) => frames],
      ['all digits of a double', withAllDigits],
    ] as const)
      it(`takes at most ${MOST_AT_FIRST[digits] / 1000} kB of psmf-impute at first, then 40, and 48 of psmf-changepoint: ${name}, ${digits}`, () => {
        const impute = new ImputeModel({ timeZone: 'UTC' });
        const detector = new ChangeModel();
        let frames = 0;
        for (const frame of change(drawStored(8, stepMs, 3000))) {
          impute.learnOne(frame);
          detector.learnOne(frame);
          frames += 1;
          const isFirst = frames <= FIRST_FRAMES;
          if (frames % (isFirst ? 40 : 500) !== 0 && frames !== 319) continue;
          const stored = { impute: storedBytes(impute), change: storedBytes(detector) };
          const most = isFirst ? MOST_AT_FIRST[digits] : MOST.impute;
          assert.ok(stored.impute <= most, `psmf-impute: ${stored.impute} after ${frames}`);
          assert.ok(stored.change <= MOST.change, `psmf-changepoint: ${stored.change} after ${frames}`);
        }
      });
});
