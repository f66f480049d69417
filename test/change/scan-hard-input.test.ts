import assert from 'node:assert/strict';
import { Draws } from '../../bench/changepoint/draws';
import { createDetector, type ChangeEvent } from '../../src';

/** Alarms of a stream; every score on the way must be a number. */
function alarmsOf(frames: readonly (readonly number[])[]): ChangeEvent[] {
  const detector = createDetector({ sensors: frames[0].length });
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

describe('the scan detector on input that is hard to scale', () => {
  for (const d of [1, 3, 20]) {
    it(`${d} sensors: fewer frames than it learns from raise no alarm`, () => {
      for (const n of [1, 2, 59, 60, 61, 119, 120]) assert.deepEqual(alarmsOf(plant(d, n, d)), []);
    });

    it(`${d} sensors: all zero, or one constant throughout`, () => {
      for (const value of [0, -0, 1e-300, 5, -1e12]) {
        assert.deepEqual(alarmsOf(stream(600, d, () => value)), []);
      }
    });

    it(`${d} sensors: constant for 1,000 frames, then moving for 1,000, is one change`, () => {
      const draws = new Draws(6);
      for (let trial = 0; trial < 5; trial++) {
        const alarms = alarmsOf(stream(2000, d, (t) => 5 + (t < 1000 ? 0 : draws.normal())));
        assert.deepEqual(
          alarms.map(({ index }) => index),
          [1000],
        );
      }
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
    const frames = plant(5, 400, 3);
    const scoresWith = (dt: (t: number) => number): number[] => {
      const detector = createDetector({ sensors: 5 });
      return frames.map((frame, t) => detector.update(frame, dt(t)).score);
    };
    const regular = scoresWith(() => 1);
    const paused = scoresWith((t) => (t === 300 ? 500 : 1));
    assert.deepEqual(paused.slice(0, 300), regular.slice(0, 300));
    assert.notDeepEqual(paused.slice(300, 320), regular.slice(300, 320));
  });

  it('makes a swing sampled at random times less of a surprise', () => {
    const draws = new Draws(14);
    const steps = Array.from({ length: 1500 }, () => 1 + (draws.uniform() < 0.3 ? 1 + draws.below(3) : 0));
    let time = 0;
    const frames = steps.map((step) => {
      time += step;
      return Array.from({ length: 6 }, (_, j) => Math.sin(time / 12 + j) + 0.1 * draws.normal());
    });
    const greatest = (dts: readonly number[]): number => {
      const detector = createDetector({ sensors: 6 });
      return Math.max(...frames.map((frame, t) => detector.update(frame, dts[t]).score));
    };
    const told = greatest(steps);
    const untold = greatest(steps.map(() => 1));
    assert.ok(told < 1, `score ${told}`);
    assert.ok(told < untold, `${told} with the times, ${untold} without`);
  });
});
