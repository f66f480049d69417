import assert from 'node:assert/strict';
import type { Filter } from '../../src/adaptive/filter';
import { packedLength } from '../../src/linalg/packed';
import { activeFilter, learnReadings } from '../support/adaptive';
import { Random } from '../support/random';

const D = 6;
const RANK = 3;
const frames = new Random(40).frames(300, D, 2).map((frame) => frame.map((y) => y / 4));

function learn(filter: Filter, from: number, to: number): void {
  for (const readings of frames.slice(from, to)) learnReadings(filter, readings);
}

/** Mean squared error of what is said of each sensor from the others, over the last frames. */
function errors(filter: Filter, from: number, to: number): number[] {
  const sums = Array<number>(D).fill(0);
  for (const readings of frames.slice(from, to)) {
    const { mean } = learnReadings(filter, readings);
    readings.forEach((y, j) => (sums[j] += (y - mean[j]) ** 2));
  }
  return sums.map((sum) => sum / (to - from));
}

describe('a state that rounding has spoilt', () => {
  const broken: readonly (readonly [string, (filter: Filter) => void])[] = [
    ['a negative variance of a coefficient', ({ m, at }) => (m[at.head.P.place + packedLength(2) - 1] = -5)],
    ['a negative variance where a group is held out', ({ m, at }) => (m[at.head.heldOutP.place] = -5)],
    ['a coefficient out of range', ({ m, at }) => (m[at.head.mu.place] = 1e12)],
    [
      'a coefficient out of range where a group is held out',
      ({ m, at }) => (m[at.head.heldOutMu.place] = 1e12),
    ],
    ['a row out of range', ({ m, sensors }) => (m[sensors[1].C] = 1e90)],
    ['an offset out of range', ({ sensors }) => (sensors[0].offset = 1e90)],
    ['a row covariance out of range', ({ m, sensors }) => (m[sensors[0].V] = 1e200)],
    ['a negative variance of a row', ({ m, sensors }) => (m[sensors[0].V] = -1e-3)],
  ];
  for (const [name, spoil] of broken) {
    it(`${name} is started again, and learned again`, () => {
      const filter = activeFilter(D, RANK);
      learn(filter, 0, 150);
      spoil(filter);
      learn(filter, 150, 220);
      for (const value of filter.m.subarray(1)) assert.ok(Math.abs(value) < 1e6, `${value} is left`);
      for (const [j, square] of errors(filter, 220, 300).entries()) {
        assert.ok(square < 0.05, `sensor ${j}: mean squared error ${square}`);
      }
    });
  }
});
