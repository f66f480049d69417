import assert from 'node:assert/strict';
import { ImputeModel, type Frame } from '../../src';
import { readConfig } from '../../src/adaptive/options';
import { readEnsembleMeta } from '../../src/ensemble/ensemble-meta';
import { EnsembleModel } from '../../src/ensemble/ensemble-model';
import type { EnsembleOptions, EnsembleState } from '../../src/ensemble/ensemble-state';
import { copyOf } from '../stream/cases';
import { drawPipe, frameOf } from './piped-streams';

const MINUTE = 60_000;
const START = Date.UTC(2026, 0, 5);
const DELAYS = [0, 6, 11, 17];
const SENSORS = DELAYS.length;
/** Numbers of the state of delays of so many sensors, before any is found. */
const DELAY_NUMBERS = 7 * SENSORS + 4;
/** And, after them, of the seasons as a window began: two bins of day and week, which they are, and which is next. */
const SEASON_NUMBERS = 2 * (2 * SENSORS + 2 + 1);

const optionsFor = (sensors: number): EnsembleOptions => ({
  ...{ config: readConfig({ sensors }), sensors },
  ...{ rhythm: 'auto', timeZone: 'UTC' },
});
const options = optionsFor(SENSORS);

const learn = (model: EnsembleModel, readings: Float64Array, t: number): void =>
  model.learnOne(readings, 1, START + t * MINUTE, MINUTE);

const restore = (state: EnsembleState): EnsembleModel => EnsembleModel.restore(options, state);

/** A sensor at a time is missing for 15 frames. */
function drawWithGaps(count: number, seed: number): Float64Array[] {
  const series = drawPipe(count, DELAYS, seed);
  return Array.from({ length: count }, (_, t) => {
    const readings = frameOf(series, t);
    if (t > 400 && t % 30 >= 15) readings[1 + (Math.floor(t / 30) % (SENSORS - 1))] = NaN;
    return readings;
  });
}

describe('a stream whose sensors follow one another', () => {
  it('fills gaps by what others showed before, far better than by the last value', () => {
    const series = drawPipe(2000, DELAYS, 21);
    const model = new EnsembleModel(options);
    let squares = 0;
    let ofLast = 0;
    const last = new Float64Array(SENSORS);
    drawWithGaps(2000, 21).forEach((readings, t) => {
      learn(model, readings, t);
      readings.forEach((reading, j) => {
        if (!Number.isNaN(reading)) last[j] = reading;
        else if (t >= 1000) {
          squares += (model.estimates.mean[j] - series[j][t]) ** 2;
          ofLast += (last[j] - series[j][t]) ** 2;
        }
      });
    });
    assert.ok(squares < 0.2 * ofLast, `${Math.sqrt(squares / ofLast)} times the error of the last value`);
  });

  it('is forecast as far ahead as the delay far better than by the last value', () => {
    const count = 2000;
    const series = drawPipe(count + 10, [0, 12], 22);
    const model = new EnsembleModel(optionsFor(2));
    let squares = 0;
    let ofLast = 0;
    for (let t = 0; t < count; t++) {
      learn(model, frameOf(series, t), t);
      if (t < 1500 || t % 10 !== 0) continue;
      const { mean } = model.forecast(10)[9];
      squares += (mean[1] - series[1][t + 10]) ** 2;
      ofLast += (series[1][t] - series[1][t + 10]) ** 2;
    }
    assert.ok(squares < 0.5 * ofLast, `${Math.sqrt(squares / ofLast)} times the error of the last value`);
  });

  it('goes on bit for bit, however often it is stored and restored', () => {
    const names = DELAYS.map((_, j) => `s${j}`);
    const left = new ImputeModel({ timeZone: 'UTC' });
    let restored = new ImputeModel({ timeZone: 'UTC' });
    drawWithGaps(900, 23).forEach((readings, t) => {
      const fields = Object.fromEntries(
        [...readings].flatMap((reading, j) => (Number.isNaN(reading) ? [] : [[names[j], reading]])),
      );
      const time = START + t * MINUTE;
      const frame: Frame = { fields, time, arrival: time };
      if (t % 37 === 36) {
        const kept = restored.snapshot();
        assert.ok(kept);
        restored = ImputeModel.restore({ timeZone: 'UTC' }, kept);
      }
      assert.deepEqual(copyOf(restored.learnOne(frame)), copyOf(left.learnOne(frame)), `frame ${t}`);
    });
    assert.deepEqual(restored.snapshot(), left.snapshot());
  });

  it('stores which sensor follows which, and refuses what cannot be', () => {
    const model = new EnsembleModel(options);
    drawWithGaps(900, 24).forEach((readings, t) => learn(model, readings, t));
    const state = model.snapshot();
    const { delays = [] } = state.meta;
    assert.deepEqual(
      delays.map(([target]) => target),
      [1, 2, 3],
    );
    assert.deepEqual(restore(state).snapshot(), state);
    assert.throws(() => restore({ ...state, data: state.data.subarray(1) }), /challengers/);
    assert.equal(readEnsembleMeta(state.meta, SENSORS), state.meta);
    const followsItself = [[1, 1, 5]];
    const twice = [
      [1, 0, 5],
      [1, 2, 5],
    ];
    const tooFar = [[1, 0, 32]];
    const tooMany = [[0, ...Array.from({ length: 4 }, () => [1, 5]).flat()]];
    for (const wrong of [
      followsItself,
      twice,
      tooFar,
      tooMany,
      [[1]],
      [[1, 0]],
      [[SENSORS, 0, 5]],
      [[1, -1, 5]],
      [1],
      1,
    ])
      assert.throws(() => readEnsembleMeta({ ...state.meta, delays: wrong }, SENSORS), /ensemble\.delays/);
    const ofTwoBlocks = {
      ...state.meta,
      blocks: [
        [0, 1],
        [2, 3],
      ],
    };
    assert.throws(() => readEnsembleMeta(ofTwoBlocks, SENSORS), /ensemble\.delays/);
  });

  it('goes on from a state of before there were delays, and finds them', () => {
    const frames = drawWithGaps(1200, 25);
    const model = new EnsembleModel(options);
    const early = 120;
    frames.slice(0, early).forEach((readings, t) => learn(model, readings, t));
    const { meta, data, ...rest } = model.snapshot();
    assert.deepEqual(meta.delays, []);
    const before = { ...meta, delays: undefined };
    const seasonsAt = data.length - SEASON_NUMBERS;
    const withoutDelays = Float64Array.of(
      ...data.subarray(0, seasonsAt - DELAY_NUMBERS),
      ...data.subarray(seasonsAt),
    );
    const restored = restore({ ...rest, meta: before, data: withoutDelays });
    for (let t = early; t < frames.length; t++) {
      learn(restored, frames[t], t);
      if (t === early) {
        learn(model, frames[t], t);
        assert.deepEqual(restored.estimates, model.estimates);
      }
    }
    assert.ok((restored.snapshot().meta.delays ?? []).length > 0);
  });

  it('looks for them anew where another sensor takes the place of one', () => {
    const frames = drawWithGaps(1800, 26);
    const model = new EnsembleModel(options);
    const followed = (): number[] => (model.snapshot().meta.delays ?? []).map(([target]) => target);
    frames.forEach((readings, t) => {
      learn(model, readings, t);
      if (t !== 900) return;
      assert.deepEqual(followed(), [1, 2, 3]);
      model.replaceSensor(2);
      assert.ok(!followed().includes(2));
    });
    assert.deepEqual(followed(), [1, 2, 3]);
  });
});
