import assert from 'node:assert/strict';
import { FrameHistory, unread } from '../../src/ensemble/frame-history';
import { packNumbers, unpackNumbers } from '../../src/ensemble/numbers';
import { PeriodFinder } from '../../src/ensemble/period-finder';
import { Random } from '../support/random';
import { aperiodic, rhythmic, shapes, withGaps } from './untimed-streams';

const create = (sensors: number): PeriodFinder => new PeriodFinder(new FrameHistory(unread(sensors)));

/** Places of some of its arrays. */
const AT = { frames: 1, channelVariance: 2, variance: 5, progress: 8, numbers: 10 };

/** The frames in which a period was found, with its length then. */
function run(
  finder: PeriodFinder,
  next: (t: number) => Float64Array,
  frames: number,
  seed = 1,
): [number, number][] {
  const random = new Random(seed);
  const found: [number, number][] = [];
  for (let t = 0; t < frames; t++)
    if (finder.learn(withGaps(next(t), t, random), 1)) found.push([t, finder.period]);
  return found;
}

describe('a period finder', () => {
  for (const [name, shape] of Object.entries(shapes).filter(([name]) => name !== 'humps'))
    for (const period of [20, 48.4, 133])
      it(`finds a ${name} of ${period} frames once, within six periods, and then its length to a hundredth`, () => {
        for (const sensors of [1, 6]) {
          const finder = create(sensors);
          const found = run(finder, rhythmic(sensors + period, sensors, shape, period), 1600);
          assert.equal(found.length, 1);
          assert.ok(found[0][0] < 6 * period + 60, `frame ${found[0][0]}`);
          assert.ok(Math.abs(finder.period - period) < 0.01 * period, `${finder.period}`);
        }
      });

  it('finds one of 300 frames', () => {
    const finder = create(3);
    run(finder, rhythmic(5, 3, shapes.saw, 300), 1700);
    assert.ok(Math.abs(finder.period - 300) < 6, `${finder.period}`);
  });

  for (const [name, stream] of Object.entries(aperiodic))
    it(`finds nothing, or once in a while something, in ${name}`, () => {
      let found = 0;
      for (const sensors of [1, 4])
        for (let seed = 1; seed <= 5; seed++)
          found += run(create(sensors), stream(seed, sensors), 1600, seed).length;
      assert.ok(found <= 1, `${found} in 10 streams`);
    });

  it('goes over to another period once, and stays with one that ends', () => {
    const changes = create(3);
    const found = run(
      changes,
      rhythmic(2, 3, shapes.sine, (t) => (t < 1200 ? 40 : 57)),
      4000,
    );
    assert.equal(found.length, 2);
    assert.ok(found[1][0] < 1200 + 800, `frame ${found[1][0]}`);
    assert.ok(Math.abs(changes.period - 57) < 0.6);
    const ends = create(3);
    const next = rhythmic(2, 3, shapes.sine, 40);
    const flat = aperiodic['white noise'](3, 3);
    assert.equal(run(ends, (t) => (t < 1000 ? next(t) : flat(t)), 4000).length, 1);
    assert.ok(Math.abs(ends.period - 40) < 0.6);
  });

  it('knows where in the period the next frame is, through pauses', () => {
    const finder = create(2);
    const next = rhythmic(9, 2, shapes.sine, 40);
    run(finder, next, 1000);
    const before = finder.phaseAfter(0);
    const turns = (31.5 + 1) / finder.period;
    finder.learn(next(1000), 31.5);
    finder.learn(Float64Array.of(NaN, NaN), 1);
    const moved = finder.phaseAfter(0) - before - turns;
    assert.ok(Math.abs(moved - Math.round(moved)) < 1e-9);
    assert.ok(Math.abs(finder.phaseAfter(finder.period / 2) - finder.phaseAfter(-finder.period / 2)) < 1e-9);
  });

  it('goes on from its numbers bit for bit, and a copy by itself', () => {
    const next = rhythmic(4, 5, shapes.pulse, 33);
    const frames = Array.from({ length: 900 }, (_, t) => withGaps(next(t), t, new Random(t)));
    for (const at of [0, 70, 200, 640]) {
      const finder = create(5);
      for (const frame of frames.slice(0, at)) finder.learn(frame, 1);
      const restored = create(5);
      assert.ok(unpackNumbers(restored.arrays, packNumbers(finder.arrays)));
      restored.unpack();
      assert.ok(restored.isSound(finder.period > 0 ? 33 : null));
      const copy = finder.copy();
      const before = packNumbers(finder.arrays);
      for (const frame of frames.slice(at)) assert.equal(copy.learn(frame, 1), restored.learn(frame, 1));
      assert.deepEqual(packNumbers(copy.arrays), packNumbers(restored.arrays));
      assert.deepEqual(packNumbers(finder.arrays), before);
    }
  });

  it('keeps its period when sensors join or are replaced', () => {
    let finder = create(2);
    const next = rhythmic(6, 4, shapes.saw, 40);
    run(finder, (t) => next(t).slice(0, 2), 600);
    finder = finder.withSensor().withSensor();
    finder.clearSensor(0);
    assert.deepEqual(
      run(finder, (t) => next(600 + t), 1500),
      [],
    );
    assert.ok(Math.abs(finder.period - 40) < 0.4);
  });

  it('tells numbers that no frame leads to', () => {
    const finder = create(1);
    run(finder, rhythmic(8, 1, shapes.sine, 30), 500);
    assert.ok(finder.isSound(30) && !finder.isSound(null));
    const isSoundWith = (array: number, place: number, value: number): boolean => {
      const worse = finder.copy();
      worse.arrays[array][place] = value;
      return worse.isSound(30);
    };
    assert.equal(finder.arrays.length, 11);
    assert.ok(isSoundWith(AT.numbers, 4, 0.25));
    for (const [array, place, value] of [
      [AT.frames, 0, 2.5],
      [AT.channelVariance, 0, -1],
      [AT.variance, 0, -1],
      [AT.progress, 0, 1024],
      [AT.progress, 1, 0],
      [AT.numbers, 0, 0.5],
      [AT.numbers, 1, 2],
      [AT.numbers, 2, 1],
      [AT.numbers, 3, 5000],
      [AT.numbers, 4, 1],
      [AT.numbers, 5, -1],
    ] as const)
      assert.equal(isSoundWith(array, place, value), false, `array ${array}, place ${place}`);
  });
});
