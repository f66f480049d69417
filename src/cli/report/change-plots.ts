import type { ChangeRecord, ListedChange } from './change-record';
import { plotArea } from './plot-area';
import { bandPath, bottomLabels, escape, gridLines, linearScale, ticks, type Scale } from './svg';
import type { ThinnedSeries } from './thinned-series';

const AREA = plotArea(170, 10, 24);
/** Score at which a change is reported. */
const THRESHOLD = 1;

/** The sensors that the changes reached, one below the other. */
export const plotSensors = (record: ChangeRecord): string =>
  record.shown.map(({ name, series }) => plot(record, series, escape(name), [])).join('\n');

/** The score of every row against the threshold. */
export const plotScore = (record: ChangeRecord): string =>
  plot(record, record.score, 'score', [0, THRESHOLD]);

/** One series with every change marked. `levels`: values that the plot must have room for; the last is drawn as a line. */
function plot(record: ChangeRecord, series: ThinnedSeries, title: string, levels: readonly number[]): string {
  const stretches = series.stretches;
  const values = [...levels, ...stretches.flatMap((stretch) => [stretch.least, stretch.most])];
  const [least, most] = rangeOf(values);
  const x = linearScale(0, record.rows - 1, AREA.left, AREA.right);
  const y = linearScale(least, most, AREA.bottom, AREA.top);
  const outline = bandPath(
    stretches.map(({ row }) => x(row)),
    stretches.map((stretch) => y(stretch.least)),
    stretches.map((stretch) => y(stretch.most)),
  );
  const threshold = levels
    .slice(-1)
    .map(
      (level) =>
        `<line class="promise" x1="${AREA.left}" x2="${AREA.right}" y1="${y(level)}" y2="${y(level)}"/>`,
    );
  return `<figure><figcaption>${title}</figcaption>
<svg viewBox="0 0 ${AREA.width} ${AREA.height}" role="img" aria-label="${title} and the changes found">
${gridLines(ticks(least, most, 4), y, AREA.left, AREA.right)}${bottomLabels(ticks(0, record.rows - 1, 6), x, AREA.height - 6)}
${record.listed.map((change) => markChange(change, x)).join('')}
<path class="outline" d="${outline}"/>${threshold.join('')}
</svg></figure>`;
}

/** Between what the finite values lie; from 0 to 1 where there is none. */
function rangeOf(values: readonly number[]): [number, number] {
  const finite = values.filter(Number.isFinite);
  if (finite.length === 0) return [0, 1];
  return [finite.reduce((a, b) => Math.min(a, b)), finite.reduce((a, b) => Math.max(a, b))];
}

/** From the row in which a change began to the row in which it was found. */
function markChange({ index, detectedIndex }: ListedChange, x: Scale): string {
  const [began, found] = [index, detectedIndex].map((row) => x(row).toFixed(1));
  const line = (kind: string, at: string): string =>
    `<line class="${kind}" x1="${at}" x2="${at}" y1="${AREA.top}" y2="${AREA.bottom}"/>`;
  return line('began', began) + line('found', found);
}
