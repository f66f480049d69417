import type { ChangeRecord } from './change-record';
import type { Plot } from './browser/plot-data';
import { beyond, plotted, roomAround } from './plot';
import { robustRange } from './robust-range';
import type { ThinnedSeries } from './thinned-series';

/** Score at which a change is reported. */
const THRESHOLD = 1;

/** A sensor that the changes reached, with every change marked. */
export function plotSensor(record: ChangeRecord, series: ThinnedSeries): Plot {
  const { least, most } = edges(series);
  const range = robustRange([...least, ...most]);
  return plotOutline(record, series, 'readings', range, null);
}

/** The score of every row against the threshold; drawn whole, as its peaks are what the plot is for. */
export function plotScore(record: ChangeRecord): Plot {
  const { most } = edges(record.score);
  const highest = most.reduce((a, b) => (b > a ? b : a), THRESHOLD);
  return plotOutline(record, record.score, 'score', [0, highest], THRESHOLD);
}

/** Between the least and the greatest value of each stretch; one line where every stretch is a single row. */
function plotOutline(
  { listed, label }: ChangeRecord,
  series: ThinnedSeries,
  name: string,
  range: [number, number],
  level: number | null,
): Plot {
  const { rows, least, most } = edges(series);
  const isLine = least.every((value, i) => Object.is(value, most[i]));
  return {
    ...{ height: 190, x: rows, labels: rows.map((row) => label(Math.floor(row))), isNamed: false },
    ...{ range: roomAround(range), level },
    lines: [
      isLine
        ? { label: name, kind: 'line', colour: 'soft', values: plotted(most) }
        : { label: name, kind: 'area', colour: 'soft', values: plotted(most), lower: plotted(least) },
      ...beyond(range, least, most),
    ],
    began: listed.map(({ index }) => index),
    found: listed.map(({ detectedIndex }) => detectedIndex),
  };
}

function edges({ stretches }: ThinnedSeries): Record<'rows' | 'least' | 'most', number[]> {
  return {
    rows: stretches.map(({ row }) => row),
    least: stretches.map(({ least }) => least),
    most: stretches.map(({ most }) => most),
  };
}
