import type uPlot from 'uplot';
import type { Plot, PlotLine } from './plot-data';

/** uPlot, whose script stands before this one in the page. */
const Plotter = (window as unknown as { uPlot: typeof uPlot }).uPlot;
const plots = JSON.parse(document.querySelector('#plots')?.textContent ?? '[]') as Plot[];

const colourOf = (name: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();

const write = (value: number | null): string => (value === null ? '–' : String(Number(value.toPrecision(4))));

/** What stands at x, or next to it. */
function labelAt({ x, labels }: Plot, at: number): string {
  let from = 0;
  let to = x.length - 1;
  while (from < to) {
    const middle = (from + to) >> 1;
    if (x[middle] < at) from = middle + 1;
    else to = middle;
  }
  return labels[from > 0 && at - x[from - 1] < x[from] - at ? from - 1 : from] ?? '';
}

/** The series of a line: an area has two, its upper edge first. */
function seriesOf({ label, kind, colour, width = 1.5, lower }: PlotLine): uPlot.Series[] {
  const stroke = colourOf(colour);
  const value: uPlot.Series['value'] = (_, read: number | null) => write(read);
  if (kind === 'dots')
    return [{ label, value, stroke, paths: () => null, points: { show: true, size: width, fill: stroke } }];
  if (kind === 'bars')
    return [{ label, value, stroke, fill: stroke, paths: Plotter.paths.bars?.({ size: [0.6, 90] }) }];
  const line: uPlot.Series = { label, value, stroke, width };
  if (lower === undefined) return [line];
  const edge = { ...line, width: 1, points: { show: false } };
  return [
    { ...edge, label: `${label}, to` },
    { ...edge, label: `${label}, from` },
  ];
}

function optionsOf(plot: Plot, width: number): uPlot.Options {
  const { height, lines, range, isNamed } = plot;
  const axis: uPlot.Axis = {
    stroke: colourOf('soft'),
    grid: { stroke: colourOf('line'), width: 1 },
    ticks: { show: false },
    font: '11px system-ui, sans-serif',
  };
  const bands: uPlot.Band[] = [];
  let at = 1;
  for (const { lower, colour } of lines) {
    if (lower !== undefined) bands.push({ series: [at, at + 1], fill: `${colourOf(colour)}30` });
    at += lower === undefined ? 1 : 2;
  }
  const ends = [plot.x[0], plot.x[plot.x.length - 1]];
  const half = isNamed || plot.x.length < 2 ? 0.5 : 0;
  return {
    ...{ width, height, bands },
    scales: {
      x: { time: false, ...(half > 0 ? { range: [ends[0] - half, ends[1] + half] } : {}) },
      y: { range: [range[0], range[1]] },
    },
    cursor: { drag: { x: !isNamed, y: false } },
    axes: [
      {
        ...axis,
        space: isNamed ? 30 : 90,
        size: isNamed ? 44 : 30,
        ...(isNamed ? { splits: () => [...plot.x], grid: { show: false } } : {}),
        values: (_, splits) => splits.map((split) => labelAt(plot, split)),
      },
      { ...axis, size: 62, values: (_, splits) => splits.map(write) },
    ],
    series: [
      {
        label: 'at',
        value: (_, read: number | null) => (read === null ? '–' : labelAt(plot, read).replace('\n', ', ')),
      },
      ...lines.flatMap(seriesOf),
    ],
    hooks: { draw: [(drawn) => drawMarks(drawn, plot)] },
  };
}

/** Where changes began and were found, and the broken line across. */
function drawMarks(drawn: uPlot, { began, found, level }: Plot): void {
  const { ctx, bbox } = drawn;
  const { left, top, width, height } = bbox;
  const stroke = (colour: string, dash: number[], from: [number, number], to: [number, number]): void => {
    ctx.strokeStyle = colourOf(colour);
    ctx.lineWidth = 1.5 * devicePixelRatio;
    ctx.setLineDash(dash.map((length) => length * devicePixelRatio));
    ctx.beginPath();
    ctx.moveTo(...from);
    ctx.lineTo(...to);
    ctx.stroke();
  };
  ctx.save();
  ctx.beginPath();
  ctx.rect(left, top, width, height);
  ctx.clip();
  const upright = (colour: string, dash: number[], value: number): void => {
    const x = drawn.valToPos(value, 'x', true);
    stroke(colour, dash, [x, top], [x, top + height]);
  };
  for (const value of began) upright('accent', [], value);
  for (const value of found) upright('truth', [4, 3], value);
  if (level !== null) {
    const y = drawn.valToPos(level, 'y', true);
    stroke('ink', [4, 3], [left, y], [left + width, y]);
  }
  ctx.restore();
}

/** Draws a plot as wide as its place, and again whenever that is another width or the colours change. */
function place(host: HTMLElement, plot: Plot): void {
  const data = [
    plot.x,
    ...plot.lines.flatMap(({ values, lower }) => (lower === undefined ? [values] : [values, lower])),
  ] as unknown as uPlot.AlignedData;
  let drawn: uPlot | null = null;
  const draw = (): void => {
    drawn?.destroy();
    drawn = new Plotter(optionsOf(plot, host.clientWidth), data, host);
  };
  new ResizeObserver(() => {
    if (drawn === null) draw();
    else if (drawn.width !== host.clientWidth)
      drawn.setSize({ width: host.clientWidth, height: plot.height });
  }).observe(host);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', draw);
}

document.querySelectorAll<HTMLElement>('.plot').forEach((host, i) => place(host, plots[i]));
