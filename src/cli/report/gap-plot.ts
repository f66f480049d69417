import type { Evaluation } from '../../evaluate/evaluation';
import type { MethodName } from '../../evaluate/methods';
import type { Plot } from './browser/plot-data';
import { plotted, roomAround } from './plot';

/** Fewer values than this say nothing about a gap length. */
export const ENOUGH = 20;
/** Errors beyond this many standard deviations are drawn at the edge. */
const HIGHEST = 2;

/** nRMSE against the time since the sensor's last reading, a line for each method. */
export function plotErrorByGap({ scorers }: Evaluation<MethodName>): Plot {
  const errors = Object.entries(scorers).map(([name, scorer]) => ({
    name,
    values: scorer.byGap.map(({ nrmse, n }) =>
      nrmse === null || n < ENOUGH ? NaN : Math.min(nrmse, HIGHEST),
    ),
  }));
  const counts = Object.values(scorers)[0].byGap.map(({ n }) => n);
  const known = errors.flatMap(({ values }) => values.filter(Number.isFinite));
  const last = counts.reduce((found, n, k) => (n > 0 ? k : found), 0);
  const x = Array.from({ length: last + 1 }, (_, k) => k);
  return {
    ...{ height: 300, x, isNamed: true, range: roomAround([0, Math.max(0.1, ...known)]) },
    labels: x.map((k) => `${gapLabel(k, counts.length)}\n${counts[k]} values`),
    lines: errors.map(({ name, values }) => ({
      ...{ label: name, kind: 'line', colour: `m-${name}`, width: name === 'adaptive' ? 3 : 1.5 },
      values: plotted(values.slice(0, x.length)),
    })),
    ...{ level: null, began: [], found: [] },
  };
}

const gapLabel = (k: number, buckets: number): string => {
  if (k === 0) return '1';
  return k === buckets - 1 ? `${2 ** k}+` : `${2 ** k}-${2 ** (k + 1) - 1}`;
};
