import type { Recording } from './windows';
import { bandPath, escape, gridLines, linePath, linearScale, ticks } from './svg';

const WIDTH = 880;
const HEIGHT = 220;
const LEFT = 60;
const RIGHT = WIDTH - 10;
const TOP = 10;
const BOTTOM = HEIGHT - 24;

/** One sensor: what was seen, what was hidden, and what the model gave for it with its 95 % interval. */
export function plotSeries(recording: Recording, name: string): string {
  const { from, to, seen, truth, mean, sd } = recording;
  const lower = Array.from(mean, (value, k) => value - 2 * sd[k]);
  const upper = Array.from(mean, (value, k) => value + 2 * sd[k]);
  const all = [...seen, ...truth, ...lower, ...upper].filter(Number.isFinite);
  const least = all.reduce((a, b) => Math.min(a, b), Infinity);
  const most = all.reduce((a, b) => Math.max(a, b), -Infinity);
  const x = linearScale(from, to - 1, LEFT, RIGHT);
  const y = linearScale(least, most, BOTTOM, TOP);
  const xs = Array.from(seen, (_, k) => x(from + k));
  const ys = (values: ArrayLike<number>): number[] => Array.from(values, y);
  const dots = (values: Float64Array, kind: string): string =>
    Array.from(values, (value, k) =>
      Number.isFinite(value)
        ? `<circle class="${kind}" cx="${xs[k].toFixed(1)}" cy="${y(value).toFixed(1)}" r="2"/>`
        : '',
    ).join('');
  const rows = ticks(from, to - 1, 6)
    .map(
      (row) =>
        `<text class="tick" x="${x(row).toFixed(1)}" y="${HEIGHT - 6}" text-anchor="middle">${row}</text>`,
    )
    .join('');
  return `<figure><figcaption>${escape(name)}, rows ${from} to ${to - 1}</figcaption>
<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="Hidden and estimated values of ${escape(name)}">
${gridLines(ticks(least, most), y, LEFT, RIGHT)}${rows}
<path class="band" d="${bandPath(xs, ys(lower), ys(upper))}"/>
<path class="seen" d="${linePath(xs, ys(seen))}"/>
<path class="estimate" d="${linePath(xs, ys(mean))}"/>
${dots(truth, 'truth')}
</svg></figure>`;
}
