/** Text as it may stand in HTML and SVG. */
export const escape = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** Maps data to pixels along one axis. */
export type Scale = (value: number) => number;

export const linearScale =
  (from: number, to: number, start: number, end: number): Scale =>
  (value) =>
    start + ((value - from) / (to - from || 1)) * (end - start);

const pixel = (value: number): string => value.toFixed(1);

/** Runs of indices whose values are finite, as [first, last]. */
function finiteRuns(values: readonly number[]): [number, number][] {
  const runs: [number, number][] = [];
  values.forEach((value, i) => {
    if (!Number.isFinite(value)) return;
    const last = runs[runs.length - 1];
    if (last !== undefined && last[1] === i - 1) last[1] = i;
    else runs.push([i, i]);
  });
  return runs;
}

/** Half the width of what stands for a single value. */
const SINGLE = 1.5;

/** The points of a run along a line; a single one is drawn as a short dash, or nobody would see it. */
function runPoints(xs: readonly number[], ys: readonly number[], [first, last]: [number, number]): string[] {
  if (first < last) return range(first, last).map((i) => `${pixel(xs[i])} ${pixel(ys[i])}`);
  return [-SINGLE, SINGLE].map((aside) => `${pixel(xs[first] + aside)} ${pixel(ys[first])}`);
}

/** A line through the points, lifted wherever one is not finite. */
export const linePath = (xs: readonly number[], ys: readonly number[]): string =>
  finiteRuns(ys)
    .map((run) => `M${runPoints(xs, ys, run).join('L')}`)
    .join('');

const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, k) => from + k);

/** Round numbers that divide an axis into about `count` parts. */
export function ticks(from: number, to: number, count = 5): number[] {
  const rough = (to - from) / count;
  if (!(rough > 0) || !Number.isFinite(rough)) return [from];
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough) ?? rough;
  const first = Math.ceil(from / step);
  return Array.from({ length: Math.floor(to / step) - first + 1 }, (_, k) =>
    Number(((first + k) * step).toPrecision(12)),
  );
}

/** Values along the bottom of a plot. */
export const bottomLabels = (
  values: readonly number[],
  x: Scale,
  y: number,
  write: (value: number) => string = String,
): string =>
  values
    .map(
      (value) =>
        `<text class="tick" x="${pixel(x(value))}" y="${y}" text-anchor="middle">${escape(write(value))}</text>`,
    )
    .join('');

/** Horizontal grid lines with their values. */
export const gridLines = (values: readonly number[], y: Scale, left: number, right: number): string =>
  values
    .map(
      (value) =>
        `<line class="grid" x1="${left}" x2="${right}" y1="${pixel(y(value))}" y2="${pixel(y(value))}"/>` +
        `<text class="tick" x="${left - 6}" y="${pixel(y(value) + 4)}" text-anchor="end">${value}</text>`,
    )
    .join('');
