import assert from 'node:assert/strict';
import { Draws } from '../../bench/changepoint/draws';
import { generate } from '../../bench/changepoint/generators';
import { Plant } from '../../demo/plant';
import { SENSORS } from '../../demo/sensors';
import { createDetector, type ChangeEvent } from '../../src';
import { firstAlarmOf } from '../../src/change';

function alarmsOf(frames: readonly (readonly number[])[]): ChangeEvent[] {
  const detector = createDetector({ sensors: frames[0].length, sensitivity: 'low' });
  return frames.flatMap((frame, t) => detector.update(frame, 1, 1000 * t).alarm ?? []);
}

/** Independent sensors, each with its own unit. */
function quiet(d: number, n: number, seed: number): number[][] {
  const draws = new Draws(seed);
  const units = Array.from({ length: d }, () => 10 ** (4 * draws.uniform() - 2));
  return Array.from({ length: n }, () => units.map((unit) => unit * (20 + draws.normal())));
}

const hide = (frames: number[][], hidden: (t: number, j: number) => boolean): number[][] =>
  frames.map((row, t) => row.map((value, j) => (hidden(t, j) ? NaN : value)));

describe('what the calibrated detector finds', () => {
  for (const kind of ['paper', 'mean', 'mean-all', 'correlation'] as const) {
    it(`a change of kind ${kind}, soon and in the right place`, () => {
      const { frames, changes, sensors } = generate(kind, 21);
      const alarms = alarmsOf(frames.slice(0, 700));
      assert.equal(alarms.length, 1);
      const [alarm] = alarms;
      assert.ok(alarm.detectedIndex >= changes[0] && alarm.detectedIndex < changes[0] + 40);
      assert.ok(Math.abs(alarm.index - changes[0]) <= 10);
      assert.ok(sensors[0].includes(Number(alarm.sensors[0].name)));
      assert.ok(alarm.score >= 1);
    });
  }

  it('nothing in a stream without a change', () => {
    assert.deepEqual(alarmsOf(generate('none', 4).frames), []);
  });

  it('more changes with more sensitivity, never fewer at the first', () => {
    const { frames } = generate('variance', 2);
    const first = (['high', 'normal', 'low'] as const).map((sensitivity) => {
      const detector = createDetector({ sensors: 20, sensitivity });
      const at = frames.findIndex((frame) => detector.update(frame).alarm !== null);
      return at < 0 ? Infinity : at;
    });
    assert.ok(first[0] <= first[1] && first[1] <= first[2] && first[0] < Infinity, first.join(' '));
  });

  it('each of two changes, and warms in between', () => {
    const frames = quiet(6, 2000, 3).map((row, t) =>
      row.map((value) => value * (t < 700 ? 1 : t < 1500 ? 2 : 4)),
    );
    const detector = createDetector({ names: ['a', 'b', 'c', 'd', 'e', 'f'] });
    const found: number[] = [];
    const phases: string[] = [];
    frames.forEach((frame) => {
      const { alarm } = detector.update(frame);
      if (alarm) found.push(alarm.index);
      phases.push(detector.phase);
    });
    assert.equal(found.length, 2);
    assert.ok(Math.abs(found[0] - 700) <= 3 && Math.abs(found[1] - 1500) <= 3, found.join(' '));
    assert.equal(phases.indexOf('ready'), firstAlarmOf());
    assert.equal(phases[720], 'warming');
    assert.equal(phases[800], 'ready');
  });

  it('a step at the time it happened, in frames and in ms', () => {
    const frames = quiet(4, 800, 9).map((row, t) => row.map((value) => (t < 600 ? value : value * 1.5)));
    const [alarm] = alarmsOf(frames);
    assert.equal(alarm.index, 600);
    assert.equal(alarm.time, 600_000);
    assert.equal(alarm.detectedAt, 1000 * alarm.detectedIndex);
    const silent = createDetector({ sensors: 4 });
    const untimed = frames.flatMap((frame) => silent.update(frame).alarm ?? []);
    assert.deepEqual([untimed[0].time, untimed[0].detectedAt], [null, null]);
  });
});

describe('what is no change for the calibrated detector', () => {
  for (const d of [1, 2, 5, 12]) {
    const last = (j: number): boolean => j === d - 1;
    const frames = quiet(d, 1200, 40 + d);

    it(`${d} sensors: nothing happens`, () => assert.deepEqual(alarmsOf(frames), []));

    it(`${d} sensors: one goes silent for good, for a while, again and again`, () => {
      assert.deepEqual(alarmsOf(hide(frames, (t, j) => last(j) && t >= 500)), []);
      assert.deepEqual(alarmsOf(hide(frames, (t, j) => last(j) && t >= 500 && t < 560)), []);
      assert.deepEqual(alarmsOf(hide(frames, (t, j) => last(j) && t >= 500 && t < 800)), []);
      assert.deepEqual(
        alarmsOf(hide(frames, (t, j) => last(j) && t >= 300 && Math.floor(t / 40) % 2 === 0)),
        [],
      );
    });

    it(`${d} sensors: one joins late`, () => {
      assert.deepEqual(alarmsOf(hide(frames, (t, j) => last(j) && t < 470)), []);
    });

    it(`${d} sensors: all are silent for a while`, () => {
      for (const length of [1, 7, 50, 400]) {
        assert.deepEqual(alarmsOf(hide(frames, (t) => t >= 500 && t < 500 + length)), []);
      }
    });

    it(`${d} sensors: a tenth of the readings is missing`, () => {
      const draws = new Draws(d);
      assert.deepEqual(alarmsOf(hide(frames, () => draws.uniform() < 0.1)), []);
    });
  }

  it('a sensor that stands still and falls silent', () => {
    const still = quiet(5, 900, 2).map((row, t) => [...row.slice(0, 4), t < 600 ? 3 : NaN]);
    assert.deepEqual(alarmsOf(still), []);
  });

  it('a swinging sensor that is cut in mid-swing', () => {
    const draws = new Draws(15);
    const swing = Array.from({ length: 1200 }, (_, t) =>
      Array.from({ length: 6 }, (_, j) => Math.sin((2 * Math.PI * t) / 70 + j) + 0.1 * draws.normal()),
    );
    assert.deepEqual(alarmsOf(swing), []);
    assert.deepEqual(alarmsOf(hide(swing, (t) => t >= 600 && t < 635)), []);
    assert.deepEqual(alarmsOf(hide(swing, (t, j) => j < 3 && t >= 600 && t < 635)), []);
  });

  it('a sensor that comes back, after a silence in which others changed', () => {
    const plant = new Plant(); // others change at 750 and 2,250, when one falls silent for 150 frames
    const detector = createDetector({ names: SENSORS.map(({ topic }) => topic) });
    const alarms = Array.from({ length: 2700 }, () => plant.next()).flatMap(({ index, readings }) => {
      const sent = readings.filter((reading) => reading.frame === index);
      const frame = SENSORS.map((sensor) => sent.find(({ topic }) => topic === sensor.topic)?.value ?? NaN);
      return detector.update(frame).alarm ?? [];
    });
    assert.deepEqual(
      alarms.map(({ index }) => Math.round(index / 10)),
      [75, 225],
    );
  });

  it('a sensor that changed with another one while it was silent, and comes back', () => {
    for (const seed of [1, 2, 3]) {
      const draws = new Draws(seed);
      const loadings = Array.from({ length: 10 }, () => draws.normals(2));
      let causes = [0, 0];
      const frames = Array.from({ length: 1300 }, (_, t) => {
        causes = causes.map((cause) => 0.97 * cause + 0.25 * draws.normal());
        return loadings.map(([a, b], j) => {
          const changed = t >= 800 && j < 2 ? 4 : 0;
          return t >= 800 && t < 950 && j === 0
            ? NaN
            : a * causes[0] + b * causes[1] + changed + 0.1 * draws.normal();
        });
      });
      const detector = createDetector({ sensors: 10 });
      const alarms = frames.flatMap((frame) => detector.update(frame).alarm ?? []);
      assert.deepEqual(
        alarms.map(({ index }) => Math.round(index / 10)),
        [80],
      );
    }
  });

  it('a pause: the same as frames in which nothing was read', () => {
    const frames = quiet(3, 800, 30);
    const hidden = hide(frames, (t) => t >= 400 && t < 450);
    const left = frames.filter((_, t) => t < 400 || t >= 450);
    const dts = left.map((_, i) => (i === 400 ? 51 : 1));
    const whole = createDetector({ sensors: 3 });
    const cut = createDetector({ sensors: 3 });
    const scores = hidden.map((frame) => whole.update(frame).score).filter((_, t) => t < 400 || t >= 450);
    const expected = left.map((frame, i) => cut.update(frame, dts[i]).score);
    scores.forEach((score, i) => assert.ok(Math.abs(score - expected[i]) < 1e-9));
  });
});

describe('a sensor that joins the calibrated detector', () => {
  it('in the first 60 frames is as if it had been there, silent', () => {
    const frames = hide(generate('mean', 6).frames.slice(300, 900), (t, j) => j === 19 && t < 25);
    const known = createDetector({ sensors: 20 });
    const grown = createDetector({ sensors: 19 });
    frames.forEach((frame, t) => {
      if (t === 25) grown.addSensor('19');
      const { score } = known.update(frame);
      assert.equal(grown.update(t < 25 ? frame.slice(0, 19) : frame).score, score, `frame ${t}`);
    });
  });

  it('leaves the others undisturbed, and its own change is found once it is known', () => {
    const frames = quiet(6, 1000, 77);
    const draws = new Draws(1);
    const alone = createDetector({ sensors: 6 });
    const joined = createDetector({ sensors: 6 });
    const found: ChangeEvent[] = [];
    frames.forEach((frame, t) => {
      const before = alone.update(frame).score;
      if (t === 300) joined.addSensor('new');
      const more = t < 300 ? frame : [...frame, (t < 700 ? 1 : 2) * (500 + draws.normal())];
      const { score, alarm } = joined.update(more);
      if (t < 420) assert.equal(score, before, `frame ${t}`);
      if (alarm) found.push(alarm);
    });
    assert.equal(found.length, 1);
    assert.equal(found[0].index, 700);
    assert.equal(found[0].sensors[0].name, 'new');
  });
});
