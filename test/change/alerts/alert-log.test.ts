import assert from 'node:assert/strict';
import { ChangeModel, PsmfError, type ChangeModelOptions, type ChangeNews, type Frame } from '../../../src';
import type { ChangeEvent } from '../../../src';
import { AlertLog } from '../../../src/change';
import { Draws } from '../../../bench/changepoint/draws';
import { plantStream } from '../../../bench/changepoint/living/simulated';
import { nextNormal } from '../../../src/random';

const START = Date.UTC(2024, 0, 1);
const NAMES = ['a', 'b', 'c', 'd', 'e', 'f'];

type Alter = (values: number[], t: number) => void;

/** Six sensors that follow two common causes, and what becomes of them. */
function simulate(count: number, alter: Alter, seed = 5): Frame[] {
  const state = Float64Array.of(seed);
  const loadings = NAMES.map((_, j) => [Math.cos(j), Math.sin(j)]);
  const causes = [0, 0];
  return Array.from({ length: count }, (_, t) => {
    for (let i = 0; i < 2; i++) causes[i] = 0.98 * causes[i] + 0.2 * nextNormal(state, 0);
    const values = loadings.map(
      ([p, q], j) => 20 + 5 * j + 2 * (p * causes[0] + q * causes[1]) + 0.2 * nextNormal(state, 0),
    );
    alter(values, t);
    return {
      fields: Object.fromEntries(NAMES.map((name, j) => [name, values[j]])),
      time: START + 1000 * t,
      arrival: START + 1000 * t,
    };
  });
}

interface Heard {
  readonly alarms: ChangeEvent[];
  readonly news: ChangeNews[];
  readonly told: number[];
}

function hear(model: ChangeModel, frames: readonly Frame[]): Heard {
  const heard: Heard = { alarms: [], news: [], told: [] };
  for (const frame of frames) {
    const { alarm, news, score, seq } = model.learnOne(frame);
    assert.equal(score >= 1, alarm !== null);
    if (alarm !== null) heard.alarms.push(alarm);
    for (const event of news) {
      heard.news.push(event);
      heard.told.push(seq - 1);
      assert.ok(!('detectedIndex' in event));
    }
  }
  return heard;
}

const run = (frames: readonly Frame[], options: ChangeModelOptions = {}): Heard =>
  hear(new ChangeModel(options), frames);

const step =
  (from: number, to: number, size: number, sensor = 1): Alter =>
  (values, t) => {
    if (t >= from && t < to) values[sensor] += size;
  };

const both =
  (...all: Alter[]): Alter =>
  (values, t) =>
    all.forEach((alter) => alter(values, t));

const byNumber = (a: number, b: number): number => a - b;

const ofKind = (heard: Heard, event: ChangeNews['event']): ChangeNews[] =>
  heard.news.filter((news) => news.event === event);

describe('what is told of changes', () => {
  it('gives each change an id, and says when one is undone while the detector rests', () => {
    const heard = run(simulate(900, step(700, 740, 4)));
    assert.deepEqual(
      heard.alarms.map(({ id, sensors }) => [id, sensors[0].name]),
      [[1, 'b']],
    );
    const [resolved] = ofKind(heard, 'resolved');
    assert.deepEqual([resolved.id, resolved.sensors], [1, [{ name: 'b' }]]);
    assert.equal(resolved.summary, 'b is as it was before change 1');
    const at = heard.told[heard.news.indexOf(resolved)];
    assert.ok(at >= 740 && at < 800, `${at}`);
  });

  it('says so too when it is undone long after, beside the alarm of that', () => {
    const heard = run(simulate(1700, step(700, 1300, 4)));
    const [first, second] = heard.alarms;
    assert.equal(heard.alarms.length, 2);
    assert.equal(ofKind(heard, 'resolved').length, 1);
    assert.equal(second.resolves ?? ofKind(heard, 'resolved')[0].id, first.id);
  });

  it('does not call a change undone that lasts, but for one of ten streams', () => {
    const wrong: number[] = [];
    for (let seed = 1; seed <= 10; seed++) {
      const heard = run(simulate(1500, step(700, Infinity, 3), seed));
      if (ofKind(heard, 'resolved').length > 0) wrong.push(seed);
    }
    assert.ok(wrong.length <= 1, `seeds ${wrong.join(', ')}`);
  });

  it('follows a stuck sensor until it moves again', () => {
    let last = NaN;
    const hold: Alter = (values, t) => {
      if (t >= 700 && t < 900) values[2] = last;
      last = values[2];
    };
    const heard = run(simulate(1100, hold));
    const stuck = heard.alarms.find(({ kind }) => kind === 'stuck');
    const resolved = ofKind(heard, 'resolved').find(({ id }) => id === stuck?.id) ?? assert.fail();
    assert.ok(Math.abs(heard.told[heard.news.indexOf(resolved)] - 901) <= 1);
  });

  it('tells nothing during maintenance, which survives a restart, and learns on', () => {
    const frames = simulate(1300, step(700, Infinity, 4));
    const model = new ChangeModel();
    hear(model, frames.slice(0, 650));
    model.maintenance = true;
    const during = hear(model, frames.slice(650, 680));
    const kept = model.snapshot();
    assert.ok(kept);
    const restored = ChangeModel.restore({}, kept);
    assert.equal(restored.maintenance, true);
    const after = hear(restored, frames.slice(680, 900));
    assert.deepEqual([...during.alarms, ...after.alarms, ...after.news], []);
    restored.maintenance = false;
    assert.deepEqual(hear(restored, frames.slice(900)).alarms, []); // the new level is learned
  });

  it('tells after maintenance, and a restart, of a sensor that got stuck meanwhile and still is', () => {
    const stuck =
      (until: number): Alter =>
      (values, t) => {
        if (t >= 700 && t < until) values[1] = 20.5;
      };
    const listen = (until: number): Heard => {
      const frames = simulate(1000, stuck(until));
      const model = new ChangeModel();
      hear(model, frames.slice(0, 690));
      model.maintenance = true;
      assert.deepEqual(hear(model, frames.slice(690, 800)), { alarms: [], news: [], told: [] });
      const restored = ChangeModel.restore({}, model.snapshot() ?? assert.fail());
      restored.maintenance = false;
      return hear(restored, frames.slice(800));
    };
    const { alarms } = listen(900);
    assert.deepEqual(
      alarms.map(({ kind, sensors }) => [kind, sensors[0].name]),
      [['stuck', 'b']],
    );
    assert.ok(alarms[0].detectedIndex >= 800 && alarms[0].detectedIndex < 860, JSON.stringify(alarms[0]));
    assert.deepEqual(listen(780).alarms, []);
  });

  it('remembers maintenance asked for before the first sensor', () => {
    const model = new ChangeModel();
    model.maintenance = true;
    assert.deepEqual(hear(model, simulate(900, step(700, Infinity, 4))).alarms, []);
  });

  it('tells no more of what was acknowledged: the same sensor and direction, up to half as large again', () => {
    const again = (size: number, sensor: number): Alter =>
      both(step(700, 1000, 4), step(1900, Infinity, size, sensor));
    const alarmsAfter = (alter: Alter, id: number | true | null): number => {
      const frames = simulate(2000, alter);
      const model = new ChangeModel();
      assert.equal(hear(model, frames.slice(0, 1400)).alarms[0].id, 1);
      if (id !== null) model.acknowledge(id);
      const restored = ChangeModel.restore({}, model.snapshot() ?? assert.fail());
      return hear(restored, frames.slice(1400)).alarms.length;
    };
    assert.equal(alarmsAfter(again(4, 1), null), 1);
    assert.equal(alarmsAfter(again(4, 1), 1), 0);
    assert.equal(alarmsAfter(again(12, 1), 1), 1);
    assert.equal(alarmsAfter(again(-4, 1), 1), 1);
    assert.equal(alarmsAfter(again(4, 3), 1), 1);
  });

  it('tells neither the like of what was acknowledged nor the end of it', () => {
    const frames = simulate(2800, both(step(700, 1000, 4), step(1900, 2300, 4)));
    const model = new ChangeModel();
    assert.equal(hear(model, frames.slice(0, 1400)).alarms[0].id, 1);
    model.acknowledge(1);
    const restored = ChangeModel.restore({}, model.snapshot() ?? assert.fail());
    const first = hear(restored, frames.slice(1400, 2100));
    const second = hear(ChangeModel.restore({}, restored.snapshot() ?? assert.fail()), frames.slice(2100));
    assert.deepEqual([first.alarms, first.news, second.alarms, second.news], [[], [], [], []]);
  });

  it('knows an acknowledged change again where another of its sensors shows it most', () => {
    const source = { names: NAMES, rowOf: () => null, expectedBy: () => NaN, driftOf: () => null };
    const find = (...contributions: [string, number][]): ChangeEvent => ({
      ...{
        index: 1,
        detectedIndex: 2,
        time: null,
        detectedAt: null,
        delay: 1,
        score: 1,
        method: 'calibrated',
      },
      sensors: contributions.map(([name, contribution]) => ({
        ...{ name, contribution, kind: 'level', direction: 'up' },
        ...{ before: { level: 1, spread: 0.1 }, after: { level: 3, spread: 0.1 } },
      })),
    });
    const log = new AlertLog();
    const tell = (found: ChangeEvent): number | undefined => log.learn(source, [], null, found).alarm?.id;
    assert.equal(tell(find(['a', 10], ['b', 4], ['c', 1])), 1);
    log.acknowledge(1);
    assert.equal(tell(find(['b', 10], ['a', 9], ['c', 2])), undefined);
    assert.equal(tell(find(['a', 10], ['c', 9])), 2);
  });

  it('tells how a sensor went that was forgotten and came back', () => {
    const frames = simulate(2600, step(2200, Infinity, 4));
    const model = new ChangeModel();
    hear(model, frames.slice(0, 900));
    model.forgetSensor('b');
    const without = frames.slice(900, 1000).map((frame) => {
      const fields = { ...frame.fields };
      delete fields.b;
      return { ...frame, fields };
    });
    hear(model, without);
    const alarms = hear(model, frames.slice(1000)).alarms.filter(({ index }) => Math.abs(index - 2200) < 20);
    assert.equal(alarms.length, 1);
    const [sensor] = alarms[0].sensors;
    assert.ok(sensor.name === 'b' && 'before' in sensor, sensor.name);
    assert.ok(Math.abs(sensor.after.level - sensor.before.level - 4) < 0.6, JSON.stringify(sensor));
  });

  it('refuses to acknowledge what was not told', () => {
    const model = new ChangeModel();
    const refused = (id: unknown, text: RegExp): void =>
      assert.throws(
        () => model.acknowledge(id),
        (error: unknown) => error instanceof PsmfError && text.test(error.message),
      );
    refused(true, /none so far/);
    hear(model, simulate(800, step(700, Infinity, 4)));
    refused(7, /one of the last changes: 1/);
    refused('1', /one of the last changes: 1/);
    model.acknowledge(1);
  });

  it('tells of a change only where it matters', () => {
    const frames = simulate(900, step(700, Infinity, 4));
    const told = (smallestChange: string): number => run(frames, { smallestChange }).alarms.length;
    assert.equal(told('b: 3'), 1);
    assert.equal(told('b: 6'), 0);
    assert.equal(told('b: up'), 1);
    assert.equal(told('b: down'), 0);
    assert.equal(told('*: 40 %'), 0);
    assert.equal(told('*: 40 %, b: 5 %'), 1);
    assert.equal(told('a: 100'), 1);
    assert.equal(told('"b": 6'), 0);
    assert.equal(told('"a, x": 100, "b" : 6'), 0);
    for (const bad of ['b', 'b:', 'b: x', '"b', '"a, b" 5', 'b: 5 sideways', ': 5', 'b: -1'])
      assert.throws(() => run([], { smallestChange: bad }), /smallestChange/);
  });

  it('keeps a change that 300 sensors show alike', () => {
    const names = Array.from({ length: 300 }, (_, j) => `${j}`);
    const source = { names, rowOf: () => null, expectedBy: () => NaN, driftOf: () => null };
    const found: ChangeEvent = {
      ...{
        index: 1,
        detectedIndex: 2,
        time: null,
        detectedAt: null,
        delay: 1,
        score: 1,
        method: 'calibrated',
      },
      sensors: names.map((name) => ({
        ...{ name, contribution: 5, kind: 'level', direction: 'up' },
        ...{ before: { level: 1, spread: 0.1 }, after: { level: 3, spread: 0.1 } },
      })),
    };
    const log = new AlertLog();
    assert.equal(log.learn(source, [], null, found).alarm?.id, 1);
    const restored = new AlertLog();
    restored.restore(JSON.parse(JSON.stringify(log.state)), 300, 4);
    restored.acknowledge(1);
    assert.equal(restored.learn(source, [], null, found).alarm, null);
  });

  it('refuses a state that no log can have come to', () => {
    const model = new ChangeModel();
    hear(model, simulate(800, step(700, Infinity, 4)));
    const kept = model.snapshot() ?? assert.fail();
    const meta = kept.meta as { extra: { alerts: Record<string, unknown> } };
    const { alerts } = meta.extra;
    const damage: Record<string, unknown>[] = [
      { ...alerts, told: 'many' },
      { ...alerts, open: {} },
      { ...alerts, normal: [{ sensor: 99, kind: 'level', direction: 'up', size: 1 }] },
      { ...alerts, normal: [{ sensor: 0, kind: 'mood', direction: 'up', size: 1 }] },
    ];
    for (const bad of damage) {
      const altered = { ...meta, extra: { ...meta.extra, alerts: bad } };
      assert.throws(
        () => ChangeModel.restore({}, { meta: altered as never, data: kept.data }),
        (error: unknown) => error instanceof PsmfError && error.code === 'BAD_SNAPSHOT',
      );
    }
    const without = { ...meta, extra: { ...meta.extra, alerts: undefined } };
    assert.equal(ChangeModel.restore({}, { meta: without as never, data: kept.data }).maintenance, false);
  });
});

describe('faults of sensors', () => {
  const faultsOf = (alter: Alter, seed: number): ChangeNews[] =>
    ofKind(run(simulate(900, alter, seed)), 'fault');

  it('an offset, with its correction', () => {
    const [fault] = faultsOf(step(700, Infinity, 4), 5);
    assert.ok(fault.event === 'fault' && fault.fault === 'offset', JSON.stringify(fault));
    assert.deepEqual(fault.sensors, [{ name: 'b' }]);
    assert.ok(fault.correction?.factor === 1 && Math.abs(fault.correction.offset + 4) < 0.3);
    assert.match(fault.summary, /^b reads [34]\.?\d* off what the other sensors say/);
  });

  const units: [string, number, number][] = [
    ['°C to °F', 1.8, 32],
    ['W to kW', 0.001, 0],
    ['bar to kPa', 100, 0],
    ['°C to K', 1, 273.15],
  ];
  for (const [name, factor, offset] of units) {
    it(`another unit: ${name}`, () => {
      const [fault] = faultsOf((values, t) => {
        if (t >= 700) values[3] = factor * values[3] + offset;
      }, 5);
      assert.ok(fault.event === 'fault' && fault.fault === 'unit', JSON.stringify(fault));
      assert.ok(fault.unit?.includes(name), fault.unit);
      const { correction } = fault;
      const corrected = (correction?.factor ?? 0) * (factor * 35 + offset) + (correction?.offset ?? 0);
      assert.ok(Math.abs(corrected - 35) < 1e-6, `${corrected}`);
    });
  }

  it('two sensors that were swapped', () => {
    const [fault] = faultsOf((values, t) => {
      if (t >= 700) [values[1], values[4]] = [values[4], values[1]];
    }, 5);
    assert.ok(fault.event === 'fault' && fault.fault === 'swapped', JSON.stringify(fault));
    assert.deepEqual(fault.sensors.map(({ name }) => name).sort(), ['b', 'e']);
  });

  /** A rhythm of which the sensors show as much as their loadings say, all about the same level; two are exchanged in between. */
  function exchange(from: number, to: number): Frame[] {
    const state = Float64Array.of(9);
    const loadings = [3, -2, 1.5, -1, 2, -2.5];
    return Array.from({ length: 1800 }, (_, t) => {
      const values = loadings.map(
        (loading) => 30 + loading * Math.sin((2 * Math.PI * t) / 120) + 0.2 * nextNormal(state, 0),
      );
      if (t >= from && t < to) [values[1], values[4]] = [values[4], values[1]];
      const fields = Object.fromEntries(NAMES.map((name, j) => [name, values[j]]));
      return { fields, time: START + 1000 * t, arrival: START + 1000 * t };
    });
  }

  it('two that were swapped are not back while common causes bring them together', () => {
    for (const seed of [40_007, 40_017, 40_019]) {
      const draws = new Draws(seed);
      const rows = plantStream('wander', draws);
      const [a, b] = draws.choose(3, 20);
      const frames = rows.slice(0, 1500).map((row, t): Frame => {
        const values = Array.from(row, (value) => 30 + value);
        if (t >= 1200) [values[a], values[b]] = [values[b], values[a]];
        const fields = Object.fromEntries(values.map((value, j) => [`${j}`, value]));
        return { fields, time: START + 1000 * t, arrival: START + 1000 * t };
      });
      const heard = run(frames);
      assert.deepEqual(
        heard.news.map((news) => [news.event, news.sensors.map(({ name }) => Number(name)).sort(byNumber)]),
        [['fault', [a, b]]],
        `seed ${seed}`,
      );
    }
  });

  it('two that were swapped are back when each reads what it should again', () => {
    const heard = run(exchange(1215, 1500));
    const [resolved] = ofKind(heard, 'resolved');
    assert.deepEqual(resolved?.sensors.map(({ name }) => name).sort(), ['b', 'e']);
    const at = heard.told[heard.news.indexOf(resolved)];
    assert.ok(at >= 1500 && at < 1700, `${at}`);
  });

  it('none where the plant changes', () => {
    for (let seed = 1; seed <= 5; seed++) {
      const faults = faultsOf((values, t) => {
        if (t >= 700) for (let j = 0; j < 6; j++) values[j] += j % 2 === 0 ? 3 : -3;
      }, seed);
      assert.deepEqual(faults, []);
    }
  });
});
