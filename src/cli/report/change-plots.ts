import type { ChangeRecord, ListedChange } from './change-record';
import { plotArea } from './plot-area';
import { clipMarks, robustRange } from './robust-range';
import { bandPath, bottomLabels, escape, gridLines, linearScale, ticks, within, type Scale } from './svg';
import type { ThinnedSeries } from './thinned-series';

const AREA = plotArea(170, 40, 24);
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
  const values = stretches.flatMap((stretch) => [stretch.least, stretch.most]);
  // The score is drawn whole: its peaks are what the plot is for.
  const range = robustRange(values, levels.length > 0 ? [...levels, ...extremes(values)] : []);
  const [least, most] = range;
  const x = linearScale(0, record.rows - 1, AREA.left, AREA.right);
  const y = within(linearScale(least, most, AREA.bottom, AREA.top), range);
  const xs = stretches.map(({ row }) => x(row));
  const outline = bandPath(
    xs,
    stretches.map((stretch) => y(stretch.least)),
    stretches.map((stretch) => y(stretch.most)),
  );
  const threshold = levels
    .slice(-1)
    .map(
      (level) =>
        `<line class="promise" x1="${AREA.left}" x2="${AREA.right}" y1="${y(level)}" y2="${y(level)}"/>`,
    );
  const beyond = [stretches.map((stretch) => stretch.least), stretches.map((stretch) => stretch.most)];
  return `<figure><figcaption>${title}</figcaption>
<div class="scroll"><svg viewBox="0 0 ${AREA.width} ${AREA.height}" role="img" aria-label="${title} and the changes found">
${gridLines(ticks(least, most, 4), y, AREA.left, AREA.right)}${bottomLabels(ticks(0, record.rows - 1, 6), x, AREA.height - 6, record.label)}
${record.listed.map((change) => markChange(change, x)).join('')}
<path class="outline" d="${outline}"/>${threshold.join('')}${beyond.map((side) => clipMarks(xs, side, range, AREA)).join('')}
</svg></div></figure>`;
}

function extremes(values: readonly number[]): number[] {
  const known = values.filter(Number.isFinite);
  return known.length === 0
    ? []
    : [known.reduce((a, b) => Math.min(a, b)), known.reduce((a, b) => Math.max(a, b))];
}

/** From the row in which a change began to the row in which it was found. */
function markChange({ index, detectedIndex }: ListedChange, x: Scale): string {
  const [began, found] = [index, detectedIndex].map((row) => x(row).toFixed(1));
  const line = (kind: string, at: string): string =>
    `<line class="${kind}" x1="${at}" x2="${at}" y1="${AREA.top}" y2="${AREA.bottom}"/>`;
  return line('began', began) + line('found', found);
}
