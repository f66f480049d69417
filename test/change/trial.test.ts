import assert from 'node:assert/strict';
import { Draws } from '../../bench/changepoint/draws';
import { generateMixed } from '../../bench/changepoint/generators';
import { alarmsOf, match } from '../../bench/changepoint/matching';
import { createDetector, restoreDetector } from '../../src';
import { CONTRASTS } from '../../src/change/calibrated/contrasts';
import { Motion } from '../../src/change/calibrated/motion';
import { Trial } from '../../src/change/calibrated/trial';
import { lengthOfState, packState, unpackState } from '../../src/change/packed-state';

const RANK = 4;
const row = { location: 20, unit: 3, level: 0.5, loadings: [1, 0, -1, 2], deviation: 2, explained: 0.5 };

function begin(column = 1): Trial {
  const trial = new Trial(RANK);
  trial.begin(column, row);
  return trial;
}

/** Whether a change proves to last where readings are off by this mean and spread, in deviations of before. */
function lasts(mean: number, spread: number): boolean {
  const draws = new Draws(3);
  const trial = begin();
  for (let t = 0; t < 1000; t++) {
    if (trial.follow(row.deviation * (mean + spread * draws.normal()))) return true;
    if (trial.row === null) return false;
  }
  throw new Error('The trial has no end.');
}

describe('a change on trial', () => {
  it('lasts where the sensor is another than before', () => {
    for (const [mean, spread] of [
      [1.5, 1],
      [-2, 0.8],
      [0, 2],
      [0, 0.3],
      [1, 1.5],
      [1e9, 1],
    ])
      assert.ok(lasts(mean, spread), `${mean} ${spread}`);
  });

  it('was an excursion where the sensor is as before', () => {
    for (const [mean, spread] of [
      [0, 1],
      [0.5, 1],
      [-0.3, 1.2],
      [0, 0.8],
    ])
      assert.ok(!lasts(mean, spread), `${mean} ${spread}`);
  });

  it('is decided on readings, not on frames', () => {
    const [whole, holed] = [begin(), begin()];
    for (let t = 0; t < 249; t++) {
      whole.follow(9);
      holed.follow(9);
      holed.follow(NaN);
    }
    assert.deepEqual([whole.follow(9), holed.follow(9)], [true, true]);
    assert.deepEqual([whole.row, whole.follow(9)], [null, false]);
  });

  it('begins again with the next one, and needs a row', () => {
    const trial = begin();
    for (let t = 0; t < 200; t++) trial.follow(9);
    trial.begin(0, row);
    for (let t = 0; t < 249; t++) assert.equal(trial.follow(0.01), false);
    assert.notEqual(trial.row, null);
    trial.begin(0, null);
    assert.equal(trial.row, null);
  });

  it('goes on after it was stored; damaged numbers are refused', () => {
    const [trial, copy] = [begin(), new Trial(RANK)];
    for (let t = 0; t < 100; t++) trial.follow(t % 9);
    unpackState(packState(trial.parts), copy.parts);
    copy.check(2);
    assert.deepEqual({ ...copy.row, explained: 0.5 }, row);
    for (let t = 0; t < 150; t++) assert.equal(copy.follow(t % 7), trial.follow(t % 7));
    assert.throws(() => begin(7).check(2), /a sensor/);
    const damaged = begin();
    damaged.follow(Infinity);
    damaged.counters.read = 0.5;
    assert.throws(() => damaged.check(2), /read/);
  });
});

describe('the peaks of changes that last', () => {
  it('do not hide the later changes of a stream with five', () => {
    let hits = 0;
    let others = 0;
    for (let seed = 12_000; seed < 12_010; seed++) {
      const { frames, changes } = generateMixed(seed);
      const found = match(alarmsOf(createDetector({ sensors: 8 }), frames), changes, 60);
      hits += found.hits.filter((hit) => hit !== null).length;
      others += found.falseAlarms;
    }
    assert.ok(hits >= 43 && others <= 2, `${hits} of 50 found, ${others} other alarms`); // 39 before
  });

  it('are unknown to a state of before, which goes on', () => {
    const draws = new Draws(31);
    const detector = createDetector({ sensors: 3 });
    for (let t = 0; t < 700; t++) detector.update(draws.normals(3));
    const state = detector.snapshot();
    const later = lengthOfState(new Motion(RANK).parts);
    const added = 3 * (1 + CONTRASTS) + 4 + 2 + (4 + RANK) + later;
    const former = restoreDetector({ ...state, data: state.data.slice(0, -added) });
    for (let t = 0; t < 200; t++) {
      const frame = draws.normals(3);
      assert.equal(former.update(frame).score, detector.update(frame).score);
    }
  });
});
