import { bottomLabels, escape, gridLines, linePath, linearScale, ticks, type Scale } from '../../svg';

const WIDTH = 880;
const [LEFT, RIGHT, TOP, GAP] = [56, WIDTH - 20, 34, 40];

/** What a colour stands for. */
export type Role = 'ours' | 'other' | 'paper' | 'data';

export interface Line {
  readonly role: Role;
  readonly xs: readonly number[];
  readonly ys: readonly number[];
  /** Points instead of a line. */
  readonly dots?: boolean;
}

/** One plot; the panels of a chart stand below each other. */
export interface Panel {
  readonly title: string;
  readonly x: readonly [number, number];
  readonly y: readonly [number, number];
  /** Which axes are logarithmic. */
  readonly logarithmic?: 'x' | 'y' | 'both';
  readonly lines: readonly Line[];
  /** Vertical lines. */
  readonly marks?: readonly number[];
}

const STYLE = `<style>
text { font: 11px system-ui, sans-serif; fill: #475467; } .title { font-weight: 600; font-size: 12px; }
.grid { stroke: #d0d5dd; } .mark { stroke: #c4320a; stroke-dasharray: 4 3; } path { fill: none; stroke-width: 1.4; }
path.dots { stroke-width: 2.4; stroke-linecap: round; }
path.ours { stroke: #1570ef; } path.other { stroke: #d4a017; } path.paper { stroke: #98a2b3; } path.data { stroke: #98a2b3; }
rect.ours { fill: #1570ef; } rect.other { fill: #d4a017; } rect.paper, rect.data { fill: #98a2b3; }
.spread { stroke: #101828; stroke-width: 1.4; }
@media (prefers-color-scheme: dark) { text { fill: #98a2b3; } .grid { stroke: #344054; } .spread { stroke: #f2f4f7; } }
</style>`;

/** Panels of the same height under a legend. */
export function drawChart(
  label: string,
  panels: readonly Panel[],
  legend: Readonly<Partial<Record<Role, string>>>,
  height = 150,
): string {
  const entries = Object.entries(legend).map(
    ([role, text], i) =>
      `<rect class="${role}" x="${LEFT + i * 200}" y="4" width="12" height="12"/><text x="${LEFT + i * 200 + 18}" y="14">${escape(text)}</text>`,
  );
  const drawn = panels.map((panel, i) => drawPanel(panel, TOP + i * (height + GAP), height));
  const total = TOP + panels.length * (height + GAP);
  return wrap(label, WIDTH, total, [...entries, ...drawn]);
}

export const wrap = (label: string, width: number, height: number, parts: readonly string[]): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escape(label)}">\n${STYLE}\n${parts.join('\n')}\n</svg>\n`;

function drawPanel(panel: Panel, top: number, height: number): string {
  const [isLogX, isLogY] = [/x|both/, /y|both/].map((axis) => axis.test(panel.logarithmic ?? ''));
  const x = axisScale(panel.x, isLogX, LEFT, RIGHT);
  const y = axisScale(panel.y, isLogY, top + height, top + 14);
  const marks = (panel.marks ?? []).map((at) => {
    const pixel = x(at).toFixed(1);
    return `<line class="mark" x1="${pixel}" x2="${pixel}" y1="${top + 14}" y2="${top + height}"/>`;
  });
  return [
    `<text class="title" x="${LEFT}" y="${top + 6}">${escape(panel.title)}</text>`,
    gridLines(isLogY ? powersWithin(panel.y) : ticks(...panel.y, 4), y, LEFT, RIGHT),
    bottomLabels(isLogX ? powersWithin(panel.x) : ticks(...panel.x, 8), x, top + height + 14),
    ...panel.lines.map((line) => drawLine(line, x, y)),
    ...marks,
  ].join('\n');
}

function drawLine({ role, xs, ys, dots }: Line, x: Scale, y: Scale): string {
  const [across, down] = [xs.map(x), ys.map(y)];
  if (!dots) return `<path class="${role}" d="${linePath(across, down)}"/>`;
  const places = across.map((at, i) => `M${at.toFixed(1)} ${down[i].toFixed(1)}h0`);
  return `<path class="${role} dots" d="${places.join('')}"/>`;
}

/** What lies beyond the range is drawn at its edge. */
function axisScale([from, to]: readonly [number, number], isLog: boolean, start: number, end: number): Scale {
  const inside = (value: number): number => (Number.isNaN(value) ? NaN : Math.min(Math.max(value, from), to));
  if (!isLog) return (value) => linearScale(from, to, start, end)(inside(value));
  const scale = linearScale(Math.log10(from), Math.log10(to), start, end);
  return (value) => scale(Math.log10(inside(value)));
}

const powersWithin = ([from, to]: readonly [number, number]): number[] =>
  Array.from({ length: 13 }, (_, i) => Number(`1e${i - 6}`)).filter((value) => value >= from && value <= to);

/** The least and the largest of all values, a little apart. */
export function rangeOf(...series: readonly (readonly number[])[]): [number, number] {
  const values = series.flat().filter(Number.isFinite);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const margin = 0.05 * (most - least || 1);
  return [least - margin, most + margin];
}
