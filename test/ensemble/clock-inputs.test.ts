import assert from 'node:assert/strict';
import { changeInputs } from '../../src/ensemble/grow-block';
import { RegressionBlock } from '../../src/ensemble/regression-block';
import { RhythmClock } from '../../src/ensemble/rhythm-clock';
import { Random } from '../support/random';
import { rhythmic, shapes } from './untimed-streams';

const SENSORS = 3;
const PERIOD = 80;
const columns = Int32Array.from({ length: SENSORS }, (_, j) => j);
const untimed = (period: number | null): RhythmClock => new RhythmClock('auto', 'UTC', null, period);

/** One frame: what the dynamic regression says of each sensor, before it learns the readings. */
function step(block: RegressionBlock, clock: RhythmClock, readings: Float64Array, t: number): Float64Array {
  const present = new Float64Array(SENSORS);
  const dynamic = new Float64Array(SENSORS);
  clock.tell(t % PERIOD, t);
  block.answer(readings, 1, clock.inputs, present, dynamic);
  block.learn(readings, 1);
  return dynamic;
}

const distance = (a: Float64Array, b: Float64Array): number =>
  Math.max(...a.map((x, j) => Math.abs(x - b[j])));

describe('a regression that is given another clock', () => {
  it('goes on, learns the new inputs for a period and a half without use, and then uses them', () => {
    const next = rhythmic(3, SENSORS, shapes.pulse, PERIOD);
    const without = untimed(null);
    const found = untimed(PERIOD);
    assert.equal(found.quietFrames, 1.5 * PERIOD);
    const plain = new RegressionBlock(columns, without);
    for (let t = 0; t < 300; t++) step(plain, without, next(t), t);
    const changed = changeInputs(plain, found, 0);
    const twin = changeInputs(plain, without, 0);
    const [quiet, used] = [[], []] as [number[], number[]];
    for (let t = 300; t < 900; t++) {
      const readings = next(t);
      const apart = distance(step(changed, found, readings, t), step(twin, without, readings, t));
      if (t < 300 + 1.5 * PERIOD) quiet.push(apart);
      if (t > 600) used.push(apart);
    }
    assert.ok(Math.max(...quiet) < 1e-3, `${Math.max(...quiet)}`);
    assert.ok(Math.max(...used) > 0.1, `${Math.max(...used)}`);
  });

  it('forgets the inputs of a clock before, and nothing else', () => {
    const random = new Random(1);
    const next = rhythmic(4, SENSORS, shapes.sine, PERIOD);
    const found = untimed(PERIOD);
    const block = new RegressionBlock(columns, found);
    for (let t = 0; t < 500; t++) step(block, found, next(t), t);
    const { moments } = changeInputs(block, untimed(2 * PERIOD), 0);
    const sensors = SENSORS * (moments.lags + 1);
    const at = (i: number, k: number): number => (i * (i + 1)) / 2 + k;
    for (let n = 0; n < 200; n++) {
      const i = Math.floor(random.uniform() * moments.size);
      const k = Math.floor(random.uniform() * (i + 1));
      const isClock = (entry: number): boolean => entry >= sensors && entry < moments.size - 1;
      assert.equal(moments.M[at(i, k)], isClock(i) || isClock(k) ? 0 : block.moments.M[at(i, k)]);
    }
  });

  it('of the times is as it was: nothing is learned before it can show', () => {
    const clock = new RhythmClock('auto', 'UTC', 3_600_000);
    assert.equal(clock.quietFrames, 0);
    clock.tell(5 * 3_600_000, 160);
    assert.ok(clock.inputs.every((input) => input === 0));
    clock.tell(5 * 3_600_000, 161);
    assert.ok(clock.inputs.some((input) => input !== 0));
  });
});
