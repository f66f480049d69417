import assert from 'node:assert/strict';
import {
  ChangeModel,
  createDetector,
  restoreDetector,
  type ChangeModelOptions,
  type DriftEvent,
  type Frame,
} from '../../../src';
import { ENGLISH } from '../../../src/change';
import { Contrasts } from '../../../src/change/calibrated/contrasts';
import { Motion } from '../../../src/change/calibrated/motion';
import { Trial } from '../../../src/change/calibrated/trial';
import { DriftWatch } from '../../../src/change/drift/drift-watch';
import { FACTORS } from '../../../src/change/evidence/evidence';
import { lengthOfState } from '../../../src/change/packed-state';
import { nextNormal } from '../../../src/random';

const NAMES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
const START = Date.UTC(2024, 0, 1);
const AT = 1500;
/** Of sensor c, in a frame. */
const RATE = 0.001;

/** Eight sensors of a rhythm and a cause that wanders, of which c drifts from frame 1,500 on. */
function* simulate(count: number, rate: number, seed = 11): Generator<Frame> {
  const state = Float64Array.of(seed);
  let cause = 0;
  for (let t = 0; t < count; t++) {
    cause = 0.99 * cause + 0.2 * nextNormal(state, 0);
    const swing = 2 * Math.sin((2 * Math.PI * t) / 288);
    const values = NAMES.map(
      (_, j) => 10 + 3 * j + Math.cos(j) * swing + Math.sin(j + 1) * cause + 0.3 * nextNormal(state, 0),
    );
    values[2] += rate * Math.max(0, t - AT);
    const time = START + 1000 * t;
    yield { fields: Object.fromEntries(NAMES.map((name, j) => [name, values[j]])), time, arrival: time };
  }
}

interface Heard {
  readonly drifts: { readonly at: number; readonly event: DriftEvent }[];
  readonly alarms: number[];
}

function hear(
  frames: Iterable<Frame>,
  options: ChangeModelOptions = {},
  prepare: (model: ChangeModel, t: number) => void = () => {},
): Heard {
  const model = new ChangeModel(options);
  const heard: Heard = { drifts: [], alarms: [] };
  let t = 0;
  for (const frame of frames) {
    prepare(model, t);
    const { alarm, news } = model.learnOne(frame);
    if (alarm !== null) heard.alarms.push(t);
    for (const event of news) if (event.event === 'drift') heard.drifts.push({ at: t, event });
    t++;
  }
  return heard;
}

describe('a sensor that drifts', () => {
  for (const rate of [RATE, -RATE]) {
    it(`is told once, with its rate of ${rate} and its correction, and is no change`, () => {
      const { drifts, alarms } = hear(simulate(5000, rate));
      assert.deepEqual(alarms, []);
      assert.equal(drifts.length, 1);
      const [{ at, event }] = drifts;
      assert.ok(at > AT && at < AT + 1500, `${at}`);
      assert.deepEqual(event.sensors, [{ name: 'c' }]);
      assert.equal(event.direction, rate > 0 ? 'up' : 'down');
      assert.ok(Math.abs(event.rate / 1000 / rate - 1) < 0.2, `${event.rate}`);
      assert.ok(Math.abs(event.index - AT) < 250, `${event.index}`);
      assert.equal(event.since, START + 1000 * event.index);
      assert.equal(event.time, START + 1000 * at);
      assert.ok(Math.abs(event.size / (rate * (at - AT)) - 1) < 0.25, `${event.size}`);
      assert.deepEqual(event.correction, { factor: 1, offset: -event.size });
      assert.match(
        event.summary,
        /^c drifts away from what the other sensors say, by -?[\d.]+ in 1,000 frames/,
      );
      assert.ok(!('detectedIndex' in event));
    });
  }

  for (const seed of [11, 12, 13]) {
    it(`is not told of sensors that only swing and wander, seed ${seed}`, () => {
      assert.deepEqual(hear(simulate(6000, 0, seed)).drifts, []);
    });
  }

  it('is not told of a step, nor of all sensors that go together', () => {
    function* altered(alter: (values: Record<string, unknown>, t: number) => void): Generator<Frame> {
      let t = 0;
      for (const frame of simulate(4000, 0)) {
        const fields = { ...frame.fields };
        alter(fields, t++);
        yield { ...frame, fields };
      }
    }
    const step = altered((values, t) => void (t >= 2000 && (values.c = Number(values.c) + 2)));
    assert.deepEqual(hear(step).drifts, []);
    const together = altered((values, t) =>
      NAMES.forEach((name, j) => (values[name] = Number(values[name]) + Math.cos(j) * RATE * t)),
    );
    assert.deepEqual(hear(together).drifts, []);
  });

  it('is told after maintenance, if it goes on', () => {
    const { drifts } = hear(simulate(5000, RATE), {}, (model, t) => {
      model.maintenance = t >= 1000 && t < 4000;
    });
    assert.equal(drifts.length, 1);
    assert.ok(drifts[0].at >= 4000 && drifts[0].at < 4100, `${drifts[0].at}`);
  });

  it('is told once it matters', () => {
    const { drifts } = hear(simulate(5000, RATE), { smallestChange: 'c: 1' });
    assert.equal(drifts.length, 1);
    assert.ok(drifts[0].event.size >= 1);
    assert.deepEqual(hear(simulate(5000, RATE), { smallestChange: 'c: 1 down' }).drifts, []);
  });

  it('is known in another language', () => {
    const words = { ...ENGLISH, drift: '{name} driftet' };
    const [{ event }] = hear(simulate(3500, RATE), { words }).drifts;
    assert.equal(event.summary, 'c driftet');
  });
});

describe('the state of a detector that looks for drifts', () => {
  const rows = Array.from(simulate(1800, RATE), ({ fields }) => NAMES.map((name) => Number(fields[name])));
  const before = createDetector({ names: NAMES });
  for (const row of rows) before.update(row);

  it('goes on bit for bit', () => {
    const [first, second] = [restoreDetector(before.snapshot()), restoreDetector(before.snapshot())];
    let found = 0;
    let t = 0;
    for (const { fields } of simulate(3500, RATE)) {
      if (t++ < rows.length) continue;
      const row = NAMES.map((name) => Number(fields[name]));
      first.update(row);
      second.update(row);
      assert.deepEqual(first.drift, second.drift);
      if (first.drift !== null) found++;
    }
    assert.ok(found > 0);
    assert.deepEqual(first.snapshot(), second.snapshot());
  });

  it('may be one of before, and looks for them afresh', () => {
    const state = before.snapshot();
    const { rank } = FACTORS;
    const later = [new Contrasts(NAMES.length).laterParts, new Trial(rank).parts, new Motion(rank).parts];
    const length = lengthOfState([...new DriftWatch(NAMES.length, rank).parts, ...later.flat()]);
    const former = { ...state, data: state.data.slice(0, -length) };
    const restored = restoreDetector(former);
    assert.equal(restored.snapshot().data.length, state.data.length);
    assert.equal(restored.update(rows[0]).score, restoreDetector(state).update(rows[0]).score);
  });
});
