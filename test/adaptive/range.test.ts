import assert from 'node:assert/strict';
import { learnFrame, type Filter } from '../../src/adaptive/filter';
import { createFrame, fillFrame } from '../../src/adaptive/reading';
import { sensor } from '../../src/adaptive/slots';
import { packedLength } from '../../src/linalg/packed';
import { activeFilter } from '../support/adaptive';
import { Random } from '../support/random';

const D = 6;
const RANK = 3;
const frames = new Random(40).frames(300, D, 2).map((frame) => frame.map((y) => y / 4));

function learn(filter: Filter, from: number, to: number): void {
  const frame = createFrame(D);
  for (const readings of frames.slice(from, to)) {
    fillFrame(frame, readings, 1);
    learnFrame(filter, frame, true);
  }
}

/** Mean squared leave-one-out residual over the last frames, by sensor. */
function residuals(filter: Filter, from: number, to: number): number[] {
  const { at } = filter.context;
  const sums = Array<number>(D).fill(0);
  for (let k = from; k < to; k++) {
    learn(filter, k, k + 1);
    sums.forEach((_, j) => (sums[j] += filter.m[at.records + j * at.stride + sensor.outResidual] ** 2));
  }
  return sums.map((sum) => sum / (to - from));
}

describe('a state that rounding has spoilt', () => {
  const broken: readonly (readonly [string, (filter: Filter) => void])[] = [
    [
      'a negative variance of a coefficient',
      ({ m, context: { at } }) => (m[at.own.P + packedLength(2) - 1] = -5),
    ],
    ['a negative variance in the shadow', ({ m, context: { at } }) => (m[at.shadow.P] = -5)],
    ['a coefficient out of range', ({ m, context: { at } }) => (m[at.own.mu] = 1e12)],
    ['a coefficient out of range in the shadow', ({ m, context: { at } }) => (m[at.shadow.mu] = 1e12)],
    ['a row out of range', ({ m, context: { at } }) => (m[at.records + at.stride + at.C] = 1e90)],
    ['an offset out of range', ({ m, context: { at } }) => (m[at.records + sensor.offset] = 1e90)],
    ['a row covariance out of range', ({ m, context: { at } }) => (m[at.records + at.V] = 1e200)],
    ['a negative variance of a row', ({ m, context: { at } }) => (m[at.records + at.V] = -1e-3)],
  ];
  for (const [name, spoil] of broken) {
    it(`${name} is started again, and learned again`, () => {
      const filter = activeFilter(D, RANK);
      learn(filter, 0, 150);
      spoil(filter);
      learn(filter, 150, 220);
      for (const value of filter.m.subarray(filter.context.at.own.mu))
        assert.ok(Math.abs(value) < 1e6, `${value} is left`);
      for (const [j, square] of residuals(filter, 220, 300).entries()) {
        assert.ok(square < 0.05, `sensor ${j}: mean squared residual ${square}`);
      }
    });
  }
});
