import assert from 'node:assert/strict';
import { FilterModel, PsmfError, type Frame } from '../../src';
import type { Json } from '../../src/snapshot/canonical-json';
import { copyOf, gappyFrames, modelCases, numbersIn, START, type AnyModel } from './cases';

const hasCode =
  (...codes: string[]) =>
  (error: unknown): boolean =>
    error instanceof PsmfError && codes.includes(error.code);
const learnAll = (model: AnyModel, frames: readonly Frame[]): Record<string, unknown>[] =>
  frames.map((frame) => copyOf(model.learnOne(frame)));
const frameOf = (fields: Record<string, unknown>, t = 0, filled?: ReadonlySet<string>): Frame => ({
  fields,
  time: START + 1000 * t,
  arrival: START + 1000 * t,
  filled,
});

for (const kind of modelCases) {
  describe(`a stream model: ${kind.name}`, () => {
    const frames = gappyFrames(400, 4);

    it('predicts what it says when it learns, and stays as it is, bit for bit', () => {
      const model = kind.create();
      const isDetector = 'alarm' in model.learnOne(frames[0]);
      for (const frame of frames.slice(1, 330)) {
        const before = model.snapshot();
        const predicted = copyOf(model.predictOne(frame));
        assert.deepEqual(model.snapshot(), before);
        const learned = copyOf(model.learnOne(frame));
        const names = isDetector ? ['time', 'names', 'late', 'rejected'] : Object.keys(learned);
        for (const name of names.filter((name) => name !== 'seq' && name !== 'period'))
          assert.deepEqual(predicted[name], learned[name], `${name} of frame ${model.seq}`);
      }
    });

    it('keeps a prediction until its own next frame, whatever other models are asked', () => {
      const [model, wider, younger] = [kind.create(), kind.create(), kind.create()];
      learnAll(model, frames.slice(0, 150));
      learnAll(wider, gappyFrames(150, 7, 8));
      learnAll(younger, frames.slice(0, 45));
      const answer = model.predictOne(frames[150]);
      const before = copyOf(answer);
      wider.predictOne(gappyFrames(151, 7, 8)[150]);
      younger.learnOne(frames[20]);
      younger.predictOne(frames[45]);
      assert.deepEqual(copyOf(answer), before);
      assert.deepEqual(copyOf(model.predictOne(frames[150])), before);
    });

    for (const at of [1, 30, 41, 150, 390]) {
      it(`goes on from a snapshot after ${at} frames as if nothing had been`, () => {
        const model = kind.create();
        learnAll(model, frames.slice(0, at));
        const kept = model.snapshot();
        assert.ok(kept);
        const meta = JSON.parse(JSON.stringify(kept.meta)) as Json;
        const restored = kind.restore({ meta, data: kept.data.slice() });
        const rest = [...frames.slice(at), frameOf({ s0: 20, joins: 3, unit: 1 }, 500), frameOf({}, 501)];
        assert.deepEqual(learnAll(restored, rest), learnAll(model, rest));
        assert.deepEqual(restored.snapshot(), model.snapshot());
      });
    }

    it('is not changed by snapshots, predictions and late frames in the midst, bit for bit', () => {
      const [asked, left] = [kind.create(), kind.create()];
      const hole = { fields: {}, time: null, arrival: START };
      frames.forEach((frame, t) => {
        if (t % 23 === 7) asked.snapshot();
        if (t % 9 === 4) asked.predictOne({ ...hole, arrival: frame.arrival });
        if (t % 31 === 30) asked.learnOne(frames[t - 20]);
        if (t % 40 === 39 && asked instanceof FilterModel) asked.forecast(40);
        assert.deepEqual(copyOf(asked.learnOne(frame)), copyOf(left.learnOne(frame)), `frame ${t}`);
      });
      assert.deepEqual(asked.snapshot(), left.snapshot());
    });

    it('answers a late frame and does not learn it', () => {
      const model = kind.create();
      learnAll(model, frames.slice(0, 100));
      const before = model.snapshot();
      for (const frame of [frames[99], frames[50], frameOf({ stranger: 5 }, 3)]) {
        const answer = model.learnOne(frame);
        assert.deepEqual([answer.late, answer.seq, answer.time], [true, 100, frame.time]);
      }
      assert.deepEqual(model.snapshot(), before);
      assert.equal(model.learnOne(frames[100]).late, false);
    });

    it('takes a filled value for none, and for no reason to join', () => {
      const [one, other] = [kind.create(), kind.create()];
      for (const frame of frames) {
        const fields = { ...frame.fields, s3: 1e6, ghost: 5 };
        const without = Object.fromEntries(Object.entries(frame.fields).filter(([name]) => name !== 's3'));
        const first = copyOf(one.learnOne({ ...frame, fields, filled: new Set(['s3', 'ghost']) }));
        assert.deepEqual(first, copyOf(other.learnOne({ ...frame, fields: without })));
      }
      assert.deepEqual(one.names, ['s0', 's1', 's2']);
    });

    it('has its configured sensors in their order from the start, and no others', () => {
      const model = kind.create({ sensors: ['s2', 'absent', 's0'] });
      const first = model.learnOne(frameOf({ s0: 1, s2: 'x', other: 5 }));
      assert.deepEqual(first.names, ['s2', 'absent', 's0']);
      assert.deepEqual([...first.rejected.keys()], ['s2']);
      for (const answer of learnAll(model, frames.slice(1))) {
        for (const number of numbersIn(answer)) assert.ok(Math.abs(number) !== Infinity);
      }
      assert.equal(model.seq, frames.length);
      assert.deepEqual(model.names, ['s2', 'absent', 's0']);
    });

    it('lets nothing join beyond maxSensors, and then goes on as if nothing had been', () => {
      const model = kind.create({ maxSensors: 5 });
      learnAll(model, frames.slice(0, 50));
      const before = model.snapshot();
      const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, j) => [`k${j}`, j]));
      assert.throws(() => model.learnOne(frameOf(many, 60)), hasCode('TOO_MANY_SENSORS'));
      assert.throws(() => kind.create().learnOne(frameOf(many)), hasCode('TOO_MANY_SENSORS'));
      assert.deepEqual(model.snapshot(), before);
      assert.equal(model.learnOne(frameOf({ s0: 20, fifth: 1 }, 61)).names.length, 5);
      assert.throws(() => kind.create({ maxSensors: 1, sensors: ['a', 'b'] }), hasCode('TOO_MANY_SENSORS'));
    });

    it('takes names like __proto__ and constructor for names', () => {
      const model = kind.create();
      const names = ['__proto__', 'constructor', 'hasOwnProperty', 'toString'];
      for (let t = 0; t < 100; t++) {
        const entries = names.map((name, j) => `${JSON.stringify(name)}:${20 + j + Math.sin(t + j)}`);
        model.learnOne(frameOf(JSON.parse(`{${entries.join(',')}}`) as Record<string, unknown>, t));
      }
      assert.deepEqual(model.names, [...names].sort());
      const kept = model.snapshot();
      assert.ok(kept);
      assert.deepEqual(kind.restore(kept).names, model.names);
      assert.deepEqual(model.learnOne(frameOf({}, 200)).names.length, 4);
    });

    it('gives no infinity and no broken state, whatever comes in', () => {
      const hostile: readonly unknown[] = [
        ...[1e60, -1e60, NaN, Infinity, -Infinity, 1e-320, -0, 1e300, '1e60', '0x10', '1,5', ''],
        ...[null, undefined, true, {}, [], [1], 5n, Symbol('s'), () => 1, new Date(0), 'x'.repeat(1000)],
      ];
      let model = kind.create();
      for (let t = 0; t < 700; t++) {
        const values = { a: hostile[t % hostile.length], b: hostile[(t * 5) % hostile.length], c: t };
        const time = t % 9 === 0 ? NaN : START + t * (t % 13 === 0 ? 1e6 : 1e3);
        const answer = model.learnOne({ ...frameOf(values, t), time });
        for (const number of numbersIn(answer)) assert.ok(Math.abs(number) !== Infinity, `frame ${t}`);
        if (t % 50 !== 49) continue;
        const kept = model.snapshot();
        assert.ok(kept);
        model = kind.restore(kept);
      }
    });

    it('refuses what is no frame', () => {
      const model = kind.create();
      learnAll(model, frames.slice(0, 3));
      const before = model.snapshot();
      for (const fields of [null, 5, 'x', [1], new Map()] as never[])
        assert.throws(() => model.learnOne({ ...frames[5], fields }), hasCode('BAD_FRAME'));
      for (const arrival of [NaN, Infinity, undefined, '5'] as never[])
        assert.throws(() => model.learnOne({ ...frames[5], arrival }), hasCode('BAD_FRAME'));
      assert.deepEqual(model.snapshot(), before);
    });

    it('has nothing to say and to keep before the first sensor', () => {
      const model = kind.create();
      const answer = model.learnOne(frameOf({ unit: 'bar' }));
      assert.deepEqual([answer.seq, answer.names, answer.phase, model.snapshot()], [0, [], 'warming', null]);
    });

    it('refuses a snapshot of other settings, and one that is damaged', () => {
      const model = kind.create();
      learnAll(model, frames.slice(0, 60));
      const kept = model.snapshot();
      assert.ok(kept);
      const good = kept.meta as { names: string[]; config: object; clock: object; extra: object };
      const refuse = (changes: object, data: Float64Array, ...codes: string[]): void =>
        assert.throws(
          () => kind.restore({ meta: { ...good, ...changes } as unknown as Json, data }),
          hasCode(...codes),
        );
      refuse({ config: { ...good.config, more: 1 } }, kept.data, 'OTHER_SETTINGS');
      assert.throws(() => kind.restore(kept, { sensors: good.names }), hasCode('OTHER_SETTINGS'));
      assert.throws(() => kind.restore(kept, { maxSensors: 2 }), hasCode('OTHER_SETTINGS'));
      for (const bad of [
        ...[{ names: 's0' }, { names: [] }, { names: ['a', 'b', 'c', 5] }, { names: ['a', 'a', 'b', 'c'] }],
        ...[
          { names: ['a', 'b', 'c'] },
          { names: ['a', 'b', 'c', 'd', 'e'] },
          { names: [...'abc', 'x'.repeat(257)] },
        ],
        ...[{ config: null }, { clock: null }, { clock: {} }, { extra: null }],
        ...[
          { own: 'now' },
          { own: 9e15 },
          { arrival: NaN },
          { counted: -1 },
          { period: 0 },
          { intervals: [0] },
        ].map((change) => ({ clock: { ...good.clock, ...change } })),
      ])
        refuse(bad, kept.data, 'BAD_SNAPSHOT');
      refuse({}, kept.data.slice(1), 'BAD_SNAPSHOT');
      refuse({}, new Float64Array(0), 'BAD_SNAPSHOT');
      assert.throws(() => kind.restore({ meta: null, data: kept.data }), hasCode('BAD_SNAPSHOT'));
    });

    it('refuses a count of frames and a time of the last one that are not those of the model', () => {
      const model = kind.create();
      learnAll(model, frames.slice(0, 60));
      const kept = model.snapshot();
      assert.ok(kept);
      const { clock } = kept.meta as { clock: { own: number } };
      const ahead = { ...(kept.meta as object), clock: { ...clock, own: clock.own + 86_000_000 } };
      assert.deepEqual(kind.restore({ ...kept, time: clock.own }).snapshot(), kept);
      for (const wrong of [
        { seq: kept.seq + 1 },
        { seq: 0 },
        { time: 0 },
        { meta: ahead as unknown as Json },
      ])
        assert.throws(
          () => kind.restore({ ...kept, time: clock.own, ...wrong }),
          hasCode('BAD_SNAPSHOT'),
          JSON.stringify(wrong).slice(0, 40),
        );
    });

    it('refuses a state no model can have, or stays finite with it', () => {
      const model = kind.create();
      learnAll(model, frames.slice(0, 200));
      const kept = model.snapshot();
      assert.ok(kept);
      const lies = [NaN, Infinity, 1e139, -1e139, 1e100, 1e-320, -1, -1e-320, 0.5, 1e17];
      let refused = 0;
      for (let i = 0; i < kept.data.length; i += 1 + Math.floor(kept.data.length / 150)) {
        for (const lie of lies) {
          const data = kept.data.slice();
          data[i] = lie;
          let victim: AnyModel;
          try {
            victim = kind.restore({ meta: kept.meta, data });
          } catch (error) {
            assert.ok(hasCode('BAD_SNAPSHOT')(error), String(error));
            refused += 1;
            continue;
          }
          for (const frame of frames.slice(200, 204)) {
            const answer = victim.learnOne(frame);
            for (const [name, value] of Object.entries(answer)) {
              for (const number of numbersIn(value))
                assert.ok(Math.abs(number) !== Infinity, `${lie} at ${i}: ${name} is ${number}`);
            }
            if ('mean' in answer || 'score' in answer) {
              const { mean, sd, score } = answer as unknown as Record<string, Float64Array>;
              for (const number of numbersIn([mean ?? [], sd ?? [], score ?? 0]))
                assert.ok(!Number.isNaN(number), `${lie} at ${i}`);
            }
          }
        }
      }
      assert.ok(refused > 100, `${refused} refused`);
    });
  });
}
