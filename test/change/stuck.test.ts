import assert from 'node:assert/strict';
import { Draws } from '../../bench/changepoint/draws';
import { createDetector, type ChangeEvent } from '../../src';

const follow = (frames: readonly (readonly number[])[]): ChangeEvent[] => {
  const detector = createDetector({ sensors: frames[0].length });
  return frames.flatMap((frame) => detector.update(frame).alarm ?? []);
};
const noise = (n: number, d: number, seed: number): number[][] => {
  const draws = new Draws(seed);
  return Array.from({ length: n }, () => draws.normals(d));
};

describe('a sensor that is stuck', () => {
  it('is found within a few frames, once, with a score of at least 1', () => {
    const frames = noise(1500, 5, 1).map((row, t, all) =>
      t < 1000 ? row : [...row.slice(0, 4), all[999][4]],
    );
    const alarms = follow(frames);
    assert.equal(alarms.length, 1, JSON.stringify(alarms));
    assert.ok(alarms[0].detectedIndex - 1000 <= 20 && alarms[0].score >= 1);
    assert.ok(Math.abs(alarms[0].index - 999) <= 2, `${alarms[0].index}`);
    assert.equal(alarms[0].sensors[0].name, '4');
  });

  it('is none where runs of equal values are usual', () => {
    const frames = noise(3000, 3, 2).map((row, t) => [...row, Math.floor(t / 30) % 2]);
    assert.deepEqual(follow(frames), []);
  });

  it('is none where it falls silent', () => {
    const frames = noise(1500, 3, 3).map((row, t) => (t < 1000 ? row : [row[0], row[1], NaN]));
    assert.deepEqual(follow(frames), []);
  });
});
