import type { MethodScore } from '../../evaluate/score';
import type { Plot } from './browser/plot-data';
import { plotted } from './plot';

const PROMISED = 95;

/** Percent of hidden values inside the 95 % interval, a bar for each method that gives one. */
export function plotCoverage(methods: Readonly<Record<string, MethodScore>>): Plot {
  const bars = Object.entries(methods).flatMap(([name, { coverage, n }]) =>
    coverage === null ? [] : [{ name, coverage, n }],
  );
  return {
    ...{ height: 240, x: [...bars.keys()], isNamed: true, range: [0, 105], level: PROMISED },
    labels: bars.map(({ name, n }) => `${name}\n${n} values`),
    lines: [
      {
        ...{ label: '% of hidden values in the interval', kind: 'bars', colour: 'accent' },
        values: plotted(bars.map(({ coverage }) => 100 * coverage)),
      },
    ],
    ...{ began: [], found: [] },
  };
}
