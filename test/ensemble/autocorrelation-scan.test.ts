import assert from 'node:assert/strict';
import { AutocorrelationScan } from '../../src/ensemble/autocorrelation-scan';
import { CHANNELS, FrameHistory, HISTORY, unread } from '../../src/ensemble/frame-history';
import { Random } from '../support/random';
import { rhythmic, shapes, withGaps } from './untimed-streams';

/** Of the last frames kept, or all of them, at every lag. */
function scanned(history: FrameHistory, frames = history.length): AutocorrelationScan {
  const scan = new AutocorrelationScan();
  scan.begin(history, frames);
  while (!scan.isDone) scan.goOn(history);
  return scan;
}

const correlate = (history: FrameHistory, lag: number): number => {
  const { steps, one } = scanned(history);
  return steps[lag] / one;
};

/** The steps of each channel, oldest frame first, from the numbers that are stored. */
function stepsOf(history: FrameHistory): number[][] {
  const [stored] = history.arrays;
  const { frames, length } = history;
  return Array.from({ length: CHANNELS }, (_, c) =>
    Array.from({ length }, (_, i) => {
      const bits = (stored[(frames - length + i) % HISTORY] >>> (4 * c)) & 15;
      return bits < 8 ? bits : bits - 16;
    }),
  );
}

/** By definition, over all frames at once: the mean product at a lag over the mean square, of all channels. */
function plainAutocorrelation(channels: readonly number[][], lag: number): number {
  let products = 0;
  let squares = 0;
  for (const x of channels)
    for (let t = 0; t < x.length; t++) {
      squares += x[t] * x[t];
      if (t >= lag) products += x[t] * x[t - lag];
    }
  const frames = channels[0].length;
  return products / (frames - lag) / (squares / frames);
}

/** A history of so many frames, a tenth of the readings and some frames missing. */
function historyOf(sensors: number, frames: number, seed: number, shape = shapes.saw): FrameHistory {
  const history = new FrameHistory(unread(sensors));
  const random = new Random(seed);
  const next = rhythmic(seed, sensors, shape, 37.3);
  for (let t = 0; t < frames; t++) history.learn(withGaps(next(t), t, random), 1);
  return history;
}

describe('the autocorrelation of a history', () => {
  for (const [sensors, frames] of [
    [1, 200],
    [4, 700],
    [8, 1024],
    [9, 2777],
  ] as const)
    it(`of ${sensors} sensors and ${frames} frames is that of its definition at every lag`, () => {
      const history = historyOf(sensors, frames, frames);
      const channels = stepsOf(history);
      assert.ok(channels.every((x, c) => c < sensors === x.some((step) => step !== 0)));
      for (const part of [history.length, Math.floor(0.4 * history.length)]) {
        const last = channels.map((x) => x.slice(-part));
        const { steps, one, longest } = scanned(history, part);
        assert.equal(longest, Math.floor(0.7 * part));
        for (let lag = 1; lag <= longest; lag++) {
          const expected = plainAutocorrelation(last, lag);
          assert.ok(Math.abs(steps[lag] / one - expected) < 0.51 / one, `lag ${lag} of ${part}`);
        }
      }
    });

  it('of one sensor is that of its readings', () => {
    const random = new Random(5);
    const history = new FrameHistory(unread(1));
    const readings = Array.from({ length: 2000 }, (_, t) => 300 + Math.sin(t / 8) + 0.5 * random.normal());
    for (const reading of readings) history.learn(Float64Array.of(reading), 1);
    const mean = readings.reduce((sum, reading) => sum + reading, 0) / readings.length;
    const last = readings.slice(-HISTORY).map((reading) => reading - mean);
    for (const lag of [1, 10, 25, 50, 51, 200, 402])
      assert.ok(Math.abs(correlate(history, lag) - plainAutocorrelation([last], lag)) < 0.05, `lag ${lag}`);
  });

  it('is worked out a few lags a frame: more than one only within 1,024 products', () => {
    const history = historyOf(4, 1500, 3);
    const scan = new AutocorrelationScan();
    scan.begin(history, HISTORY);
    const progress = scan.arrays[1];
    while (!scan.isDone) {
      const from = progress[1];
      scan.goOn(history);
      assert.ok(progress[1] > from);
      assert.ok((progress[1] - from - 1) * (HISTORY - progress[1]) <= 1024);
    }
  });

  it('knows sensors that move together, and against each other', () => {
    for (const signs of [
      (): number => 1,
      (j: number): number => (j % 2 === 0 ? 1 : -1),
      (j: number): number => ((j >> 2) % 2 === 0 ? 1 : -1),
    ]) {
      const random = new Random(7);
      const history = new FrameHistory(unread(12));
      for (let t = 0; t < 600; t++)
        history.learn(
          Float64Array.from({ length: 12 }, (_, j) => signs(j) * Math.sin(t / 8) + 0.5 * random.normal()),
          1,
        );
      assert.ok(correlate(history, 50) > 0.4);
    }
  });

  it('of nothing, of constants and of frames that were left out is 0 or a number', () => {
    const history = new FrameHistory(unread(3));
    assert.equal(correlate(history, 1), 0);
    for (let t = 0; t < 50; t++) history.learn(Float64Array.of(5, NaN, 1e29), 1);
    assert.equal(correlate(history, 7), 0);
    history.learn(Float64Array.of(6, 1, -1e29), 1e6);
    assert.equal(history.length, HISTORY);
    assert.ok(Number.isFinite(correlate(history, 7)));
  });
});
