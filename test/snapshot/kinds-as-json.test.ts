import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ChangeModel, ImputeModel, open, type Envelope } from '../../src';
import { assertClose } from '../support/close';
import { ROOT } from '../package-root';

/**
 * A direction, a flow and a meter, 120 frames a minute apart, as version 2 stood in stores at first: kinds as JSON. And what psmf-impute filled in the frame after, in which the flow alone was read.
 */
const fixture = JSON.parse(readFileSync(join(ROOT, 'test/fixtures/kinds-as-json.json'), 'utf8')) as {
  readonly impute: Envelope;
  readonly change: Envelope;
  readonly fills: readonly number[];
};
const MINUTE = 60_000;
/** A covariance that a filter of then left asymmetric by rounding is symmetric now. */
const ROUNDING = 1e-13;
/** What was kept as doubles then, and is as singles now. */
const SINGLE = 2 ** -24;
/** Numbers of the motion of all sensors, which a detector of then did not yet watch. */
const MOTION = 278;
/** Numbers that a model of then held twice, and that are zeros now: 40 in each column of a detector. */
const TWICE = { change: 280, impute: 159 };
/** First readings that a detector of then still held of sensors that have a unit, and that are let go of now. */
const LET_GO = 196;
/** Numbers of the votes of a stack's blocks, which psmf-impute did not yet count. */
const VOTES = 120;
/** Numbers of how 7 columns rose and fell, which it did not yet follow. */
const RISES = 53;
/** Of the seasons of a day and a week as a window began, which it did not yet keep: two bins of 7 columns each, which they are, and which is next. */
const SEASONS = 2 * (2 * 7 + 2 + 1);

describe('state with kinds as JSON', () => {
  const { impute, change, fills } = fixture;

  it('goes on as it would have then', () => {
    const kept = open(impute);
    const model = ImputeModel.restore({ timeZone: 'UTC' }, kept);
    assert.deepEqual([impute.version, model.seq, model.names], [2, 120, ['dir', 'flow', 'meter']]);
    const time = (kept.time ?? 0) + MINUTE;
    const { value, kinds } = model.learnOne({ fields: { flow: fills[1] }, time, arrival: time });
    assertClose([...value], [...fills], 1e-9);
    assert.deepEqual(kinds, ['counter', 'plain', 'counter']);
  });

  it('is the same stored anew, but for where kinds stand and what is new', () => {
    for (const [Model, stored, others, rounding] of [
      [ImputeModel, impute, VOTES + RISES + SEASONS, SINGLE],
      [ChangeModel, change, MOTION, ROUNDING],
    ] as const) {
      const before = open(stored);
      const after = Model.restore({ timeZone: 'UTC' }, before).snapshot() ?? assert.fail();
      let twice = 0;
      let letGo = 0;
      before.data.forEach((value, i) => {
        if (after.data[i] === 0 && value !== 0) {
          twice++;
          return;
        }
        if (Model === ChangeModel && Number.isNaN(after.data[i]) && !Number.isNaN(value)) {
          letGo++;
          return;
        }
        const isGap = value === Number.MAX_VALUE && after.data[i] === 2 ** 1023;
        const isSame = isGap || Object.is(after.data[i], value);
        const most = rounding * Math.max(1, Math.abs(value));
        assert.ok(isSame || Math.abs(after.data[i] - value) <= most, `number ${i}`);
      });
      assert.deepEqual([twice, letGo], Model === ChangeModel ? [TWICE.change, LET_GO] : [TWICE.impute, 0]);
      const again = Model.restore({ timeZone: 'UTC' }, after).snapshot();
      assert.deepEqual(again, after);
      const { kinds } = (after.meta as { extra: { kinds: number } }).extra;
      assert.equal(kinds + others, after.data.length - before.data.length);
    }
  });
});
