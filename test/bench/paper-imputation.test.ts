import assert from 'node:assert/strict';
import { Matrix, inverse } from 'ml-matrix';
import { completeByBpmf } from '../../bench/paper/imputation/bpmf';
import { completeByMle } from '../../bench/paper/imputation/mle-smf';
import { fitPmf, predictCells, scaleReadings } from '../../bench/paper/imputation/pmf';
import { RANK, createProblem, rmse, type Problem } from '../../bench/paper/imputation/problem';
import { completeByPsmf } from '../../bench/paper/imputation/psmf';
import { completeByTmf } from '../../bench/paper/imputation/tmf';
import { Draws } from '../../bench/changepoint/draws';

/** Readings of rank 2 about 4, a little noise, one sensor that joins late. */
function lowRankTable(times: number, sensors: number) {
  const draws = new Draws(5);
  const loadings = Array.from({ length: sensors }, () => draws.normals(2));
  const values = new Float64Array(times * sensors);
  for (let k = 0; k < times; k++) {
    const factors = [3 * Math.sin(k / 15), 2 * Math.cos(k / 40)];
    for (let j = 0; j < sensors; j++) {
      const isThere = j > 0 || k >= 30;
      const signal = 4 + loadings[j][0] * factors[0] + loadings[j][1] * factors[1];
      values[k * sensors + j] = isThere ? signal + 0.1 * draws.normal() : NaN;
    }
  }
  return { rows: times, sensors, values, dt: new Float64Array(times).fill(1) };
}

/** y and M of one time: zero where missing. */
function frameOf({ seen, sensors }: Problem, k: number): { y: Matrix; M: Matrix } {
  const row = Array.from(seen.subarray(k * sensors, (k + 1) * sensors));
  return {
    y: Matrix.columnVector(row.map((value) => (Number.isNaN(value) ? 0 : value))),
    M: Matrix.diag(row.map((value) => (Number.isNaN(value) ? 0 : 1))),
  };
}

/** Runs `step` over two passes and gives C X for the removed cells. */
function twoPasses(
  problem: Problem,
  step: (C: Matrix, x: Matrix, frame: { y: Matrix; M: Matrix }, rate: number) => { C: Matrix; x: Matrix },
): number[] {
  let C = new Matrix(problem.C0);
  let x = Matrix.columnVector(problem.X0[problem.times - 1]);
  const X: Matrix[] = [];
  for (const pass of [1, 2]) {
    for (let k = 0; k < problem.times; k++) {
      ({ C, x } = step(C, x, frameOf(problem, k), 1e-6 / pass ** 0.7));
      X[k] = x;
    }
  }
  const { sensors } = problem;
  return problem.removed.map(({ cell }) => C.mmul(X[Math.floor(cell / sensors)]).get(cell % sensors, 0));
}

function mleByDefinition(problem: Problem): number[] {
  const d = problem.sensors;
  let P = Matrix.eye(RANK);
  return twoPasses(problem, (C, x, { y, M }, rate) => {
    const PBar = Matrix.add(P, Matrix.eye(RANK).mul(0.1));
    const MC = M.mmul(C);
    const signal = MC.mmul(PBar).mmul(MC.transpose());
    const gain = PBar.mmul(MC.transpose()).mmul(inverse(Matrix.add(signal, Matrix.eye(d).mul(10))));
    const e = M.mmul(Matrix.sub(y, C.mmul(x)));
    const eta = (signal.trace() + 10 * M.trace()) / d;
    const next = Matrix.add(x, gain.mmul(e));
    P = Matrix.sub(PBar, gain.mmul(MC).mmul(PBar));
    return { x: next, C: M.trace() === 0 ? C : Matrix.add(C, e.mmul(next.transpose()).mul(rate / eta)) };
  });
}

function tmfByDefinition(problem: Problem): number[] {
  return twoPasses(problem, (C, x, { y, M }, rate) => {
    const A = C.transpose().mmul(M).mmul(C).add(Matrix.eye(RANK).mul(2));
    const next = inverse(A).mmul(Matrix.add(x.clone().mul(2), C.transpose().mmul(M).mmul(y)));
    const e = M.mmul(Matrix.sub(y, C.mmul(x)));
    return { x: next, C: Matrix.add(C, e.mmul(x.transpose()).mul(rate)) };
  });
}

/** PMF with whole matrices: the readings of a batch are a mask, and each product of a gradient is one of matrices. */
function pmfByDefinition(problem: Problem, draws: Draws): number[] {
  const { sensors, times, seen, removed } = problem;
  const cells = [...seen.keys()].filter((cell) => !Number.isNaN(seen[cell]));
  const mean = cells.reduce((sum, cell) => sum + seen[cell], 0) / cells.length;
  let U = new Matrix(problem.C0).mul(0.1);
  let W = new Matrix(problem.X0).mul(0.1);
  let [stepU, stepW] = [Matrix.zeros(sensors, RANK), Matrix.zeros(times, RANK)];
  const order = [...cells];
  for (let epoch = 0; epoch < 2; epoch++) {
    for (let i = order.length - 1; i > 0; i--) {
      const other = draws.below(i + 1);
      [order[i], order[other]] = [order[other], order[i]];
    }
    for (let part = 0; part < 9; part++) {
      const from = Math.floor((part * order.length) / 9);
      const batch = order.slice(from, Math.floor(((part + 1) * order.length) / 9));
      const product = W.mmul(U.transpose());
      const E = Matrix.zeros(times, sensors);
      const [perTime, perSensor] = [new Array<number>(times).fill(0), new Array<number>(sensors).fill(0)];
      for (const cell of batch) {
        const [k, j] = [Math.floor(cell / sensors), cell % sensors];
        E.set(k, j, 2 * (product.get(k, j) - (seen[cell] - mean) / mean));
        perTime[k] += 0.01;
        perSensor[j] += 0.01;
      }
      const ofW = Matrix.add(E.mmul(U), Matrix.diag(perTime).mmul(W));
      const ofU = Matrix.add(E.transpose().mmul(W), Matrix.diag(perSensor).mmul(U));
      stepW = Matrix.add(stepW.mul(0.8), ofW.mul(50 / batch.length));
      stepU = Matrix.add(stepU.mul(0.8), ofU.mul(50 / batch.length));
      W = Matrix.sub(W, stepW);
      U = Matrix.sub(U, stepU);
    }
  }
  const product = W.mmul(U.transpose());
  return removed.map(({ cell }) => mean + mean * product.get(Math.floor(cell / sensors), cell % sensors));
}

function assertClose(ours: Float64Array, expected: readonly number[]): void {
  expected.forEach((value, i) => assert.ok(Math.abs(ours[i] - value) <= 1e-8 * (1 + Math.abs(value))));
}

describe("the paper's imputation experiment", () => {
  const readings = lowRankTable(300, 60);
  const problem = createProblem(readings, 0.3, 1);
  const missing = problem.seen.filter((value) => Number.isNaN(value)).length;

  it('removes segments until the share is missing, natural gaps included and the first time spared', () => {
    const { seen, removed, sensors } = problem;
    assert.ok(missing >= 0.3 * seen.length && missing < 0.3 * seen.length + 20);
    for (const { cell, truth } of removed) {
      assert.ok(cell >= sensors && Number.isNaN(seen[cell]));
      assert.equal(truth, readings.values[cell]);
    }
    assert.equal(missing, removed.length + 30);
  });

  const scaled = scaleReadings(problem);
  const guess = rmse(problem, new Float64Array(problem.removed.length).fill(scaled.mean));
  const features = fitPmf(problem, scaled, new Draws(2));
  const methods = {
    PSMF: () => completeByPsmf(problem, false).estimates,
    rPSMF: () => completeByPsmf(problem, true).estimates,
    BPMF: () => completeByBpmf(problem, scaled, features, new Draws(3)),
  };
  for (const [name, complete] of Object.entries(methods)) {
    it(`${name} knows more of the removed values than their mean`, () => {
      const error = rmse(problem, complete());
      assert.ok(error < 0.9 * guess, `${error} against ${guess}`);
    });
  }

  it('MLE-SMF and TMF are the equations, with d x d matrices', () => {
    const short = createProblem(lowRankTable(60, 5), 0.3, 4);
    assertClose(completeByMle(short).estimates, mleByDefinition(short));
    assertClose(completeByTmf(short).estimates, tmfByDefinition(short));
  });

  it('PMF is two epochs of nine batches, with whole matrices', () => {
    const expected = pmfByDefinition(problem, new Draws(2));
    assertClose(predictCells(problem, scaled.mean, features), expected);
  });

  it('counts what lies within the bars', () => {
    for (const { coverage } of [completeByPsmf(problem, false), completeByMle(problem)]) {
      assert.ok(coverage !== null && coverage > 0.5 && coverage <= 1, `${coverage}`);
    }
  });
});
