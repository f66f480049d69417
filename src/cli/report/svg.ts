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

/** A line through the points, lifted wherever one is not finite. */
export function linePath(xs: readonly number[], ys: readonly number[]): string {
  let path = '';
  let isDown = false;
  xs.forEach((x, i) => {
    const exists = Number.isFinite(ys[i]);
    if (exists) path += `${isDown ? 'L' : 'M'}${pixel(x)} ${pixel(ys[i])}`;
    isDown = exists;
  });
  return path;
}

/** The areas between two lines, one for each run of points where both are finite. */
export function bandPath(xs: readonly number[], lower: readonly number[], upper: readonly number[]): string {
  let path = '';
  for (let i = 0; i < xs.length; i++) {
    if (!Number.isFinite(lower[i])) continue;
    let end = i;
    while (end + 1 < xs.length && Number.isFinite(lower[end + 1])) end++;
    // A single value still gets a visible band.
    const run = end > i ? range(i, end) : [i, i];
    const place = (k: number, at: number): number => xs[k] + (end > i ? 0 : at === 0 ? -1.5 : 1.5);
    const there = run.map((k, at) => `${pixel(place(k, at))} ${pixel(upper[k])}`);
    const back = run.map((k, at) => `${pixel(place(k, at))} ${pixel(lower[k])}`).reverse();
    path += `M${[...there, ...back].join('L')}Z`;
    i = end;
  }
  return path;
}

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

/** Horizontal grid lines with their values. */
export const gridLines = (values: readonly number[], y: Scale, left: number, right: number): string =>
  values
    .map(
      (value) =>
        `<line class="grid" x1="${left}" x2="${right}" y1="${pixel(y(value))}" y2="${pixel(y(value))}"/>` +
        `<text class="tick" x="${left - 6}" y="${pixel(y(value) + 4)}" text-anchor="end">${value}</text>`,
    )
    .join('');
