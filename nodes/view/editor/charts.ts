import type uPlot from 'uplot';
import { mark, type Series } from './state.js';

/** uPlot, once its script is loaded. */
const plotter = (): typeof uPlot => (window as unknown as { uPlot: typeof uPlot }).uPlot;

type Column = (number | null)[];

/** The columns of a plot: where, read, stands in, bounds of what stands in or was expected, outliers. */
interface Columns {
  readonly read: Column;
  readonly filled: Column;
  readonly lower: Column;
  readonly upper: Column;
  readonly outliers: Column;
}

const finite = (value: number): number | null => (Number.isFinite(value) ? value : null);

/** `isWide`: the interval also where there is a reading. */
function columnsOf({ value, estimate, halfWidth, mark: marks }: Series, isWide: boolean): Columns {
  const columns: Columns = { read: [], filled: [], lower: [], upper: [], outliers: [] };
  for (let i = 0; i < value.length; i++) {
    const kind = marks[i] & mark.kinds;
    const isRead = kind === mark.observed;
    const isFilled = kind === mark.filled || kind === mark.uncertain;
    columns.read.push(isRead ? finite(value[i]) : null);
    // The line of what stands in begins at the last reading and ends at the next, so that it hangs together.
    const isNextFilled = isRead && (isGap(marks[i + 1]) || isGap(marks[i - 1]));
    columns.filled.push(isFilled || isNextFilled ? finite(value[i]) : null);
    const hasBounds = isFilled || isWide;
    columns.lower.push(hasBounds ? finite(estimate[i] - halfWidth[i]) : null);
    columns.upper.push(hasBounds ? finite(estimate[i] + halfWidth[i]) : null);
    columns.outliers.push(isRead && (marks[i] & mark.outlier) !== 0 ? finite(value[i]) : null);
  }
  return columns;
}

const isGap = (bits: number | undefined): boolean =>
  bits !== undefined && [mark.filled, mark.uncertain].includes((bits & mark.kinds) as 2 | 4);

/** The colours of the theme, as the style sheet has them. */
function coloursOf(host: HTMLElement) {
  const style = getComputedStyle(host);
  const of = (name: string): string => style.getPropertyValue(`--psmf-${name}`).trim();
  return {
    read: of('read'),
    filled: of('filled'),
    band: of('band'),
    outlier: of('outlier'),
    text: of('text'),
    grid: of('grid'),
  };
}

const line = (stroke: string, width: number, dash?: number[]): uPlot.Series => ({
  stroke,
  width,
  dash,
  spanGaps: false,
  points: { show: false },
});
const dots = (stroke: string, size: number): uPlot.Series => ({
  stroke,
  paths: () => null,
  points: { show: true, size, fill: stroke, width: 0 },
});

/** A line of the last frames, without axes. */
export class SparkLine {
  #plot: uPlot | null = null;

  constructor(readonly host: HTMLElement) {}

  draw(series: Series | null): void {
    if (series === null || series.value.length === 0) return this.close();
    const { read, filled, lower, upper, outliers } = columnsOf(series, false);
    const data: uPlot.AlignedData = [read.map((_, i) => i), upper, lower, filled, read, outliers];
    if (this.#plot === null) this.#plot = this.#create(data);
    else this.#plot.setData(data);
  }

  close(): void {
    this.#plot?.destroy();
    this.#plot = null;
  }

  #create(data: uPlot.AlignedData): uPlot {
    const colours = coloursOf(this.host);
    const options: uPlot.Options = {
      width: this.host.clientWidth || 84,
      height: this.host.clientHeight || 34,
      cursor: { show: false },
      select: { show: false, left: 0, top: 0, width: 0, height: 0 },
      legend: { show: false },
      axes: [{ show: false }, { show: false }],
      padding: [2, 2, 2, 2],
      scales: { x: { time: false } },
      bands: [{ series: [1, 2], fill: colours.band }],
      series: [
        {},
        line('transparent', 0),
        line('transparent', 0),
        line(colours.filled, 1.5),
        line(colours.read, 1.2),
        dots(colours.outlier, 4),
      ],
    };
    return new (plotter())(options, data, this.host);
  }
}

/** Local time of day of epoch seconds. */
const clockTime = (seconds: number, hasSeconds: boolean): string =>
  new Date(seconds * 1000).toTimeString().slice(0, hasSeconds ? 8 : 5);

/** What the large plot says of its lines. */
export interface PlotWords {
  readonly time: string;
  readonly read: string;
  readonly filled: string;
  readonly expected: string;
  readonly band: string;
}

/** The large plot of one sensor: axes, time, zoom by dragging, the interval, and what the others would have said. */
export class LargePlot {
  #plot: uPlot | null = null;
  #width = 0;

  constructor(
    readonly host: HTMLElement,
    readonly words: PlotWords,
    readonly format: (value: number | null) => string,
  ) {}

  draw(times: Float64Array, series: Series, changes: readonly number[]): void {
    const { read, filled, lower, upper, outliers } = columnsOf(series, true);
    const expected = Array.from(series.estimate, finite);
    // A frame may be answered after one that is newer; a plot goes from left to right.
    const order = [...times.keys()].sort((a, b) => times[a] - times[b]);
    const inOrder = (column: Column): Column => order.map((i) => column[i]);
    const seconds = order.map((i) => times[i] / 1000);
    const columns = [upper, lower, expected, filled, read, outliers].map(inOrder);
    const data: uPlot.AlignedData = [seconds, ...columns];
    this.#changes = changes;
    if (this.#plot === null || this.#width !== this.host.clientWidth) {
      this.close();
      this.#width = this.host.clientWidth;
      this.#plot = this.#create(data);
    } else this.#plot.setData(data, !this.#isZoomed);
  }

  close(): void {
    this.#plot?.destroy();
    this.#plot = null;
    this.#isZoomed = false;
  }

  #isZoomed = false;
  #changes: readonly number[] = [];

  #create(data: uPlot.AlignedData): uPlot {
    const colours = coloursOf(this.host);
    const axis: uPlot.Axis = {
      stroke: colours.text,
      grid: { stroke: colours.grid, width: 1 },
      ticks: { stroke: colours.grid, width: 1, size: 4 },
      font: '11px sans-serif',
    };
    const show: uPlot.Series['value'] = (_, value: number | null) => this.format(value);
    const named = (name: string, series: uPlot.Series): uPlot.Series => ({
      ...series,
      label: name,
      value: show,
    });
    const options: uPlot.Options = {
      width: this.#width || 320,
      height: 220,
      cursor: { drag: { x: true, y: false } },
      axes: [
        {
          ...axis,
          space: 60,
          size: 30,
          values: (_, splits, _axis, _space, step) => splits.map((at) => clockTime(at, step < 60)),
        },
        { ...axis, size: 58 },
      ],
      bands: [{ series: [1, 2], fill: colours.band }],
      series: [
        {
          label: this.words.time,
          value: (_, at: number | null) => (at === null ? '–' : clockTime(at, true)),
        },
        named(`${this.words.band} +`, line('transparent', 0)),
        named(`${this.words.band} −`, line('transparent', 0)),
        named(this.words.expected, line(colours.filled, 1, [3, 3])),
        named(this.words.filled, line(colours.filled, 2)),
        named(this.words.read, line(colours.read, 1.5)),
        { ...dots(colours.outlier, 6), show: true, label: '', value: () => '' },
      ],
      hooks: {
        setSelect: [() => (this.#isZoomed = true)],
        ready: [(plot) => plot.over.addEventListener('dblclick', () => (this.#isZoomed = false))],
        draw: [(plot) => this.#drawChanges(plot, colours.outlier)],
      },
      legend: { live: true },
      ms: 1e-3,
    };
    return new (plotter())(options, data, this.host);
  }

  /** A vertical line where a change was found. */
  #drawChanges(plot: uPlot, colour: string): void {
    const { ctx, bbox, scales } = plot;
    ctx.save();
    ctx.strokeStyle = colour;
    ctx.setLineDash([4, 4]);
    for (const time of this.#changes) {
      const at = time / 1000;
      if (at < (scales.x.min ?? 0) || at > (scales.x.max ?? 0)) continue;
      const x = plot.valToPos(at, 'x', true);
      ctx.beginPath();
      ctx.moveTo(x, bbox.top);
      ctx.lineTo(x, bbox.top + bbox.height);
      ctx.stroke();
    }
    ctx.restore();
  }
}
