import assert from 'node:assert/strict';
import type { ChangeEvent } from '../../src';
import { turn } from '../../src/kinds/angle';
import { takeKinds } from '../../src/kinds/packed-kinds';
import { ChangeModel, type ChangeModelOptions } from '../../src/stream/change-model';
import { Random } from '../support/random';

const START = Date.UTC(2026, 0, 5);
type Fields = Record<string, number>;

function give(model: ChangeModel, frames: readonly Fields[], from = 0): ChangeEvent[] {
  return frames.flatMap((fields, i) => {
    const time = START + 60_000 * (from + i);
    const { alarm } = model.learnOne({ fields, time, arrival: time });
    return alarm === null ? [] : [alarm];
  });
}
const run = (frames: readonly Fields[], options: ChangeModelOptions = {}): ChangeEvent[] =>
  give(new ChangeModel(options), frames);

/** A meter that counts about `rate(i)` a frame, a vane that turns through north, and two sensors beside. */
function draw(count: number, rate: (i: number) => number, heading: (i: number) => number): Fields[] {
  const random = new Random(12);
  let meter = 5000;
  let swing = 0;
  return Array.from({ length: count }, (_, i) => {
    meter += rate(i) + 0.3 * random.uniform();
    swing = 0.7 * swing + 8 * random.normal();
    const vane = (((heading(i) + swing) % 360) + 360) % 360;
    return { meter, vane, a: random.normal(), b: random.normal() };
  });
}

describe('ChangeModel with sensors of any kind', () => {
  it('sees the rate of a counter and the direction of an angle: neither counting nor the seam is a change', () => {
    const frames = draw(
      2500,
      () => 2,
      () => 0,
    );
    assert.deepEqual(run(frames), []);
  });

  it('finds a small turn through north that is none among plain numbers', () => {
    const frames = draw(
      1500,
      () => 2,
      (i) => (i < 1200 ? 0 : 15),
    );
    const [event] = run(frames);
    assert.ok(event.detectedIndex >= 1200 && event.detectedIndex < 1300);
    assert.equal(event.sensors[0].name, 'vane');
    assert.deepEqual(run(frames, { kinds: '*: plain' }), []);
  });

  it('tells a change of the rate under the name of the counter', () => {
    const frames = draw(
      1500,
      (i) => (i < 1200 ? 2 : 4),
      () => 0,
    );
    const [event] = run(frames);
    assert.ok(event.index >= 1190 && event.detectedIndex < 1260);
    assert.equal(event.sensors[0].name, 'meter');
    const first = event.sensors[0];
    assert.ok('before' in first && Math.abs(first.before.level - 2.15) < 0.3);
    assert.ok('after' in first && Math.abs(first.after.level - 4.15) < 0.6);
    assert.match(event.summary ?? '', /^rate of meter rose/);
  });

  it('holds the rate of a counter to the smallest change that matters of it', () => {
    const frames = draw(
      1500,
      (i) => (i < 1200 ? 2 : 4),
      () => 0,
    );
    assert.equal(run(frames, { smallestChange: 'meter: 1' }).length, 1);
    assert.deepEqual(run(frames, { smallestChange: 'meter: 3' }), []);
    assert.deepEqual(run(frames, { smallestChange: 'meter: down' }), []);
    assert.deepEqual(run(frames, { smallestChange: 'rate of meter: 3' }), []);
    assert.equal(run(frames, { smallestChange: 'meter: 3, rate of meter: 1' }).length, 1);
  });

  for (const [from, to, direction] of [
    [40, 130, 'up'],
    [20, 300, 'down'],
    [0, 120, 'up'],
  ] as const) {
    it(`tells a turn of an angle from ${from} to ${to} once, in degrees`, () => {
      const frames = draw(
        1500,
        () => 2,
        (i) => (i < 1200 ? from : to),
      );
      const [event] = run(frames, { kinds: 'vane: angle' });
      assert.ok(event.index >= 1190 && event.detectedIndex < 1260);
      const [first, ...others] = event.sensors;
      assert.equal(first.name, 'vane');
      assert.ok(
        others.every(({ name }) => ['meter', 'a', 'b'].includes(name)),
        'cosine and sine are one sensor',
      );
      assert.ok('before' in first);
      assert.deepEqual(
        [event.kind, event.scope, first.kind, first.direction],
        ['level', 'sensor', 'level', direction],
      );
      const offBy = (level: number, angle: number): number => Math.abs(turn(level - angle));
      assert.ok(offBy(first.before.level, from) < 15 && offBy(first.after.level, to) < 15, event.summary);
      assert.ok(first.before.spread > 4 && first.before.spread < 25, `${first.before.spread} degrees`);
      const [, before, after] =
        /^vane turned from ([\d.]+) to ([\d.]+) degrees/.exec(event.summary ?? '') ?? [];
      assert.ok(offBy(Number(before), from) < 15 && offBy(Number(after), to) < 15, event.summary);
    });
  }

  it('tells that an angle became noisier, and no turn', () => {
    const random = new Random(5);
    const frames = draw(
      1500,
      () => 2,
      (i) => (i < 1200 ? 90 : 90 + 60 * random.normal()),
    );
    const [event] = run(frames);
    const [first] = event.sensors;
    assert.ok(event.index >= 1190 && event.detectedIndex < 1300);
    assert.ok('before' in first);
    assert.deepEqual([first.name, event.kind, first.direction], ['vane', 'noise', 'up']);
    assert.match(event.summary ?? '', /^vane is noisier, spread [\d.]+ to [\d.]+/);
  });

  for (const maintenance of [false, true])
    it(`tells at which angle a vane is stuck, once${maintenance ? ', when maintenance is over' : ''}`, () => {
      const frames = draw(
        1500,
        () => 2,
        () => 350,
      ).map((frame, i) => (i < 1200 ? frame : { ...frame, vane: 213 }));
      const model = new ChangeModel();
      give(model, frames.slice(0, 1190));
      model.maintenance = maintenance;
      const early = give(model, frames.slice(1190, 1300), 1190);
      model.maintenance = false;
      const events = [...early, ...give(model, frames.slice(1300), 1300)];
      const stuck = events.filter(({ kind }) => kind === 'stuck');
      assert.deepEqual(
        stuck.map(({ scope, summary, sensors }) => [scope, summary, sensors.map(({ name }) => name)]),
        [['sensor', 'vane is stuck at 213', ['vane']]],
      );
      assert.equal(early.includes(stuck[0]), !maintenance);
    });

  it('names an angle by its own name where the change of it is undone', () => {
    const frames = draw(
      1600,
      () => 2,
      (i) => (i < 1200 || i >= 1400 ? 40 : 160),
    );
    const model = new ChangeModel();
    const told = frames.flatMap((fields, i) => {
      const time = START + 60_000 * i;
      return [...model.learnOne({ fields, time, arrival: time }).news];
    });
    const resolved = told.filter(({ event }) => event === 'resolved');
    assert.ok(resolved.length > 0);
    for (const { summary, sensors } of resolved) {
      assert.match(summary, /^vane is as it was before change \d+$/);
      assert.deepEqual(sensors, [{ name: 'vane' }]);
    }
  });

  it('takes kinds that are set at their word, from the first frame on', () => {
    const frames = draw(
      60,
      () => 2,
      () => 0,
    );
    const model = new ChangeModel({ kinds: 'meter: counter, vane: angle' });
    give(model, frames);
    const { meta, data } = model.snapshot() ?? assert.fail();
    const { extra } = meta as unknown as { extra: { kinds: number } };
    const { kinds } = takeKinds(extra.kinds, data, model.names.length);
    const columns = kinds?.map((kind) => kind.columns);
    assert.deepEqual(columns?.[model.names.indexOf('meter')][0], -1, 'no column of its readings');
    assert.throws(() => new ChangeModel({ kinds: 'meter: clock' }), /kinds/);
  });

  it('goes on where it was stored, also within a change of kinds', () => {
    const frames = draw(
      1500,
      (i) => (i < 1200 ? 2 : 4),
      () => 0,
    );
    for (const split of [50, 99, 150, 1210]) {
      const whole = new ChangeModel();
      give(whole, frames.slice(0, split));
      const kept = whole.snapshot();
      assert.ok(kept !== null);
      const meta: unknown = JSON.parse(JSON.stringify(kept.meta));
      const restored = ChangeModel.restore({}, { ...kept, meta: meta as typeof kept.meta });
      const rest = frames.slice(split);
      assert.deepEqual(give(restored, rest, split), give(whole, rest, split));
      assert.deepEqual(restored.snapshot(), whole.snapshot());
    }
  });

  it('goes on from what was stored before there were kinds', () => {
    const frames = draw(
      700,
      () => 2,
      () => 0,
    );
    const model = new ChangeModel({ kinds: '*: plain' });
    give(model, frames.slice(0, 300));
    const kept = model.snapshot();
    assert.ok(kept !== null);
    const meta = JSON.parse(JSON.stringify(kept.meta)) as { extra: Record<string, number> };
    const { rank, kinds: numbers } = meta.extra;
    const before = { ...kept, meta: { ...meta, extra: { rank } }, data: kept.data.slice(0, -numbers) };
    for (const kinds of ['', 'meter: counter, vane: angle']) {
      const restored = ChangeModel.restore({ kinds }, before);
      assert.equal(restored.seq, 300);
      give(restored, frames.slice(300), 300);
      assert.equal(restored.seq, 700);
    }
  });

  it('gives up a guess that a reading contradicts', () => {
    const frames = draw(
      600,
      () => 2,
      () => 0,
    );
    const fallen = frames.map((frame, i) => (i < 300 ? frame : { ...frame, meter: frame.meter - 300 }));
    const model = new ChangeModel();
    give(model, fallen);
    assert.equal(model.seq, 600);
    assert.ok(model.snapshot()?.data.length);
  });
});
