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

const step = (block: RegressionBlock, clock: RhythmClock, readings: Float64Array, t: number): Float64Array =>
  stepAt(block, clock, readings, t % PERIOD);

/** One frame: what the dynamic regression says of each sensor, before it learns the readings. */
function stepAt(
  block: RegressionBlock,
  clock: RhythmClock,
  readings: Float64Array,
  time: number,
): Float64Array {
  const present = new Float64Array(SENSORS);
  const dynamic = new Float64Array(SENSORS);
  clock.tell(time);
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
    assert.equal(found.cycles[0].framesToShow, 1.5 * PERIOD);
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
    const { moments } = changeInputs(block, untimed(2 * PERIOD), 0).regressions;
    const sensors = SENSORS * (moments.lags + 1);
    const at = (i: number, k: number): number => (i * (i + 1)) / 2 + k;
    for (let n = 0; n < 200; n++) {
      const i = Math.floor(random.uniform() * moments.size);
      const k = Math.floor(random.uniform() * (i + 1));
      const isClock = (entry: number): boolean => entry >= sensors && entry < moments.size - 1;
      assert.equal(moments.M[at(i, k)], isClock(i) || isClock(k) ? 0 : block.regressions.moments.M[at(i, k)]);
    }
  });
});

describe('a regression by the clock', () => {
  const MINUTE = 60_000;

  /** How far the clock moves what is said of sensors that wander and have no rhythm: the largest in each tenth of the frames. */
  function measureMoves(frameMs: number, frames: number): number[] {
    const clock = new RhythmClock('auto', 'UTC', frameMs);
    const block = new RegressionBlock(columns, clock);
    const without = untimed(null);
    const twin = new RegressionBlock(columns, without);
    const random = new Random(5);
    const level = new Float64Array(SENSORS);
    const moves = new Array<number>(10).fill(0);
    for (let t = 0; t < frames; t++) {
      level.forEach((_, j) => (level[j] += 0.1 * random.normal()));
      const hidden = Math.floor(t / 20) % SENSORS;
      const readings = level.map((x, j) => (j === hidden ? NaN : x));
      const plain = step(twin, without, readings, t);
      const apart = distance(stepAt(block, clock, readings, t * frameMs), plain);
      const tenth = Math.floor((10 * t) / frames);
      if (!Number.isNaN(apart)) moves[tenth] = Math.max(moves[tenth], apart);
    }
    return moves;
  }

  it('makes no use of a rhythm that is longer than its memory', () => {
    const moves = measureMoves(MINUTE, 4000);
    assert.ok(Math.max(...moves) < 0.02, moves.join(' '));
  });

  it('learns a shorter one from the first frame on, and uses it once it has shown', () => {
    const moves = measureMoves(10 * MINUTE, 1000);
    assert.ok(Math.max(...moves.slice(0, 2)) < 1e-3, moves.join(' '));
    assert.ok(Math.max(...moves.slice(4)) > 1e-3, moves.join(' '));
    assert.ok(Math.max(...moves) < 1, moves.join(' '));
  });
});
