import assert from 'node:assert/strict';
import { experts } from '../../src/adaptive/experts';
import { createFilter, type Filter } from '../../src/adaptive/filter';
import type { Expert } from '../../src/adaptive/experts/expert';
import { unrolled } from '../../src/adaptive/kernels/expert-calls';
import { expertLoops, type ExpertCalls } from '../../src/adaptive/kernels/expert-loops';
import { sensorFields } from '../../src/adaptive/state';
import { defaultVariant } from '../../src/adaptive/variant';
import { activate } from '../../src/adaptive/warm-start';
import { learnReadings } from '../support/adaptive';
import { assertClose } from '../support/close';
import { Random } from '../support/random';

const D = 5;

/** The readings of a frame, made from the last ones. */
type Stream = (t: number, last: readonly number[], random: Random) => number[];

const each = (read: (j: number) => number): number[] => Array.from({ length: D }, (_, j) => read(j));

/** By expert: what it is there for, sensors of which it forecasts better than most of the others. */
const suited: Readonly<Record<string, Stream>> = {
  'factor model': (t, _, random) => each((j) => Math.sin(t / 3 + (j % 2)) + 0.1 * random.normal()),
  'last value': (_, last, random) => each((j) => last[j] + 0.1 * random.normal()),
  'running mean': (_, __, random) => each(() => random.normal()),
  trend: (t) => each((j) => Math.abs(((t / (90 + j)) % 2) - 1)),
  regression: (_, last, random) => {
    const common = 0.2 * random.normal();
    return each((j) => last[j] + common + 0.02 * random.normal());
  },
};

/** A filter that has learned a stream, times `unit`, with gaps. */
function trained(stream: Stream, unit = 1, frames = 600): Filter {
  const random = new Random(4);
  const filter = createFilter(D, D - 1, defaultVariant, 42);
  for (const sensor of filter.sensors) activate(sensor, { location: 0, scale: unit });
  let last = Array<number>(D).fill(0);
  for (let t = 0; t < frames; t++) {
    last = stream(t, last, random);
    learnReadings(
      filter,
      last.map((y) => (random.uniform() < 0.05 ? NaN : unit * y)),
    );
  }
  return filter;
}

/** What the expert says of every sensor, missing for `gap` frames, in both modes. */
function ask(filter: Filter, e: number, gap: number): number[] {
  const { question } = filter;
  return [0, 1].flatMap((mode) =>
    filter.sensors.map((sensor) => {
      Object.assign(question, { mode, bucket: Math.floor(Math.log2(gap)), horizon: gap, isHeldOut: false });
      Object.assign(question, { forecast: 0.5, modelMean: 0.5, modelVariance: 1, doubt: 1 });
      experts[e].forecast(sensor, question, filter);
      assert.ok(question.doubt >= 1, 'its error counts at least once');
      return question.forecast;
    }),
  );
}

/** All that experts say and keep over a stream. */
function follow(calls: ExpertCalls, chosen: readonly Expert[]): unknown {
  const random = new Random(12);
  const filter = createFilter(D, D - 1, { ...defaultVariant, experts: chosen }, 42);
  const { sensors, question, frame } = filter;
  frame.dt = 1;
  const said: number[][] = [];
  for (let t = 0; t < 20; t++) {
    for (const sensor of sensors) {
      Object.assign(sensor, { z: random.normal(), weight: 1, given: random.normal(), previous: 0 });
      Object.assign(question, { mode: t % 2, bucket: 0, horizon: 1, isHeldOut: false, value: sensor.z });
      question.modelMean = random.normal();
      calls.ask(filter, sensor);
      said.push([
        ...question.forecasts.subarray(0, chosen.length),
        ...question.doubts.subarray(0, chosen.length),
      ]);
      (t % 3 === 0 ? calls.miss : calls.learn)(filter, sensor);
      sensor.seen += 1;
    }
  }
  return { said, state: sensors.map((sensor) => sensorFields.map((field) => sensor[field])), m: filter.m };
}

describe('calls of the experts', () => {
  for (let count = 1; count <= unrolled.length; count++) {
    it(`of ${count}: unrolled, what the loop does`, () => {
      const chosen = Array.from({ length: count }, (_, e) => experts[e % experts.length]);
      assert.deepEqual(follow(unrolled[count - 1], chosen), follow(expertLoops, chosen));
    });
  }
});

describe('contract of the experts', () => {
  it('has a stream for each', () => {
    assert.deepEqual(
      Object.keys(suited),
      experts.map(({ name }) => name),
    );
  });

  for (const [e, { name }] of experts.entries()) {
    describe(name, () => {
      const filter = trained(suited[name]);

      it('forecasts a number at every gap, and changes nothing that is known', () => {
        const before = filter.sensors.map((sensor) => sensorFields.map((field) => sensor[field]));
        for (const gap of [1, 2, 7.5, 100, 1e6]) {
          for (const forecast of ask(filter, e, gap)) assert.ok(Math.abs(forecast) < 100, `${forecast}`);
        }
        assert.deepEqual(
          filter.sensors.map((sensor) => sensorFields.map((field) => sensor[field])),
          before,
        );
      });

      it('forecasts the same in other units', () => {
        const other = trained(suited[name], 1000);
        assertClose(ask(other, e, 3), ask(filter, e, 3), 1e-6);
      });

      it('is among the better half at what it is there for', () => {
        const { m, at } = filter;
        const cell = at.pooled + at.cellAt(0, 0);
        const losses = Array.from(m.subarray(cell, cell + at.experts));
        const better = losses.filter((loss) => loss < losses[e]).length;
        assert.ok(
          better <= 2,
          `${better} are better: ${losses.map((loss) => loss.toPrecision(3)).join(', ')}`,
        );
      });
    });
  }
});
