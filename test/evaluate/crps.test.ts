import assert from 'node:assert/strict';
import { erf, gaussianCrps } from '../../src/evaluate/crps';
import { assertClose } from '../support/close';

/** Simpson's rule. */
function integrate(f: (x: number) => number, from: number, to: number, parts = 20_000): number {
  const h = (to - from) / parts;
  let sum = f(from) + f(to);
  for (let i = 1; i < parts; i++) sum += (i % 2 === 1 ? 4 : 2) * f(from + i * h);
  return (sum * h) / 3;
}

const density = (x: number): number => Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI);

describe('CRPS', () => {
  it('erf is the integral of its density, also where series and fraction meet', () => {
    for (const x of [0, 1e-8, 0.1, 0.5, 1, 2, 2.999, 3, 3.001, 4, 6]) {
      const direct = integrate((t) => (2 / Math.sqrt(Math.PI)) * Math.exp(-t * t), 0, x);
      assertClose([erf(x), erf(-x)], [direct, -direct], 1e-13, `erf ${x}`);
    }
    assert.equal(erf(40), 1);
  });

  it('equals the integral of (F(x) - 1{x >= y})^2', () => {
    for (const [error, sd] of [
      [0, 1],
      [0.3, 1],
      [-2, 0.5],
      [5, 2],
      [-40, 3],
    ]) {
      // F by its own integral, step by step along the grid, so that nothing of the closed form is used.
      const steps = 200_000;
      const reach = Math.abs(error) + 12 * sd;
      const h = (2 * reach) / steps;
      let F = 0;
      let crps = 0;
      for (let i = 0; i < steps; i++) {
        const x = -reach + (i + 0.5) * h;
        F += (density(x / sd) / sd) * h;
        crps += (F - (x >= error ? 1 : 0)) ** 2 * h;
      }
      assertClose([gaussianCrps(error, sd)], [crps], 3e-4, `error ${error}, sd ${sd}`);
    }
  });

  it('is the absolute error of a forecast without spread, and close to it for a tiny one', () => {
    assert.equal(gaussianCrps(-3, 0), 3);
    assertClose([gaussianCrps(-3, 1e-9)], [3], 1e-8);
  });
});
