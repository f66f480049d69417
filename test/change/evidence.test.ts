import assert from 'node:assert/strict';
import { Matrix, inverse } from 'ml-matrix';
import { Draws } from '../../bench/changepoint/draws';
import { maternProcess, randomWalk } from '../../src/change/evidence/coefficient-dynamics';
import { FactorFilter } from '../../src/change/evidence/factor-filter';
import { findUnit } from '../../src/change/evidence/units';

const near = (a: number, b: number, tolerance = 1e-8): void =>
  assert.ok(Math.abs(a - b) <= tolerance * (1 + Math.abs(b)), `${a} against ${b}`);

/** Four factors, AR(1), in twelve sensors. */
function plant(n: number, d: number, seed: number): number[][] {
  const draws = new Draws(seed);
  const loadings = Array.from({ length: d }, () => draws.normals(2));
  let x = [0, 0];
  return Array.from({ length: n }, () => {
    x = x.map((value) => 0.95 * value + 0.3 * draws.normal());
    return loadings.map((c) => c[0] * x[0] + c[1] * x[1] + 0.2 * draws.normal());
  });
}

for (const [name, dynamics] of Object.entries({ maternProcess, randomWalk })) {
  describe(`the factor filter, ${name}`, () => {
    it('says of each sensor what a filter that never saw it would', () => {
      const d = 6;
      const filter = new FactorFilter({ rank: 3, forgetting: 0.9995, dynamics }, d);
      const { state } = filter;
      state.columns.unit.fill(1);
      plant(200, d, 4).forEach((frame, t) => {
        if (t > 150) check(filter, frame);
        else filter.step(frame, 1);
      });

      /** The joint normal distribution of the coefficients and the readings of all sensors but one, solved at once. */
      function check(before: FactorFilter, frame: readonly number[]): void {
        const { rank, size, columns } = before.state;
        const predicted = {
          rank,
          mean: before.state.mean.slice(),
          P: before.state.P.slice(),
          Q: before.state.Q,
        };
        dynamics.predict(predicted, 1);
        const x = [...predicted.mean.slice(0, rank), 1];
        const P = new Matrix(size, size);
        for (let i = 0; i < size; i++) for (let k = 0; k < size; k++) P.set(i, k, predicted.P[i * size + k]);
        const rows = frame.map((_, j) => Array.from(columns.C.slice(j * (rank + 1), (j + 1) * (rank + 1))));
        const positions = (j: number): number[] => [
          ...rows[j].slice(0, rank),
          ...new Array<number>(size - rank).fill(0),
        ];
        const offsets = frame.map((_, j) => columns.offset[j] * columns.decay[j]);
        const noises = frame.map((_, j) => {
          const B = columns.decay[j] ** 2 * columns.offsetVariance[j] + columns.offsetNoise[j];
          let quadratic = 0;
          for (let i = 0; i <= rank; i++) {
            for (let k = 0; k <= rank; k++) {
              const [hi, lo] = i >= k ? [i, k] : [k, i];
              const at = (j * (rank + 1) * (rank + 2)) / 2 + (hi * (hi + 1)) / 2 + lo;
              quadratic += x[i] * columns.V[at] * x[k];
            }
          }
          return columns.R[j] + B + quadratic;
        });
        const expectedOf = (j: number): number => rows[j].reduce((sum, c, i) => sum + c * x[i], offsets[j]);
        const isSurprising = frame.some((reading, j) => {
          const c = Matrix.rowVector(positions(j));
          const variance = c.mmul(P).mmul(c.transpose()).get(0, 0) + noises[j];
          return (reading - expectedOf(j)) ** 2 > 12.25 * variance;
        });
        const strikes = columns.strikes.some((count) => count > 0);
        before.step(frame, 1);
        if (isSurprising || strikes) return; // such readings weigh less, which this oracle leaves out
        for (let j = 0; j < frame.length; j++) {
          const others = frame.map((_, k) => k).filter((k) => k !== j);
          const C = new Matrix(others.map(positions));
          const S = Matrix.add(C.mmul(P).mmul(C.transpose()), Matrix.diag(others.map((k) => noises[k])));
          const e = Matrix.columnVector(others.map((k) => frame[k] - expectedOf(k)));
          const gain = Matrix.rowVector(positions(j)).mmul(P).mmul(C.transpose()).mmul(inverse(S));
          const without = expectedOf(j) + gain.mmul(e).get(0, 0);
          near(before.residual[j], frame[j] - without);
          near(before.relation[j], frame[j] - without + offsets[j]);
        }
      }
    });

    it('moves over two steps as over one of the same length', () => {
      const create = (): FactorFilter => new FactorFilter({ rank: 2, forgetting: 1, dynamics }, 3);
      const [once, twice] = [create().state, create().state];
      for (const state of [once, twice]) for (let i = 0; i < state.size; i++) state.mean[i] = i + 1;
      dynamics.predict(once, 2.5);
      dynamics.predict(twice, 0.7);
      dynamics.predict(twice, 1.8);
      once.mean.forEach((value, i) => near(twice.mean[i], value, 1e-12));
      once.P.forEach((value, i) => near(twice.P[i], value, 1e-12));
    });

    it('stays finite whatever it reads', () => {
      const draws = new Draws(3);
      const filter = new FactorFilter({ rank: 4, forgetting: 0.9995, dynamics }, 5);
      filter.state.columns.unit.fill(1);
      for (let t = 0; t < 3000; t++) {
        const frame = Array.from({ length: 5 }, () =>
          draws.uniform() < 0.3 ? NaN : draws.normal() * 10 ** draws.below(60),
        );
        filter.step(frame, 10 ** (4 * draws.normal()));
        filter.state.check();
      }
    });
  });
}

describe('the coefficients of a factor filter', () => {
  it('are at most half as many as sensors, also as sensors join', () => {
    const settings = { rank: 4, forgetting: 1, dynamics: maternProcess };
    const used = [1, 2, 3, 4, 5, 6, 7, 8, 20].map((d) => new FactorFilter(settings, d).state.counters.used);
    assert.deepEqual(used, [1, 1, 2, 2, 3, 3, 4, 4, 4]);
    const growing = new FactorFilter(settings, 2);
    for (let d = 3; d <= 5; d++) growing.addSensor();
    assert.equal(growing.state.counters.used, 3);
  });
});

describe('the unit of a sensor', () => {
  it('is that of its spread, and there is none where it stands still or was hardly read', () => {
    const draws = new Draws(9);
    const found = findUnit(draws.normals(60).map((value) => 50 + 4 * value));
    assert.ok(found !== null && Math.abs(found.location - 50) < 2 && found.unit > 2.5 && found.unit < 6);
    assert.equal(findUnit(new Array<number>(60).fill(7)), null);
    assert.equal(findUnit([...draws.normals(19), ...new Array<number>(45).fill(NaN)]), null);
    assert.ok(findUnit([...new Array<number>(55).fill(0), 1, 1, 1, 1, 1]) !== null);
  });
});
