import { EigenvalueDecomposition, Matrix } from 'ml-matrix';
import type { Estimate, FrameReport, PsmfFilter } from '../../src';

/** A smallest eigenvalue below this share of the trace is not rounding. */
const DEFINITENESS = 1e-12;

/** What is wrong with the state of a filter, if anything: a number that is not finite, a covariance that is none. */
export function examine(filter: PsmfFilter): string | undefined {
  const report = filter.report();
  return (
    findUnreal(report) ??
    findInfinite('logLikelihood', filter.logLikelihood) ??
    examineEstimate('posterior()', filter.posterior()) ??
    examineEstimate('predictOne()', filter.predictOne()) ??
    examineCovariance('P', report.P) ??
    examineCovariance('V', report.V)
  );
}

export function examineEstimate(name: string, { mean, variance }: Estimate): string | undefined {
  for (let j = 0; j < mean.length; j++) {
    if (!Number.isFinite(mean[j])) return `${name}.mean[${j}] is ${mean[j]}`;
    if (!(variance[j] >= 0 && variance[j] < Infinity)) return `${name}.variance[${j}] is ${variance[j]}`;
  }
  return undefined;
}

/** The residual of a missing reading is NaN by contract; every other number of a report is finite. */
function findUnreal(report: FrameReport): string | undefined {
  const residual = report.residual.filter((e) => !Number.isNaN(e));
  if (residual.length !== report.observed)
    return `${residual.length} residuals of ${report.observed} readings`;
  return findInfinite('report()', { ...report, residual });
}

function findInfinite(path: string, value: unknown): string | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : `${path} is ${value}`;
  if (typeof value === 'string') return undefined;
  for (const [key, entry] of Object.entries(value as object)) {
    const found = findInfinite(`${path}.${key}`, entry);
    if (found !== undefined) return found;
  }
  return undefined;
}

function examineCovariance(name: string, rows: number[][]): string | undefined {
  const matrix = new Matrix(rows);
  const trace = matrix.trace();
  if (trace === 0) return matrix.norm() === 0 ? undefined : `${name} has no variance but covariances`;
  // Trace 1, and without entries far below the tolerance: the decomposition divides by what it squared.
  const scaled = new Matrix(rows.map((row) => row.map((v) => (Math.abs(v) < 1e-20 * trace ? 0 : v / trace))));
  const { realEigenvalues } = new EigenvalueDecomposition(scaled, { assumeSymmetric: true });
  const smallest = Math.min(...realEigenvalues);
  return smallest >= -DEFINITENESS ? undefined : `${name} has an eigenvalue of ${smallest} times its trace`;
}
