import assert from 'node:assert/strict';
import { ImputeModel, type ImputeAnswer, type PsmfError } from '../../src';
import { KindFinder } from '../../src/kinds/kind-finder';
import { kindOf, readKinds } from '../../src/kinds/kind';
import { packKinds, takeKinds } from '../../src/kinds/packed-kinds';
import { nextNormal, nextUniform } from '../../src/random';

const START = Date.UTC(2026, 0, 5);
const MINUTE = 60_000;

type Row = Readonly<Record<string, number>>;

/** Every row to a model, some readings hidden; the answers. */
function run(
  rows: readonly Row[],
  isHidden: (t: number, name: string) => boolean,
  options: ConstructorParameters<typeof ImputeModel>[0] = {},
): { readonly model: ImputeModel; readonly values: Row[] } {
  const model = new ImputeModel(options);
  const values = rows.map((row, t) => {
    const fields = Object.fromEntries(Object.entries(row).filter(([name]) => !isHidden(t, name)));
    const time = START + t * MINUTE;
    const answer: ImputeAnswer = model.learnOne({ fields, time, arrival: time });
    return Object.fromEntries(answer.names.map((name, j) => [name, answer.value[j]]));
  });
  return { model, values };
}

const kindNow = (model: ImputeModel, name: string): string => {
  const time = START + 1e6 * MINUTE;
  const { kinds, names } = model.predictOne({ fields: {}, time, arrival: time });
  return kinds[names.indexOf(name)];
};

const errorsOf = (rows: readonly Row[], values: readonly Row[], name: string, from: number): number[] =>
  values.slice(from).map((value, k) => Math.abs(value[name] - rows[from + k][name]));

function draw(count: number, seed: number, make: (t: number, noise: () => number) => Row): Row[] {
  const state = Float64Array.of(seed);
  return Array.from({ length: count }, (_, t) => make(t, () => nextNormal(state, 0)));
}

describe('kinds of sensors', () => {
  it('a counter goes on counting through a gap, and through its reset', () => {
    let meter = 3500;
    const rows = draw(900, 1, (t, noise) => {
      const load = 2 + Math.sin(t / 40) + 0.05 * noise();
      meter = t === 500 ? 0 : meter + load;
      return { meter, load };
    });
    const { model, values } = run(rows, (t, name) => name === 'meter' && t >= 700 && t < 760);
    assert.equal(kindNow(model, 'meter'), 'counter');
    const gap = errorsOf(rows.slice(0, 760), values.slice(0, 760), 'meter', 700);
    assert.ok(Math.max(...gap) < 6, `${Math.max(...gap)}`);
    for (let t = 701; t < 760; t++) assert.ok(values[t].meter >= values[t - 1].meter);
  });

  it('a counter that stands all night is given nothing below its last reading, nor is it in a forecast', () => {
    let meter = 800;
    const sun = (t: number): number => Math.max(0, Math.sin(2 * Math.PI * ((t % 288) / 288 - 0.25)));
    const rows = draw(2600, 16, (t, noise) => {
      const power = sun(t) * (0.8 + 0.1 * noise());
      meter += Math.max(0, power) / 4;
      return { meter: Number(meter.toFixed(2)), power };
    });
    const { values, model } = run(rows, (t, name) => name === 'meter' && t >= 600 && t % 70 < 30);
    assert.equal(kindNow(model, 'meter'), 'counter');
    for (let t = 601; t < rows.length; t++)
      if (t % 70 < 30) assert.ok(values[t].meter >= values[t - 1].meter, `${t}`);
  });

  it('what was taken for a counter is filled as well as ever once that is mended', () => {
    let level = 20;
    const rows = draw(4500, 17, (t, noise) => {
      level = t < 3000 ? level + 0.02 + 0.004 * Math.sin(t) : 80 + 3 * Math.sin(t / 50) + 0.1 * noise();
      return { level: Number(level.toFixed(2)), x: noise() };
    });
    const isHidden = (t: number, name: string): boolean => name === 'level' && t >= 3300 && t % 150 < 30;
    const { values, model } = run(rows, isHidden);
    assert.equal(kindNow(model, 'level'), 'plain');
    const square = { ours: 0, last: 0 };
    for (let t = 3300; t < rows.length; t++) {
      if (t % 150 >= 30) continue;
      square.ours += (values[t].level - rows[t].level) ** 2;
      square.last += (rows[t - (t % 150) - 1].level - rows[t].level) ** 2;
    }
    assert.ok(square.ours < square.last, `${Math.sqrt(square.ours / square.last)} of the last value`);
  });

  it('an angle is filled through north', () => {
    let heading = 350;
    const rows = draw(1500, 2, (_, noise) => {
      heading += 6 * noise();
      const at = (offset: number): number => (((heading + offset + 2 * noise()) % 360) + 360) % 360;
      return { a: at(0), b: at(15), speed: 5 + noise() };
    });
    const { model, values } = run(rows, (t, name) => name === 'a' && t >= 900 && t % 3 !== 0);
    assert.equal(kindNow(model, 'a'), 'angle');
    const errors = errorsOf(rows, values, 'a', 900).map((e) => Math.abs(e - 360 * Math.round(e / 360)));
    assert.ok(errors.reduce((sum, e) => sum + e, 0) / errors.length < 5);
  });

  it('a switch is given one of its values', () => {
    const rows = draw(600, 3, (t, noise) => {
      const valve = Math.floor(t / 37) % 2;
      return { valve, flow: 3 * valve + 0.1 * noise() };
    });
    const { values } = run(rows, (t, name) => name === 'valve' && t >= 300 && t % 4 !== 0);
    assert.ok(values.slice(100).every(({ valve }) => valve === 0 || valve === 1));
    const wrong = errorsOf(rows, values, 'valve', 300).filter((e) => e > 0).length;
    assert.ok(wrong < 30, `${wrong}`);
  });

  it('the estimate of a state stays within its values', () => {
    const state = Float64Array.of(12);
    const noise = (): number => nextNormal(state, 0);
    const model = new ImputeModel();
    let outside = 0;
    for (let t = 0; t < 900; t++) {
      const pump = Math.floor(t / 23) % 2;
      const flow = 4 * pump + noise();
      const fields = t > 300 && t % 3 !== 0 ? { flow } : { flow, pump };
      const time = START + t * MINUTE;
      const { names, estimate } = model.learnOne({ fields, time, arrival: time });
      const said = estimate[names.indexOf('pump')];
      if (t > 300 && (said < 0 || said > 1)) outside += 1;
    }
    assert.equal(outside, 0);
  });

  it('a sensor that reports on change holds between its reports', () => {
    let room = 20;
    let last = Infinity;
    const sent = new Set<number>();
    const rows = draw(2000, 4, (t, noise) => {
      room += 0.05 * noise();
      if (Math.abs(room - last) >= 0.2) {
        last = room;
        sent.add(t);
      }
      return { room, other: noise() };
    });
    const model = new ImputeModel();
    let isHeld = true;
    rows.forEach(({ room: value, other }, t) => {
      const fields: Row = sent.has(t) ? { room: value, other } : { other };
      const time = START + t * MINUTE;
      const answer = model.learnOne({ fields, time, arrival: time });
      const j = answer.names.indexOf('room');
      if (t < 1500 || sent.has(t)) return;
      isHeld &&= answer.quality[j] === 'held' && Math.abs(answer.value[j] - value) < 0.2 + 1e-9;
    });
    assert.ok(isHeld);
  });

  it('a contact that reports on change is what it was last, however long', () => {
    const state = Float64Array.of(21);
    const model = new ImputeModel();
    let door = 0;
    let wrong = 0;
    for (let t = 0; t < 12_000; t++) {
      const moves = nextUniform(state, 0) < (door === 1 ? 0.3 : 0.012);
      if (moves) door = 1 - door;
      const other = nextNormal(state, 0);
      const time = START + t * MINUTE;
      const { names, value, quality } = model.learnOne({
        ...{ fields: moves ? { door, other } : { other }, time, arrival: time },
      });
      if (t < 4000 || moves) continue;
      const j = names.indexOf('door');
      if (value[j] !== door || quality[j] !== 'held') wrong += 1;
    }
    assert.equal(wrong, 0);
  });

  it('a lamp that reports on change and at fixed times is hardly ever what it is not', () => {
    const state = Float64Array.of(22);
    const model = new ImputeModel();
    let lamp = 0;
    let wrong = 0;
    for (let t = 0; t < 9000; t++) {
      const moves = nextUniform(state, 0) < 0.01;
      if (moves) lamp = 1 - lamp;
      const other = nextNormal(state, 0);
      const isRead = moves || t % 60 === 7;
      const time = START + t * MINUTE;
      const fields = isRead ? { lamp, other } : { other };
      const { names, value } = model.learnOne({ fields, time, arrival: time });
      if (t > 4500 && !isRead && value[names.indexOf('lamp')] !== lamp) wrong += 1;
    }
    assert.ok(wrong < 150, `${wrong} of 4400`);
  });

  it('a sensor that reports on change is no longer held once it is silent', () => {
    let room = 20;
    let last = Infinity;
    const rows = draw(2000, 4, (_, noise) => {
      room += 0.05 * noise();
      return { room, near: room + 0.02 * noise(), other: noise() };
    });
    const model = new ImputeModel();
    const square = { ours: 0, last: 0 };
    let silentFor = 0;
    rows.forEach(({ room: value, near, other }, t) => {
      const isSent = Math.abs(value - last) >= 0.1 && t < 1500;
      if (isSent) last = value;
      const fields: Row = isSent ? { room: value, near, other } : { near, other };
      const time = START + t * MINUTE;
      const answer = model.learnOne({ fields, time, arrival: time });
      const j = answer.names.indexOf('room');
      if (t < 1500 || answer.gap[j] < answer.silentAfter[j]) return;
      silentFor += 1;
      assert.notEqual(answer.quality[j], 'held');
      square.ours += (answer.value[j] - value) ** 2;
      square.last += (last - value) ** 2;
    });
    assert.ok(silentFor > 300, `${silentFor}`);
    assert.ok(square.ours < 0.25 * square.last, `${Math.sqrt(square.ours / square.last)} of the last value`);
  });

  it('a wrong guess mends itself', () => {
    const finder = new KindFinder();
    for (let t = 0; t < 200; t++) finder.learn([t], 0, 0);
    assert.equal(finder.kind, 'counter');
    finder.learn([180], 0, 0);
    assert.equal(finder.kind, 'plain');
    for (let t = 0; t < 500; t++) finder.learn([180 + t], 0, 0);
    assert.equal(finder.kind, 'plain');
  });

  it('plain sensors are nothing else: noise, steps of a rounded reading, gaps at random', () => {
    const state = Float64Array.of(9);
    const finders = [new KindFinder(), new KindFinder(), new KindFinder()];
    let level = 20;
    let gap = 0;
    for (let t = 0; t < 3000; t++) {
      level += 0.3 * nextNormal(state, 0);
      finders[0].learn([nextNormal(state, 0)], 0, 0);
      finders[1].learn([Math.round(level * 2) / 2], 0, 0);
      if (nextUniform(state, 0) < 0.3) {
        finders[2].learn([level], 0, gap);
        gap = 0;
      } else gap += 1;
    }
    assert.deepEqual(
      finders.map(({ kind }) => kind),
      ['plain', 'plain', 'plain'],
    );
  });

  it('may be set by name, a whole name before a pattern', () => {
    const kinds = readKinds('meter*: counter, meter.temp: plain; wind.dir: angle');
    const names = ['meter1', 'meter.temp', 'wind.dir', 'other'];
    assert.deepEqual(
      names.map((name) => kindOf(kinds, name)),
      ['counter', 'plain', 'angle', null],
    );
  });

  it('are read for names in quotes, which may hold commas', () => {
    assert.equal(kindOf(readKinds('"meter, left": counter, b: angle'), 'meter, left'), 'counter');
  });

  for (const wrong of ['meter', 'meter: dial', ': counter', 5, ['a']]) {
    it(`${JSON.stringify(wrong)} is refused in one sentence`, () => {
      assert.throws(
        () => readKinds(wrong),
        (error: PsmfError) => error.code === 'BAD_OPTION' && error.message.includes('counter'),
      );
    });
  }

  it('set for a sensor that is none of it, a kind is harmless', () => {
    const rows = draw(400, 6, (t, noise) => ({ down: 5000 - 3 * t, radians: t % 6.28, x: noise() }));
    const { values } = run(rows, (t) => t > 200 && t % 5 === 0, {
      kinds: 'down: counter, radians: angle, x: state',
    });
    assert.ok(values.slice(60).every((row) => Object.values(row).every(Number.isFinite)));
  });

  it('goes on from a snapshot bit for bit', () => {
    let meter = 0;
    const rows = draw(500, 8, (t, noise) => {
      meter += 1 + 0.2 * Math.abs(noise());
      return { meter, dir: (t * 7) % 360, on: Math.floor(t / 20) % 2, x: noise() };
    });
    const frames = rows.map((fields, t) => ({
      fields,
      time: START + t * MINUTE,
      arrival: START + t * MINUTE,
    }));
    const model = new ImputeModel();
    for (const frame of frames.slice(0, 300)) model.learnOne(frame);
    const kept = JSON.parse(JSON.stringify(model.snapshot()?.meta)) as never;
    const restored = ImputeModel.restore({}, { meta: kept, data: model.snapshot()?.data ?? assert.fail() });
    for (const frame of frames.slice(300)) {
      const { fields, ...rest } = frame;
      const half = { ...rest, fields: { dir: fields.dir, x: fields.x } };
      assert.deepEqual(restored.learnOne(half).value.slice(), model.learnOne(half).value.slice());
    }
    assert.equal(kindNow(restored, 'meter'), kindNow(model, 'meter'));
  });

  it('keeps nothing of the counter that a sensor is not, and goes on from a state that does', () => {
    const rows = draw(200, 9, (t, noise) => ({ x: noise(), y: noise() + Math.sin(t / 9) }));
    const { model } = run(rows, () => false);
    const { meta, data } = model.snapshot() ?? assert.fail();
    const { extra } = meta as unknown as { extra: { kinds: number } };
    const { kinds } = takeKinds(extra.kinds, data, 2);
    assert.deepEqual(
      kinds?.map(({ counter }) => counter),
      [[], []],
    );
    const withCounter = kinds?.map((kind, j) =>
      j > 0 ? kind : { ...kind, counter: [0.5, 0, 0.5, 0, 0.25] },
    );
    const packed = packKinds(withCounter ?? []);
    const before = JSON.parse(JSON.stringify(meta)) as typeof meta;
    (before as unknown as { extra: typeof extra }).extra.kinds = packed.length;
    const stored = Float64Array.from([...data.subarray(0, data.length - extra.kinds), ...packed]);
    const time = START + 200 * MINUTE;
    const frame = { fields: { y: 0.5 }, time, arrival: time };
    const restored = ImputeModel.restore({}, { meta: before, data: stored });
    assert.deepEqual(restored.learnOne(frame).value.slice(), model.learnOne(frame).value.slice());
  });
});
