import { INTERVAL_SD } from '../../scale/limits';
import type { Recording } from './windows';
import { plotArea } from './plot-area';
import { clipMarks, robustRange } from './robust-range';
import type { RowLabel } from './row-labels';
import { bandPath, bottomLabels, escape, gridLines, linePath, linearScale, ticks, within } from './svg';

const AREA = plotArea(220, 40, 24);

/** One sensor: what was seen, what was hidden, and what the model gave for it with its 95 % interval. `when`: of which time. */
export function plotSeries(recording: Recording, name: string, label: RowLabel, when: string): string {
  const { from, to, seen, truth, mean, sd } = recording;
  const lower = Array.from(mean, (value, k) => value - INTERVAL_SD * sd[k]);
  const upper = Array.from(mean, (value, k) => value + INTERVAL_SD * sd[k]);
  const range = robustRange([...seen, ...truth, ...mean, ...lower, ...upper]);
  const [least, most] = range;
  const x = linearScale(from, to - 1, AREA.left, AREA.right);
  const y = within(linearScale(least, most, AREA.bottom, AREA.top), range);
  const xs = Array.from(seen, (_, k) => x(from + k));
  const ys = (values: ArrayLike<number>): number[] => Array.from(values, y);
  const dots = (values: Float64Array, kind: string): string =>
    Array.from(values, (value, k) =>
      value >= least && value <= most
        ? `<circle class="${kind}" cx="${xs[k].toFixed(1)}" cy="${y(value).toFixed(1)}" r="2"/>`
        : '',
    ).join('');
  return `<figure><figcaption>${escape(name)}, rows ${from} to ${to - 1}${escape(when)}</figcaption>
<div class="scroll"><svg viewBox="0 0 ${AREA.width} ${AREA.height}" role="img" aria-label="Hidden and estimated values of ${escape(name)}">
${gridLines(ticks(least, most), y, AREA.left, AREA.right)}${bottomLabels(ticks(from, to - 1, 6), x, AREA.height - 6, label)}
<path class="band" d="${bandPath(xs, ys(lower), ys(upper))}"/>
<path class="seen" d="${linePath(xs, ys(seen))}"/>
<path class="estimate" d="${linePath(xs, ys(mean))}"/>
${dots(truth, 'truth')}${clipMarks(xs, seen, range, AREA)}${clipMarks(xs, truth, range, AREA)}
</svg></div></figure>`;
}
