import assert from 'node:assert/strict';
import { PsmfFilter } from '../../src';

const constant = Float64Array.from({ length: 8 }, (_, j) => j - 3);

describe('the filter at the limits of double precision', () => {
  it('learns on when the noise has shrunk so far that one direction of the innovation hides all others', () => {
    const filter = new PsmfFilter({
      sensors: 8,
      rank: 3,
      robust: true,
      R: 0.01,
      lambdaMax: 2,
      dynamics: { type: 'matern', nu: 1.5, sigma2: 1, lengthScale: 30 },
    });
    for (let k = 0; k < 5000; k++) {
      filter.learnOne(constant);
      const { outcome, nis } = filter.report();
      assert.equal(outcome, 'learned', `frame ${k}`);
      assert.ok(nis >= 0 && nis < Infinity, `frame ${k}: nis ${nis}`);
    }
  });

  it('has an expected noise of at least R where the variance of the signal cancels', () => {
    for (let i = 1; i <= 200; i++) {
      const a = i / 7;
      const filter = new PsmfFilter({
        sensors: 1,
        rank: 2,
        R: 1e-10,
        C0: [[a, 1]],
        x0: [1, 1],
        P0: [
          [1e20, -1e20 * a],
          [-1e20 * a, 1e20 * a * a],
        ],
        dynamics: { type: 'random-walk', Q: 0 },
      });
      filter.learnOne([1]);
      const { eta, V } = filter.report();
      assert.ok(eta >= 1e-10, `a = ${a}: eta ${eta}`);
      assert.ok(V.flat().every(Number.isFinite), `a = ${a}: V ${String(V)}`);
      filter.learnOne([NaN]);
      assert.ok(filter.report().eta >= 1e-10, `a = ${a}, empty frame: eta ${filter.report().eta}`);
    }
  });

  it('keeps the covariance of a direction whose pivot rounds to 1', () => {
    for (const c of [1e-7, 1e-8, 1e-9]) {
      const filter = new PsmfFilter({
        ...{ sensors: 1, rank: 2, V0: 0, C0: [[c, 1]], P0: 1, R: 1 },
        dynamics: { type: 'random-walk', Q: 0 },
      });
      filter.learnOne([1]);
      const { x, P } = filter.report();
      const exact = c / (2 + c * c);
      assert.ok(Math.abs(x[0] / exact - 1) < 1e-12, `x ${x[0]} is not ${exact}`);
      assert.ok(Math.abs(P[0][1] / -exact - 1) < 1e-12, `P ${P[0][1]} is not ${-exact}`);
    }
  });

  it('takes weight from V once, not again with every empty frame of the authors’ variant', () => {
    const filter = new PsmfFilter({ sensors: 6, rank: 4, variant: 'reference' });
    filter.learnOne([1, 2, 3, 4, 5, 6]);
    filter.learnOne([2, 1, 3, 5, 4, 6]);
    const empty = new Array<number>(6).fill(NaN);
    filter.learnOne(empty);
    const { V } = filter.report();
    for (let k = 0; k < 20; k++) filter.learnOne(empty);
    filter
      .report()
      .V.flat()
      .forEach((value, i) =>
        assert.ok(Math.abs(value - V.flat()[i]) < 1e-12, `V ${value} was ${V.flat()[i]}`),
      );
  });

  it('keeps P and V off the subnormal numbers while readings stand still', () => {
    for (const Q of [0, 0.01]) {
      const filter = new PsmfFilter({
        sensors: 8,
        rank: 3,
        robust: true,
        R: 0.01,
        lambdaMax: 2,
        dynamics: { type: 'random-walk', Q },
      });
      for (let k = 0; k < 3000; k++) filter.learnOne(constant);
      const { P, V } = filter.report();
      for (const [name, matrix] of Object.entries({ P, V })) {
        const trace = matrix.reduce((sum, row, i) => sum + row[i], 0);
        assert.ok(trace > 1e-100, `Q = ${Q}: trace of ${name} ${trace}`);
      }
    }
  });

  it('reports finite numbers when the dynamics run away over a long gap', () => {
    const filter = new PsmfFilter({
      sensors: 2,
      rank: 1,
      x0: [1],
      dynamics: { type: 'linear', A: [[1.1]], Q: 1 },
    });
    filter.learnOne([1, 2], 1e6);
    const { outcome, Q, P, x } = filter.report();
    assert.equal(outcome, 'learned');
    assert.ok([...Q.flat(), ...P.flat(), ...x].every(Number.isFinite), `Q ${String(Q)}`);
  });
});
