import type { FilterOptions, FrameReport, PsmfFilter } from '../../src';
import { MaternStep } from '../../src/models/matern-step';
import { Comparison, type GoldenFile } from './format';

/** How a filter is made; tests pass a deliberately broken one. */
export type FilterClass = new (options: FilterOptions) => PsmfFilter;

/** Whether the filter can replay this problem yet: dynamics without learned parameters. */
export function isReplayable(file: GoldenFile): boolean {
  return file.f === 'identity' || file.variant === 'paper-matern32';
}

/** Runs the filter over the file's problem and compares every field the file holds. */
export function replay(file: GoldenFile, Filter: FilterClass): Comparison {
  const comparison = new Comparison();
  const filter = new Filter(filterOptions(file));
  const epochs = Array.from({ length: file.epochs }, (_, i) => {
    if (i > 0) filter.startPass({ resetV: !file.carry.V });
    return file.Y.map((row, k) => {
      filter.learnOne(
        row.map((value) => value ?? NaN),
        file.dt ?? 1,
      );
      const report = filter.report();
      const expected = file.expected.steps.find((step) => step.epoch === i + 1 && step.k === k + 1);
      if (expected) compareStep(comparison, expected, report, file, i + 1);
      else comparison.add(`steps of epoch ${i + 1}, k ${k + 1}`, 'absent', 'present');
      return report;
    });
  });
  comparison.add('number of steps', file.epochs * file.Y.length, file.expected.steps.length);
  for (const [field, expected] of Object.entries(file.expected)) {
    if (field !== 'steps') comparison.add(field, summary(field, file, epochs), expected);
  }
  return comparison;
}

function filterOptions(file: GoldenFile): FilterOptions {
  const { sigma2 = 1, lengthscale: lengthScale = 1 } = file;
  return {
    sensors: file.d,
    rank: file.r,
    robust: file.model === 'rpsmf',
    variant: file.eta_divisor === 'd' ? 'reference' : 'paper',
    dynamics: file.Q ? { type: 'random-walk', Q: file.Q } : { type: 'matern', nu: 1.5, sigma2, lengthScale },
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
  epoch: number,
): void {
  const order = file.mu0.length / file.r;
  const actual: Readonly<Record<string, unknown>> = {
    epoch,
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
  };
  for (const [field, value] of Object.entries(expected)) {
    comparison.add(`epoch ${epoch}, k ${report.k}, ${field}`, actual[field], value);
  }
}

/** The quantities a file gives once, for the whole run. */
function summary(field: string, file: GoldenFile, epochs: readonly (readonly FrameReport[])[]): unknown {
  const last = epochs[epochs.length - 1];
  switch (field) {
    case 'X_final_epoch':
      return last.map((report) => report.x);
    case 'error_predict':
      return epochs.map((reports) => rootMeanSquare(file, (k, j) => reports[k].yPred[j]));
    case 'error_full':
      return epochs.map((reports) => {
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
