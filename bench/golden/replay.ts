import type { Dynamics, FilterOptions, FrameReport, PsmfFilter } from '../../src';
import { MaternStep } from '../../src/dynamics/matern-step';
import { Comparison, type GoldenFile } from './format';

/** How a filter is made; tests pass a deliberately broken one. */
export type FilterClass = new (options: FilterOptions) => PsmfFilter;

/** What a replay leaves for the quantities a file gives once. */
interface Run {
  readonly passes: FrameReport[][];
  readonly forecasts: number[][][];
  readonly theta: number[][];
}

/** Runs the filter over the file's problem and compares every field the file holds. */
export function replay(file: GoldenFile, Filter: FilterClass): Comparison {
  const comparison = new Comparison();
  const filter = new Filter(filterOptions(file));
  const run: Run = { passes: [], forecasts: [], theta: [filter.parameters] };
  const passes = file.epochs ?? file.n_iter ?? 1;
  for (let pass = 1; pass <= passes; pass++) {
    if (pass > 1) filter.startPass({ resetV: !file.carry.V });
    run.passes.push(file.Y.map((row, k) => replayFrame(comparison, filter, file, row, pass, k + 1)));
    if (file.theta0) finishPass(run, filter, file);
  }
  comparison.add('number of steps', passes * file.Y.length, file.expected.steps.length);
  for (const [field, expected] of Object.entries(file.expected)) {
    if (field === 'final')
      comparison.add(field, summary(field, file, run), Object.values(expected as object));
    else if (field !== 'steps') comparison.add(field, summary(field, file, run), expected);
  }
  return comparison;
}

function replayFrame(
  comparison: Comparison,
  filter: PsmfFilter,
  file: GoldenFile,
  row: readonly (number | null)[],
  pass: number,
  k: number,
): FrameReport {
  filter.learnOne(
    row.map((value) => value ?? NaN),
    file.dt ?? 1,
  );
  const report = filter.report();
  const expected = file.expected.steps.find((step) => (step.epoch ?? step.iter) === pass && step.k === k);
  if (expected) compareStep(comparison, expected, report, file, pass, filter.marginalLoss);
  else comparison.add(`steps of pass ${pass}, k ${k}`, 'absent', 'present');
  return report;
}

/** The forecast comes before theta moves, where it moves once a pass. */
function finishPass(run: Run, filter: PsmfFilter, file: GoldenFile): void {
  run.forecasts.push(filter.forecast(file.n_pred ?? 1).map(({ mean }) => Array.from(mean)));
  if (isRecursive(file)) {
    run.theta.push(...run.passes[0].map(({ theta }) => theta));
  } else {
    filter.updateParameters();
    run.theta.push(filter.parameters);
  }
}

const isRecursive = (file: GoldenFile): boolean => file.variant === 'reference-recursive';

function dynamicsOf(file: GoldenFile): Dynamics {
  const { sigma2 = 1, lengthscale: lengthScale = 1, Q, theta0, adam } = file;
  if (Q === undefined) return { type: 'matern', nu: 1.5, sigma2, lengthScale };
  if (theta0 === undefined) return { type: 'random-walk', Q };
  return {
    type: file.f.startsWith('cos') ? 'periodic' : 'fourier',
    Q,
    theta0,
    learning: isRecursive(file) ? 'frame' : 'pass',
    adam: adam && { rate: adam.lr, beta1: adam.beta1, beta2: adam.beta2, epsilon: adam.eps },
  };
}

function filterOptions(file: GoldenFile): FilterOptions {
  return {
    sensors: file.d,
    rank: file.r,
    robust: file.model === 'rpsmf',
    variant: file.eta_divisor === 'd' ? 'reference' : 'paper',
    dynamics: dynamicsOf(file),
    C0: file.C0,
    V0: file.V0,
    x0: file.mu0,
    P0: file.P0,
    R: file.R,
    lambda0: file.lambda0 ?? undefined,
  };
}

function compareStep(
  comparison: Comparison,
  expected: Readonly<Record<string, unknown>>,
  report: FrameReport,
  file: GoldenFile,
  pass: number,
  nll: number,
): void {
  const order = file.mu0.length / file.r;
  const actual: Readonly<Record<string, unknown>> = {
    epoch: pass,
    iter: pass,
    k: report.k,
    m: report.observed,
    skipped: report.outcome === 'empty',
    mu_bar: report.xBar,
    P_bar: report.PBar,
    y_pred: report.yPred,
    eta: report.eta,
    N: report.N,
    C: report.C,
    V: report.V,
    mu: report.x,
    x: report.x.filter((_, i) => i % order === 0),
    P: report.P,
    Q: report.Q,
    R: report.R,
    lam: report.lambda,
    omega: report.omega,
    phi: report.phi,
    lower: report.bounds.lower,
    upper: report.bounds.upper,
    nll,
    grad: report.gradient,
    theta: report.theta,
  };
  for (const [field, value] of Object.entries(expected)) {
    comparison.add(`pass ${pass}, k ${report.k}, ${field}`, actual[field], value);
  }
}

/** The quantities a file gives once, for the whole run. */
function summary(field: string, file: GoldenFile, { passes, forecasts, theta }: Run): unknown {
  const last = passes[passes.length - 1];
  const { C, V, x, P } = last[last.length - 1];
  switch (field) {
    case 'theta':
      return theta;
    case 'forecast':
      return forecasts;
    case 'final':
      return [C, V, x, P];
    case 'train_frobenius_last':
      return frobenius(
        last.map(({ yPred }) => yPred),
        file.Y,
      );
    case 'forecast_frobenius_last':
      return frobenius(forecasts[forecasts.length - 1], file.Y_future ?? []);
    case 'X_final_epoch':
      return last.map((report) => report.x);
    case 'error_predict':
      return passes.map((reports) => rootMeanSquare(file, (k, j) => reports[k].yPred[j]));
    case 'error_full':
      return passes.map((reports) => {
        const { C } = reports[reports.length - 1];
        return rootMeanSquare(file, (k, j) => C[j].reduce((sum, c, i) => sum + c * reports[k].x[i], 0));
      });
    case 'coverage': {
      const cells = scoredCells(file);
      const inside = cells.filter(
        ({ k, j, truth }) => truth > last[k].bounds.lower[j] && truth < last[k].bounds.upper[j],
      );
      return inside.length / cells.length;
    }
    case 'A_block':
    case 'Q_block':
    case 'P_inf':
      return maternBlock(field, file);
    default:
      return undefined;
  }
}

function frobenius(
  estimates: readonly (readonly number[])[],
  truth: readonly (readonly (number | null)[])[],
): number {
  const squares = estimates.flatMap((row, k) => row.map((value, j) => (value - (truth[k][j] ?? NaN)) ** 2));
  return Math.sqrt(squares.reduce((sum, square) => sum + square, 0));
}

function scoredCells(file: GoldenFile): { k: number; j: number; truth: number }[] {
  const { score_mask: mask = [], Y_truth: truth = [] } = file;
  return mask.flatMap((row, k) =>
    row.flatMap((scored, j) => (scored === 1 ? [{ k, j, truth: truth[k][j] }] : [])),
  );
}

function rootMeanSquare(file: GoldenFile, estimate: (k: number, j: number) => number): number {
  const cells = scoredCells(file);
  return Math.sqrt(
    cells.reduce((sum, { k, j, truth }) => sum + (estimate(k, j) - truth) ** 2, 0) / cells.length,
  );
}

function maternBlock(field: string, file: GoldenFile): number[][] {
  const { sigma2 = 1, lengthscale = 1, dt = 1 } = file;
  const kappa = Math.sqrt(3) / lengthscale;
  const step = new MaternStep(2, kappa, sigma2);
  step.update(Float64Array.of(field === 'P_inf' ? 1e6 * lengthscale : dt), 0); // Q of a long time is P∞
  const block = field === 'A_block' ? step.A : step.Q;
  return [Array.from(block.subarray(0, 2)), Array.from(block.subarray(2))];
}
