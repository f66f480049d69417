import assert from 'node:assert/strict';
import { toCompetitor, variants } from '../../bench/changepoint/ablation';
import { chiSquareLimit, cusumLimit, runLength } from '../../bench/changepoint/charts/limits';
import { TwoSidedCusum } from '../../bench/changepoint/charts/two-sided-cusum';
import { competitors } from '../../bench/changepoint/competitors';
import { Draws } from '../../bench/changepoint/draws';
import { parts, readParts } from '../../bench/changepoint/parts';
import { join, read, write } from '../../bench/changepoint/results';
import { createDetector } from '../../src';

describe('the limits of charts', () => {
  it("a CUSUM of white noise comes about as often as Siegmund's approximation says", () => {
    const draws = new Draws(3);
    const limit = cusumLimit(0.5, 500, 2);
    assert.ok(Math.abs(runLength(0.5, limit) - 1000) < 1e-6);
    const sums = new TwoSidedCusum(1, 0.5, limit);
    let alarms = 0;
    for (let t = 0; t < 100_000; t++) {
      if (sums.update([draws.normal()]) < 0) continue;
      alarms++;
      sums.reset();
    }
    assert.ok(alarms > 150 && alarms < 250, `${alarms} for 200`);
  });

  it('chi square, against the tables', () => {
    const known: [number, number, number][] = [
      [1, 0.05, 3.841],
      [4, 0.01, 13.277],
      [20, 0.001, 45.315],
    ];
    for (const [freedom, p, value] of known)
      assert.ok(Math.abs(chiSquareLimit(freedom, p) / value - 1) < 0.03, `${freedom} ${p}`);
  });
});

/** Eight sensors of a common cause; from frame 700 on two of them stand off by four deviations, and one is stuck from 1,200 on. */
function changed(seed: number): Float64Array[] {
  const draws = new Draws(seed);
  let cause = 0;
  return Array.from({ length: 1300 }, (_, t) => {
    cause = 0.5 * cause + draws.normal();
    return Float64Array.from({ length: 8 }, (_, j) => {
      const step = t >= 700 && (j === 2 || j === 5) ? 6 : 0;
      if (t >= 1200 && j === 7) return 0.1;
      return (j % 2 === 0 ? 1 : -1) * cause + 0.5 * draws.normal() + step;
    });
  });
}

/** Eight sensors that swing together; from frame 2,000 on they swing faster. */
function faster(seed: number): Float64Array[] {
  const draws = new Draws(seed);
  let phase = 0;
  return Array.from({ length: 2200 }, (_, t) => {
    phase += ((2 * Math.PI) / (t < 2000 ? 60 : 25)) * (1 + 0.1 * draws.normal());
    return Float64Array.from({ length: 8 }, (_, j) => {
      const swing = (j % 2 === 0 ? 2 : 1) * Math.sin(phase) + (j % 3) * Math.cos(phase);
      return swing + 0.1 * draws.normal();
    });
  });
}

describe('what is compared', () => {
  const isRetrospective = (key: string): boolean => key.startsWith('pelt');

  for (const { key, name, create, copy } of competitors.filter((method) => !isRetrospective(method.key))) {
    it(`${name} finds a step, and a copy says the same`, () => {
      const frames = changed(12).slice(0, 800);
      const detector = create(8, 'low');
      const alarms: number[] = [];
      const again: number[] = [];
      let other = detector;
      frames.forEach((frame, t) => {
        if (t === 690 && copy !== undefined) other = copy(detector);
        if (detector.update(frame).alarm !== null) alarms.push(t);
        if (t >= 690 && other !== detector && other.update(frame).alarm !== null) again.push(t);
      });
      const hits = alarms.filter((t) => t >= 700 && t <= 760);
      assert.ok(hits.length > 0, `${key}: ${alarms.join(' ')}`);
      if (other !== detector)
        assert.deepEqual(
          again,
          alarms.filter((t) => t >= 690),
        );
    });
  }

  it('the default method put together is the default method, and each part that is left out makes a difference', () => {
    const streams = [changed(14), faster(15)];
    const scoresOf = (create: () => { update(frame: Float64Array): { score: number } }): number[] =>
      streams.flatMap((frames) => {
        const detector = create();
        return frames.map((frame) => detector.update(frame).score);
      });
    const whole = scoresOf(() => createDetector({ sensors: 8, sensitivity: 'normal' }));
    const [nothing, ...others] = variants.map(toCompetitor);
    assert.deepEqual(
      scoresOf(() => nothing.create(8, 'normal')),
      whole,
    );
    const same = others.filter(({ create }) => {
      const scores = scoresOf(() => create(8, 'normal'));
      return scores.every((score, t) => score === whole[t]);
    });
    assert.deepEqual(
      same.map(({ name }) => name),
      [],
    );
  });
});

describe('the parts of the bench', () => {
  it('are run in their order, alone or together, and no other', () => {
    assert.deepEqual(readParts(undefined), Object.keys(parts));
    assert.deepEqual(readParts('drift, calibrated'), ['calibrated', 'drift']);
    const ours = readParts('ours');
    assert.ok(Array.isArray(ours) && ours.includes('ablation') && !ours.includes('bocpd'));
    assert.deepEqual(readParts('calibrated,rain'), { unknown: 'rain' });
  });

  it('take the place of what was kept of them, and of nothing else', () => {
    const drift = { plant: 'swing', cases: 1, inTime: 0, found: 0, delay: NaN, rateError: NaN } as const;
    const counts = { wrong: 0, falsePerThousand: 0, plantAlarms: 0, plantAlarmsWithout: 0 };
    const method = { name: 'a', sets: 1, kinds: [], skab: null, living: [] };
    const kept = read(write({ methods: { a: method }, drifts: [{ ...drift, ...counts }], blind: null }));
    assert.ok(Number.isNaN(kept.drifts?.[0].delay));
    const joined = join(kept, { methods: { b: { ...method, name: 'b' } }, drifts: [] });
    assert.deepEqual(Object.keys(joined.methods), ['a', 'b']);
    assert.deepEqual(joined.drifts, []);
    assert.equal(joined.blind, null);
  });
});
