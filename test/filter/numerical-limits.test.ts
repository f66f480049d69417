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
