import assert from 'node:assert/strict';
import { Draws } from '../../bench/changepoint/draws';
import { createDetector, type ChangeEvent } from '../../src';

/** Alarms of a stream; every score on the way must be a number. */
function alarmsOf(frames: readonly (readonly number[])[]): ChangeEvent[] {
  const detector = createDetector({ sensors: frames[0].length, sensitivity: 'low' });
  return frames.flatMap((frame, t) => {
    const { score, alarm } = detector.update(frame);
    assert.ok(Number.isFinite(score) && score >= 0, `frame ${t}: score ${score}`);
    return alarm ?? [];
  });
}

const stream = (n: number, d: number, value: (t: number, j: number) => number): number[][] =>
  Array.from({ length: n }, (_, t) => Array.from({ length: d }, (_, j) => value(t, j)));

/** A common swing, loadings and noise of their own. */
function plant(d: number, n: number, seed: number): number[][] {
  const draws = new Draws(seed);
  const loadings = draws.normals(d);
  return stream(n, d, (t, j) => 50 + loadings[j] * Math.sin(t / 4) + 0.5 * draws.normal());
}

describe('the calibrated detector on input that is hard to scale', () => {
  for (const d of [1, 3, 20]) {
    it(`${d} sensors: fewer frames than it learns from raise no alarm`, () => {
      for (const n of [1, 2, 59, 60, 61, 119, 120]) assert.deepEqual(alarmsOf(plant(d, n, d)), []);
    });

    it(`${d} sensors: all zero, or one constant throughout`, () => {
      for (const value of [0, -0, 1e-300, 5, -1e12]) {
        assert.deepEqual(alarmsOf(stream(600, d, () => value)), []);
      }
    });

    it(`${d} sensors: constant for 1,000 frames, then moving for 1,000: they are learned when they move`, () => {
      const draws = new Draws(6);
      const alarms = alarmsOf(
        stream(3000, d, (t) => 5 + (t < 1000 ? 0 : draws.normal() + (t < 2500 ? 0 : 9))),
      );
      assert.equal(alarms.length, 1);
      assert.ok(Math.abs(alarms[0].index - 2500) <= 5, `${alarms[0].index}`);
    });
  }

  it('a constant sensor beside moving ones says nothing', () => {
    const frames = plant(4, 1200, 9).map((row) => [...row, 0, 7]);
    assert.deepEqual(alarmsOf(frames), []);
  });

  it('a sensor of two values says nothing while it keeps switching', () => {
    const draws = new Draws(8);
    assert.deepEqual(alarmsOf(stream(1200, 2, (_, j) => (draws.uniform() < 0.1 + 0.4 * j ? 1 : 0))), []);
  });
});

describe('time between frames', () => {
  it('reaches the Gaussian process', () => {
    const frames = plant(5, 700, 3);
    const scoresWith = (dt: (t: number) => number): number[] => {
      const detector = createDetector({ sensors: 5 });
      return frames.map((frame, t) => detector.update(frame, dt(t)).score);
    };
    const regular = scoresWith(() => 1);
    const paused = scoresWith((t) => (t === 600 ? 10 : 1));
    assert.deepEqual(paused.slice(0, 600), regular.slice(0, 600));
    assert.notDeepEqual(paused.slice(600, 620), regular.slice(600, 620));
  });

  it('a swing sampled at random times is no change', () => {
    const draws = new Draws(14);
    const steps = Array.from({ length: 3000 }, () => 1 + (draws.uniform() < 0.3 ? 1 + draws.below(3) : 0));
    let time = 0;
    const detector = createDetector({ sensors: 6, sensitivity: 'low' });
    for (const step of steps) {
      time += step;
      const frame = Array.from({ length: 6 }, (_, j) => Math.sin(time / 12 + j) + 0.1 * draws.normal());
      assert.equal(detector.update(frame, step).alarm, null, `at ${time}`);
    }
  });

  it('a pause of a day in the middle of a swing is no change', () => {
    const draws = new Draws(15);
    const detector = createDetector({ sensors: 6, sensitivity: 'low' });
    for (let t = 0; t < 1900; t++) {
      const time = t < 1500 ? t : t + 86_400;
      const frame = Array.from({ length: 6 }, (_, j) => Math.sin(time / 40 + j) + 0.2 * draws.normal());
      assert.equal(detector.update(frame, t === 1500 ? 86_401 : 1).alarm, null, `frame ${t}`);
    }
  });
});
