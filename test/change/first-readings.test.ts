import assert from 'node:assert/strict';
import { Draws } from '../../bench/changepoint/draws';
import { createDetector } from '../../src';
import { restoreDetector } from '../../src/change';
import { FirstReadings } from '../../src/change/evidence/first-readings';
import { findUnit } from '../../src/change/evidence/units';

const KEPT = 64;

describe('the first readings of sensors', () => {
  it('give a sensor its unit, and are let go of then', () => {
    const draws = new Draws(3);
    const first = new FirstReadings(2);
    const readings = Array.from({ length: 100 }, () => [draws.normal(), 7]);
    readings.forEach((row, frame) => first.record(frame, row, 1));
    const last = readings.slice(-KEPT).map(([value]) => value);
    assert.deepEqual(first.unitOf(0), findUnit(last));
    assert.equal(first.unitOf(1), null, 'it stands still');
    first.letGo(0);
    assert.equal(first.unitOf(0), null);
    const packed = first.pack();
    assert.ok(packed.subarray(KEPT, 2 * KEPT).every(Number.isNaN));
    assert.ok(packed.subarray(2 * KEPT).every((value) => value === 7));
    first.addSensor();
    assert.equal(first.length, first.pack().length);
  });

  it('of a state that has those of all sensors are taken, and change nothing', () => {
    const sensors = 5;
    const draws = new Draws(8);
    const frames = Array.from({ length: 900 }, (_, t) => {
      const cause = 3 * Math.sin(t / 25);
      return Float64Array.from(
        { length: sensors },
        (_v, j) => cause * (j - 2) + draws.normal() + (t < 700 || j > 0 ? 0 : 6),
      );
    });
    const detector = createDetector({ sensors });
    for (const frame of frames.slice(0, 301)) detector.update(frame);
    const state = detector.snapshot();
    const at = state.data.findIndex((_, i) => {
      const there = state.data.subarray(i, i + sensors * KEPT);
      return there.length === sensors * KEPT && there.every(Number.isNaN);
    });
    assert.ok(at > 0);
    const before = { ...state, data: state.data.slice() };
    for (let t = 301 - KEPT; t < 301; t++)
      for (let j = 0; j < sensors; j++) before.data[at + j * KEPT + (t % KEPT)] = frames[t][j];
    const restored = restoreDetector(before);
    assert.deepEqual(restored.snapshot(), state);
    let alarms = 0;
    for (const frame of frames.slice(301)) {
      const expected = structuredClone(detector.update(frame));
      assert.deepEqual(restored.update(frame), expected);
      if (expected.alarm !== null) alarms++;
    }
    assert.ok(alarms > 0);
    assert.deepEqual(restored.snapshot(), detector.snapshot());
  });

  it('are the same after every frame, whether the state was stored and taken up or not', () => {
    const draws = new Draws(5);
    const left = createDetector({ sensors: 4 });
    let restored = createDetector({ sensors: 4 });
    for (let t = 0; t < 200; t++) {
      // One stands still for a while, one comes later, one never.
      const frame = [draws.normal(), t < 90 ? 3 : draws.normal(), t < 130 ? NaN : draws.normal(), NaN];
      assert.deepEqual(restored.update(frame), left.update(frame), `frame ${t}`);
      assert.deepEqual(restored.snapshot(), left.snapshot(), `frame ${t}`);
      restored = restoreDetector(restored.snapshot());
    }
  });
});
