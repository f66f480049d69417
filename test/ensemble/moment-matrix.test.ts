import assert from 'node:assert/strict';
import { MomentMatrix } from '../../src/ensemble/moment-matrix';
import { nextNormal } from '../../src/random';

const FORGET = 0.9;

describe('a matrix of moments', () => {
  for (const [sensors, lags, inputs] of [
    [1, 0, 0],
    [2, 0, 0],
    [3, 1, 2],
    [4, 2, 3],
  ]) {
    const moments = new MomentMatrix(sensors, lags, inputs);
    const { size } = moments;

    it(`has the sum of all products of ${size} entries, the older the less`, () => {
      const state = Float64Array.of(size);
      const frames = Array.from({ length: 20 }, () =>
        Float64Array.from({ length: size }, () => nextNormal(state, 0)),
      );
      for (const frame of frames) moments.learn(frame, FORGET);
      for (let i = 0; i < size; i++) {
        for (let k = 0; k <= i; k++) {
          const sum = frames.reduce((total, w) => FORGET * total + w[i] * w[k], 0);
          assert.ok(Math.abs(moments.M[(i * (i + 1)) / 2 + k] - sum) < 1e-5, `${i} ${k}`);
        }
      }
    });
  }
});
