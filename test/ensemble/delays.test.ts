import assert from 'node:assert/strict';
import { REMEMBERED } from '../../src/ensemble/cycles';
import { growBlock, replaceInBlock } from '../../src/ensemble/grow-block';
import type { RegressionBlock } from '../../src/ensemble/regression-block';
import { nextNormal } from '../../src/random';
import { autoregressive, BlockAlone, drawPipe, frameOf, type Series } from './piped-streams';

const FORGET = 1 - 1 / REMEMBERED;
const SEEDS = [1, 2, 3, 4, 5];
/** Sensors without a part in the pipe. */
const drawOthers = (count: number, sensors: number, seed: number): Series[] => {
  const state = Float64Array.of(100 + seed);
  return Array.from({ length: sensors }, () => autoregressive(count, 0.9, state));
};

/** Of each sensor that follows others, its place and theirs. */
const followers = ({ block }: BlockAlone): number[][] =>
  block.delays.stored.map(([target, ...rest]) => [target, ...rest.filter((_, n) => n % 2 === 0)]);

const isAnyFound = ({ delays }: RegressionBlock): boolean => delays.stored.length > 0;
const isAnyInUse = ({ delays }: RegressionBlock): boolean =>
  delays.stored.some(([target]) => delays.isInUse(target));

describe('delays', () => {
  for (const seed of SEEDS)
    it(`are found within some hundred frames, and are those of the pipe (${seed})`, () => {
      const delays = [0, 6, 11, 17];
      const series = drawPipe(700, delays, seed);
      const alone = new BlockAlone(delays.length);
      const found = alone.learnUntil(series, isAnyFound);
      assert.ok(found <= 400, `found after ${found}`);
      for (let t = found; t < 700; t++) alone.learn(frameOf(series, t));
      assert.deepEqual(
        followers(alone).map(([target]) => target),
        [1, 2, 3],
      );
      for (const [target, ...rest] of alone.block.delays.stored)
        for (let n = 0; n < rest.length; n += 2)
          assert.equal(rest[n + 1], delays[target] - delays[rest[n]], `${target} of ${rest[n]}`);
    });

  const count = 3000;
  const streams: Readonly<Record<string, (seed: number) => Series[]>> = {
    noise: (seed) => {
      const state = Float64Array.of(seed);
      return Array.from({ length: 6 }, () => autoregressive(count, 0, state));
    },
    'random walks': (seed) => {
      const state = Float64Array.of(seed);
      return Array.from({ length: 6 }, () => autoregressive(count, 1, state));
    },
    'a shared trend': (seed) => {
      const state = Float64Array.of(seed);
      const trend = autoregressive(count, 0.999, state);
      return Array.from({ length: 6 }, (_, i) =>
        trend.map((x, t) => 10 * x + (i * t) / 1000 + 0.1 * nextNormal(state, 0)),
      );
    },
    'a smooth shared trend without noise': () =>
      Array.from({ length: 6 }, (_, i) =>
        Float64Array.from({ length: count }, (__, t) => Math.sin((t + 40 * i) / 300) + t / 1000),
      ),
    'a shared rhythm, each sensor at its own phase': (seed) => {
      const state = Float64Array.of(seed);
      return Array.from({ length: 6 }, (_, i) =>
        Float64Array.from(
          { length: count },
          (__, t) => Math.sin((2 * Math.PI * (t - 4 * i)) / 24) + 0.1 * nextNormal(state, 0),
        ),
      );
    },
    'common causes at the same time': (seed) => {
      const state = Float64Array.of(seed);
      const causes = [0.95, 0.7].map((phi) => autoregressive(count, phi, state));
      return Array.from({ length: 6 }, (_, i) =>
        causes[0].map((x, t) => x + (i - 3) * causes[1][t] + 0.2 * nextNormal(state, 0)),
      );
    },
    'readings that seldom change': (seed) => {
      const state = Float64Array.of(seed);
      return Array.from({ length: 6 }, () =>
        autoregressive(count, 0.99, state).map((x) => Math.round(2 * x)),
      );
    },
  };
  for (const [name, draw] of Object.entries(streams))
    it(`are never of use to ${name}`, () => {
      for (const seed of SEEDS)
        assert.equal(new BlockAlone(6).learnUntil(draw(seed), isAnyInUse), Infinity, `seed ${seed}`);
    });

  it('are not looked for in a block without lags', () => {
    const alone = new BlockAlone(41);
    const series = [...drawPipe(600, [0, 6], 1), ...drawOthers(600, 39, 1)];
    assert.equal(alone.learnUntil(series, isAnyFound), Infinity);
    assert.deepEqual(
      alone.block.delays.arrays.filter(({ length }) => length > 1),
      [],
    );
  });

  /** Sensor 1 shows what sensor 0 showed 6 frames before, from frame 1,000 on 11 frames before, from 2,000 on nothing of it. */
  function drawChanging(seed: number): Series[] {
    const [source, , early, late] = drawPipe(3000, [0, 3, 6, 11], seed);
    const others = drawOthers(3000, 3, seed);
    const target = source.map((_, t) => (t < 1000 ? early : t < 2000 ? late : others[0])[t]);
    return [source, target, others[1], others[2]];
  }

  for (const seed of SEEDS)
    it(`are followed where they change and end (${seed})`, () => {
      const series = drawChanging(seed);
      const alone = new BlockAlone(4);
      for (let t = 0; t < 3000; t++) {
        alone.learn(frameOf(series, t));
        const { stored } = alone.block.delays;
        if (t === 500 || t === 999) assert.deepEqual(stored, [[1, 0, 6]], `frame ${t}`);
        if (t === 1400 || t === 1999) assert.deepEqual(stored, [[1, 0, 11]], `frame ${t}`);
        if (t === 2300 || t === 2999) assert.deepEqual(stored, [], `frame ${t}`);
      }
    });

  it('have the moments of their own inputs alone, as computed from scratch, also after a change of delay and of units', () => {
    const series = drawChanging(1);
    const alone = new BlockAlone(4);
    const { block } = alone;
    const { inputs } = block;
    const z = (i: number, reading: number): number => (reading - inputs.location[i]) / inputs.scale[i];
    const reading = (i: number, x: number): number => inputs.location[i] + inputs.scale[i] * x;
    /** Of each frame what is believed of sensors 0 and 1, and what the present says of sensor 1. */
    const frames: [source: number, target: number, present: number][] = [];
    let began = 0;
    let unitsChanged = 0;
    let scale = 0;
    for (let t = 0; t < 1900; t++) {
      const before = JSON.stringify(block.delays.stored);
      alone.answer(frameOf(series, t));
      const present = reading(1, inputs.present[1] - block.regressions.present.joint.residual[1]);
      block.learn(frameOf(series, t), 1);
      frames.push([reading(0, block.believed[0]), reading(1, block.believed[1]), present]);
      const after = JSON.stringify(block.delays.stored);
      // Of a source that nothing followed before nothing is kept.
      if (after !== before) began = t + 1 + (before === '[]' ? 11 : 0);
      if (inputs.scale[1] !== scale) unitsChanged = t;
      scale = inputs.scale[1];
    }
    assert.deepEqual(block.delays.stored, [[1, 0, 11]]);
    assert.ok(began > 1000 && began < 1400, `began ${began}`);
    assert.ok(unitsChanged > began + 100, 'units change while it learns');
    const size = 4;
    const M = new Float64Array((size * (size + 1)) / 2);
    for (let t = began; t < 1900; t++) {
      const [, target, present] = frames[t];
      const w = [z(1, target), z(1, present), z(0, frames[t - 11][0]), 1];
      for (let i = 0, at = 0; i < size; i++)
        for (let k = 0; k <= i; k++, at++) M[at] = FORGET * M[at] + w[i] * w[k];
    }
    const kept = block.delays.arrays.find(({ length }) => length === M.length);
    assert.ok(kept);
    const largest = Math.max(...M.map(Math.abs));
    M.forEach((moment, at) =>
      assert.ok(Math.abs(kept[at] - moment) < 1e-3 * largest, `${at}: ${kept[at]} ${moment}`),
    );
  });

  it('fill an outage of a sensor with what another showed before, however long', () => {
    const delays = [0, 9];
    const series = [...drawPipe(1500, delays, 7), ...drawOthers(1500, 2, 7)];
    const alone = new BlockAlone(4);
    let squares = 0;
    for (let t = 0; t < 1500; t++) {
      const readings = frameOf(series, t);
      if (t >= 1300) readings[1] = NaN;
      alone.learn(readings);
      if (t >= 1300) squares += (alone.present[1] - series[1][t]) ** 2 / 200;
    }
    assert.ok(
      Math.sqrt(squares) < 0.25,
      `error ${Math.sqrt(squares)} of a sensor of variance 1 and noise of .1`,
    );
  });

  it('go on when a sensor joins, and begin again with another sensor in the place of one', () => {
    const series = [...drawPipe(1200, [0, 9], 8), ...drawOthers(1200, 2, 8)];
    const alone = new BlockAlone(3);
    for (let t = 0; t < 600; t++) alone.learn(frameOf(series.slice(0, 3), t));
    const { block } = alone;
    assert.deepEqual(block.delays.stored, [[1, 0, 9]]);
    const grown = growBlock(block, 3, 0);
    assert.deepEqual(grown.delays.stored, [[1, 0, 9]]);
    replaceInBlock(grown, 3);
    assert.deepEqual(grown.delays.stored, [[1, 0, 9]]);
    const arrays = [new Float64Array(4), new Float64Array(4)] as const;
    for (let t = 600; t < 1200; t++) {
      const readings = frameOf(series, t);
      if (t === 700) replaceInBlock(grown, 0);
      if (t === 700) assert.deepEqual(grown.delays.stored, []);
      grown.answer(readings, 1, new Float64Array(0), ...arrays);
      grown.learn(readings, 1);
    }
    assert.deepEqual(grown.delays.stored, [[1, 0, 9]]);
    replaceInBlock(grown, 1);
    assert.deepEqual(grown.delays.stored, []);
  });
});
