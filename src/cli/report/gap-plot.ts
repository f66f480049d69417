import type { Evaluation } from '../../evaluate/evaluation';
import type { MethodName } from '../../evaluate/methods';
import { plotArea } from './plot-area';
import { bottomLabels, gridLines, linePath, linearScale, ticks } from './svg';

const AREA = plotArea(316, 110, 56);
/** Fewer values than this say nothing about a gap length. */
const ENOUGH = 20;
/** Errors beyond this many standard deviations are drawn at the edge. */
const HIGHEST = 2;
const LABEL_HEIGHT = 14;

/** nRMSE against the time since the sensor's last reading, a line for each method. */
export function plotErrorByGap({ scorers }: Evaluation<MethodName>): string {
  const lines = Object.entries(scorers).map(([name, scorer]) => ({
    name,
    errors: scorer.byGap.map(({ nrmse, n }) =>
      nrmse === null || n < ENOUGH ? NaN : Math.min(nrmse, HIGHEST),
    ),
  }));
  const buckets = lines[0].errors.length;
  const used = lines.flatMap(({ errors }) =>
    errors.flatMap((error, k) => (Number.isFinite(error) ? [k] : [])),
  );
  const last = Math.max(1, ...used);
  const highest = Math.max(0.1, ...lines.flatMap(({ errors }) => errors.filter(Number.isFinite)));
  const x = linearScale(0, last, AREA.left, AREA.right);
  const y = linearScale(0, highest, AREA.bottom, AREA.top);
  const xs = Array.from({ length: last + 1 }, (_, k) => x(k));
  const labels = spreadLabels(lines.map(({ errors }) => y(errors.filter(Number.isFinite).pop() ?? 0)));
  const drawn = lines.map(({ name, errors }, i) => {
    const ys = errors.slice(0, last + 1).map(y);
    const points = ys.map((value, k) =>
      Number.isFinite(value) ? `<circle cx="${xs[k].toFixed(1)}" cy="${value.toFixed(1)}" r="2.5"/>` : '',
    );
    return `<g class="method m-${name}"><path d="${linePath(xs, ys)}"/>${points.join('')}<text x="${AREA.right + 8}" y="${(labels[i] + 4).toFixed(1)}">${name}</text></g>`;
  });
  const gaps = bottomLabels([...xs.keys()], x, AREA.bottom + 16, (k) => gapLabel(k, buckets));
  const counts = Object.values(scorers)[0].byGap.map(({ n }) => n);
  const values = bottomLabels([...xs.keys()], x, AREA.bottom + 30, (k) => `n = ${counts[k]}`);
  return `<div class="scroll"><svg viewBox="0 0 ${AREA.width} ${AREA.height}" role="img" aria-label="Error by gap length">
${gridLines(ticks(0, highest), y, AREA.left, AREA.right)}${gaps}${values}
<text class="tick" x="${(AREA.left + AREA.right) / 2}" y="${AREA.height - 6}" text-anchor="middle">rows since the last reading, and how many hidden values (drawn from ${ENOUGH})</text>
${drawn.join('\n')}
</svg></div>`;
}

const gapLabel = (k: number, buckets: number): string => {
  if (k === 0) return '1';
  return k === buckets - 1 ? `${2 ** k}+` : `${2 ** k}-${2 ** (k + 1) - 1}`;
};

/** Moves labels apart until none covers another, and none leaves the plot. */
function spreadLabels(heights: readonly number[]): number[] {
  const order = heights.map((_, i) => i).sort((a, b) => heights[a] - heights[b]);
  const placed = [...heights];
  order.slice(1).forEach((i, k) => (placed[i] = Math.max(placed[i], placed[order[k]] + LABEL_HEIGHT)));
  let lowest = AREA.bottom;
  for (const i of order.reverse()) {
    placed[i] = Math.min(placed[i], lowest);
    lowest = placed[i] - LABEL_HEIGHT;
  }
  return placed;
}
