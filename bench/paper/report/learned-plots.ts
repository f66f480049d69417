import type { BeijingResult } from '../experiment-beijing';
import type { SyntheticTrace } from '../experiment-synthetic';
import { drawChart, rangeOf, type Panel } from './chart';

const column = (rows: readonly (readonly number[])[], j: number): number[] => rows.map((row) => row[j]);
const count = (n: number, from = 0): number[] => Array.from({ length: n }, (_, k) => from + k);

export function plotSynthetic(label: string, { readings, estimates, observed }: SyntheticTrace): string {
  const xs = count(readings.length, 1);
  const panels = readings[0].map((_, j): Panel => {
    const [data, fit] = [column(readings, j), column(estimates, j)];
    return {
      title: `${label}, sensor ${j + 1}`,
      x: [0, readings.length],
      y: rangeOf(fit.slice(20)),
      lines: [
        { role: 'data', xs, ys: data, dots: true },
        { role: 'ours', xs, ys: fit },
      ],
      marks: [observed],
    };
  });
  return drawChart(label, panels, { data: 'readings', ours: 'predicted, then forecast' }, 110);
}

const SERIES = ['dew point', 'temperature', 'pressure'];

/** The first run: its random walk, and the best of its periodic starts. */
export function plotBeijing({ frames, fitted, runs }: BeijingResult): string {
  const [{ randomWalk, best }] = runs;
  const future = count(frames.length - fitted, fitted);
  const panels = SERIES.map((title, j): Panel => {
    const data = column(frames, j);
    return {
      title,
      x: [0, frames.length],
      y: rangeOf(data),
      lines: [
        { role: 'data', xs: count(frames.length), ys: data, dots: true },
        { role: 'other', xs: future, ys: column(randomWalk.path, j) },
        { role: 'ours', xs: future, ys: column(best.path, j) },
      ],
      marks: [fitted],
    };
  });
  const legend = { data: 'readings', other: 'forecast, random walk', ours: 'forecast, periodic' };
  return drawChart('Beijing: forecasts of a random walk and of a periodic subspace', panels, legend, 110);
}

/** Seeds in the order of their errors, beside the authors' quantiles. */
export function plotRecursive(ratios: readonly number[]): string {
  const sorted = [...ratios].sort((a, b) => a - b);
  const panel: Panel = {
    title: "forecast error over zero's, by per cent of the seeds",
    x: [0, 100],
    y: rangeOf(sorted, [0, 1.2]),
    lines: [
      { role: 'ours', xs: sorted.map((_, i) => (100 * i) / Math.max(1, sorted.length - 1)), ys: sorted },
      { role: 'paper', xs: [0, 10, 50, 90, 100], ys: [0.08, 0.22, 0.41, 0.83, 1.2] },
    ],
  };
  return drawChart('Recursive PSMF: errors of the forecast', [panel], { ours: 'ours', paper: 'authors' });
}
