import type { ConvergencePoint } from '../experiment-convergence';
import { quantile } from '../experiment-data';
import type { GpRun } from '../experiment-gp';
import { drawChart, rangeOf, type Line, type Panel } from './chart';

type Runs = readonly (readonly ConvergencePoint[])[];

/** Every draw, and their median; both axes logarithmic. */
export function plotConvergence(runs: Runs): string {
  const panels: Panel[] = [
    panelOf(runs, 'mean W2 to the optimal filter, by passes', ({ distance }) => distance),
    panelOf(runs, 'the same after aligning the scale of C', ({ aligned }) => aligned),
    panelOf(runs, 'error of C over the norm of the true C', ({ dictionary }) => dictionary),
  ];
  panels[0] = {
    ...panels[0],
    lines: [...panels[0].lines, { role: 'other', xs: [100, 1000], ys: [0.5, 0.12] }],
  };
  const legend = { data: 'each draw', ours: 'median', other: "the authors' one draw" };
  return drawChart('Convergence of iterative PSMF', panels, legend);
}

function panelOf(runs: Runs, title: string, read: (point: ConvergencePoint) => number): Panel {
  const passes = runs[0].map(({ pass }) => pass);
  const each = runs.map((points): Line => ({ role: 'data', xs: passes, ys: points.map(read) }));
  const middle = passes.map((_, i) =>
    quantile(
      each.map(({ ys }) => ys[i]),
      0.5,
    ),
  );
  const values = each.flatMap(({ ys }) => ys).filter((value) => value > 0);
  return {
    title,
    x: [Math.min(...passes), Math.max(...passes)],
    y: [quantile(values, 0.005), Math.max(...values)],
    logarithmic: 'both',
    lines: [...each, { role: 'ours', xs: passes, ys: middle }],
  };
}

/** Every third frame is enough for the eye. */
export function plotGpFeatures({ features, changes }: GpRun): string {
  const xs = features.map((_, t) => t).filter((t) => t % 3 === 0);
  const panels = features[0].map((_, i): Panel => {
    const ys = xs.map((t) => features[t][i]);
    const title = `feature ${i + 1}`;
    return {
      title,
      x: [0, features.length],
      y: rangeOf(ys),
      lines: [{ role: 'ours', xs, ys }],
      marks: changes,
    };
  });
  return drawChart('Matérn features and the true changes', panels, { ours: 'feature' }, 80);
}
