import type { MethodName, Sensitivity } from '../../change';
import { plotScore, plotSensor } from './change-plots';
import type { ChangeRecord, ListedChange } from './change-record';
import { escape } from './html';
import { Plots, writePage, writeTable } from './page';

interface ChangesContent {
  readonly file: string;
  readonly method: MethodName;
  readonly sensitivity: Sensitivity;
  /** Why no change could be found at all; null where one could. */
  readonly warning: string | null;
  readonly record: ChangeRecord;
}

/** The page of `psmf changepoints --report`: the changes, then the sensors that showed most of them, then the score. */
export function writeChangesPage({ file, method, sensitivity, warning, record }: ChangesContent): string {
  const { rows, names, changes, shown } = record;
  const found = changes === 1 ? '1 change' : `${changes === 0 ? 'No' : changes} changes`;
  const plots = new Plots();
  const sensors = shown.map(({ name, series }) => plots.write(escape(name), plotSensor(record, series)));
  return writePage(
    `psmf changepoints ${file}`,
    `<p>${found} found in ${rows} rows of ${names.length} sensors, row by row (method ${method}, sensitivity ${sensitivity}).
Rows are counted from 0.${warning === null ? '' : ` ${escape(warning)}`}</p>
${writeChanges(record)}
<h2>Sensors</h2>
<p class="note">${names.length > shown.length ? `The ${shown.length} sensors that showed most of the changes, the most involved first.` : 'The most involved first.'} Drag over a plot to look closer, double-click to go back.</p>
<p class="legend"><span class="k-began">change began</span> <span class="k-found">found</span></p>
${sensors.join('\n')}
<h2>Score</h2>
<p class="note">Statistic / threshold: at 1, the broken line, a change is reported. 0 while the detector learns, at the start and after a change.</p>
${plots.write('score', plotScore(record))}`,
    plots,
  );
}

function writeChanges({ listed, changes }: ChangeRecord): string {
  if (listed.length === 0) return '';
  const hasTime = listed.some(({ time, detectedAt }) => time !== null || detectedAt !== null);
  const times = hasTime ? ['began at', 'found at'] : [];
  const more = changes - listed.length;
  return `<h2>Changes</h2>
${writeTable(
  ['change', 'began in row', 'found in row', ...times, 'delay', 'score', 'sensors'],
  listed.map((change, i) => writeRow(change, i + 1, hasTime)),
)}${more > 0 ? `\n<p class="note">And ${more} more, neither listed nor drawn: --json gives them all.</p>` : ''}`;
}

function writeRow(change: ListedChange, number: number, hasTime: boolean): string {
  const times = hasTime ? [change.time ?? '-', change.detectedAt ?? '-'] : [];
  const cells = [change.index, change.detectedIndex, ...times, change.delay, change.score.toFixed(2)];
  return `<tr><th scope="row">${number}</th>${cells.map((cell) => `<td>${escape(`${cell}`)}</td>`).join('')}<td class="what">${escape(change.sensors)}</td></tr>`;
}
