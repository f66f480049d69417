import type { Plot } from './browser/plot-data';
import { INTERVAL_SD } from '../../scale/limits';
import { beyond, plotted, roomAround } from './plot';
import { robustRange } from './robust-range';
import type { RowLabel } from './row-labels';
import type { Recording } from './windows';

/** One sensor: what was seen, what was hidden, and what the model gave for it with its 95 % interval. */
export function plotSeries({ from, seen, truth, mean, sd }: Recording, label: RowLabel): Plot {
  const lower = Array.from(mean, (value, k) => value - INTERVAL_SD * sd[k]);
  const upper = Array.from(mean, (value, k) => value + INTERVAL_SD * sd[k]);
  const range = robustRange([...seen, ...truth, ...mean, ...lower, ...upper]);
  const x = Array.from(seen, (_, k) => from + k);
  return {
    ...{ height: 240, x, labels: x.map(label), isNamed: false, range: roomAround(range) },
    ...{ level: null, began: [], found: [] },
    lines: [
      {
        ...{ label: '95 % interval', kind: 'area', colour: 'accent' },
        values: plotted(upper),
        lower: plotted(lower),
      },
      { label: 'seen', kind: 'line', colour: 'soft', values: plotted(seen) },
      { label: 'estimate', kind: 'line', colour: 'accent', width: 2, values: plotted(mean) },
      { label: 'hidden', kind: 'dots', colour: 'truth', width: 4, values: plotted(truth) },
      ...beyond(range, seen, truth),
    ],
  };
}
