import assert from 'node:assert/strict';
import { fitJoining, type Loading } from '../../src/scale/joining-fit';
import { UNIT_READINGS } from '../../src/scale/sensor-units';
import { Random } from '../support/random';

type Coefficients = readonly (readonly number[])[];
/** A third of a cycle, away from its centre. */
const arc = (random: Random, size = 1): Coefficients =>
  Array.from({ length: UNIT_READINGS }, (_, t) =>
    [Math.sin(1.5 + t / 19), Math.cos(1.5 + t / 19)].map((x) => size * (x + 0.02 * random.normal())),
  );
const twins = (X: Coefficients, random: Random, size = 1): number[] =>
  X.map(([a, b]) => 20 + (2 * a - b) / size + 0.05 * random.normal());
const at = ({ unit, row }: Loading, x: readonly number[]): number =>
  unit.centre + unit.spread * row.reduce((sum, value, k) => sum + value * x[k], 0);
const assertFollows = (loading: Loading, off: number, size = 1): void => {
  for (const angle of [0, 1.5, 3, 4.5]) {
    const x = [size * Math.sin(angle), size * Math.cos(angle)];
    const truth = 20 + 2 * Math.sin(angle) - Math.cos(angle);
    assert.ok(Math.abs(at(loading, x) - truth) < off, `${angle}: ${at(loading, x)} for ${truth}`);
  }
};

describe('the fit of a joining sensor', () => {
  it('finds its level on readings of one part of a rhythm', () => {
    const random = new Random(5);
    const X = arc(random);
    assertFollows(fitJoining(twins(X, random), X), 0.5);
  });

  for (const spike of [-9999, 1e6, 1e40, -1e58, 1e60])
    it(`is not moved by ${spike}`, () => {
      const random = new Random(5);
      const X = arc(random);
      const readings = twins(X, random);
      readings[13] = spike;
      const loading = fitJoining(readings, X);
      assertFollows(loading, 0.7);
      assert.ok(loading.rest < 0.1, `${loading.rest}`);
    });

  it('takes coefficients of any size, and such as say all the same', () => {
    for (const size of [1e-9, 1e7, 1e9, 1e30, 1e70]) {
      const random = new Random(6);
      const X = Array.from({ length: UNIT_READINGS }, (_, t) => [size + (t * size) / 1e9, size, 0]);
      const { unit, row, rest } = fitJoining(
        X.map(() => 5 + random.normal()),
        X,
      );
      assert.ok(row.every((value) => Math.abs(value * size) <= 1));
      assert.ok(Math.abs(unit.centre - 5) < 1 && unit.spread > 0.3 && unit.spread < 3, `${unit.centre}`);
      assert.ok(rest > 0.3 && rest < 3, `${rest}`);
    }
    const random = new Random(5);
    const X = arc(random, 1e7);
    assertFollows(fitJoining(twins(X, random, 1e7), X), 0.5, 1e7);
  });

  it('follows nothing where there is nothing to follow', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const random = new Random(seed);
      const X = Array.from({ length: UNIT_READINGS }, () => random.vector(3));
      const { row, rest } = fitJoining(random.vector(UNIT_READINGS), X);
      assert.ok(Math.max(...row.map(Math.abs)) < 0.01, row.join());
      assert.ok(rest > 0.3, `${rest}`);
    }
  });

  it('gives what can be kept, whatever was read', () => {
    const random = new Random(8);
    for (let i = 0; i < 200; i++) {
      const size = (most: number): number => 10 ** (most * (2 * random.uniform() - 1));
      const [ySize, xSize] = [size(59), size(70)];
      const isWild = i % 2 === 0;
      const X = Array.from({ length: UNIT_READINGS }, () =>
        random.vector(2).map((x) => xSize * x * (isWild ? size(3) : 1)),
      );
      const { unit, row, rest } = fitJoining(
        X.map(([x]) => ySize * Math.max(-9, Math.min(9, i % 3 === 0 ? x / xSize : random.normal()))),
        X,
      );
      assert.ok(Math.abs(unit.centre) < 1e61 && unit.spread >= 1e-60 && unit.spread <= 1e61);
      assert.ok(row.every((value) => Math.abs(value) <= 1.001));
      assert.ok(rest > 0 && rest < 1e3, `${rest}`);
    }
  });
});
