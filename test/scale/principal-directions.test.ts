import assert from 'node:assert/strict';
import { principalDirections } from '../../src/scale/principal-directions';
import { Random } from '../support/random';

const FRAMES = 40;
const frames = (d: number, z: (t: number, j: number) => number): Float64Array[] =>
  Array.from({ length: FRAMES }, (_, t) => Float64Array.from({ length: d }, (_, j) => z(t, j)));
const squares = (values: readonly number[]): number => values.reduce((sum, value) => sum + value ** 2, 0);

describe('principal directions', () => {
  it('explain frames that move in as many directions', () => {
    const random = new Random(4);
    const loadings = random.matrix(6, 2);
    const Z = Array.from({ length: FRAMES }, () => {
      const [a, b] = random.vector(2);
      return Float64Array.from(loadings, ([c, e]) => c * a + e * b);
    });
    const C = principalDirections(Z, 2, 1);
    for (let j = 0; j < 6; j++)
      assert.ok(Math.abs(squares(C[j]) - squares(Z.map((z) => z[j])) / FRAMES) < 1e-9);
  });

  it('are drawn where all sensors stand still, some variance for each, as the seed says', () => {
    const still = frames(10, () => 0);
    const C = principalDirections(still, 3, 7);
    for (const row of C) assert.ok(squares(row) > 1e-3 && squares(row) < 10, row.join());
    assert.deepEqual(principalDirections(still, 3, 7), C);
    assert.notDeepEqual(principalDirections(still, 3, 8), C);
  });

  it('that are drawn are of the sensors that stand still', () => {
    const C = principalDirections(
      frames(10, (t, j) => (j < 2 ? Math.sin(t / 5) : j === 2 ? NaN : 0)),
      4,
      7,
    );
    const drawn = C.map((row) => squares(row.slice(1)));
    assert.ok(Math.max(drawn[0], drawn[1]) < 0.1, drawn.join());
    assert.ok(Math.min(...drawn.slice(2)) > 0.01, drawn.join());
    assert.ok(C.every((row) => row.length === 4));
  });
});
