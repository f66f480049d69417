import assert from 'node:assert/strict';
import { multiplyRows } from '../../src/ensemble/row-products';
import { nextNormal } from '../../src/random';

describe('products of rows', () => {
  const state = Float64Array.of(11);
  const draw = (count: number): Float64Array =>
    Float64Array.from({ length: count }, () => nextNormal(state, 0));

  for (const size of [1, 3, 4, 7, 16, 29])
    for (const count of [0, 1, 2, 5])
      it(`are those of plain sums, ${count} rows of ${size}`, () => {
        const m = draw(6 * size);
        const w = draw(size);
        const rows = Uint16Array.of(4, 0, 5, 1, 3);
        const out = new Float64Array(5);
        for (const first of [0, 4]) {
          multiplyRows(m, size, rows, 0, count, w, first, out);
          for (let n = 0; n < count; n++) {
            let sum = 0;
            for (let k = first; k < size; k++) sum += m[rows[n] * size + k] * w[k];
            assert.ok(Math.abs(out[n] - sum) < 1e-12 * size);
          }
        }
      });

  it('touch nothing else', () => {
    const out = new Float64Array(4).fill(7);
    multiplyRows(draw(8), 2, Uint16Array.of(0, 1, 2, 3), 1, 3, draw(2), 0, out);
    assert.equal(out[0], 7);
    assert.equal(out[3], 7);
  });
});
