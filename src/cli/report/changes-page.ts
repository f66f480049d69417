import type { MethodName, Sensitivity } from '../../change';
import { plotScore, plotSensors } from './change-plots';
import type { ChangeRecord, ListedChange } from './change-record';
import { writePage, writeTable } from './page';
import { escape } from './svg';

export interface ChangesContent {
  readonly file: string;
  readonly method: MethodName;
  readonly sensitivity: Sensitivity;
  /** Why no change could be found at all; null where one could. */
  readonly warning: string | null;
  readonly record: ChangeRecord;
}

/** The page of `psmf changepoints --report`. */
export function writeChangesPage({ file, method, sensitivity, warning, record }: ChangesContent): string {
  const { rows, names, changes } = record;
  const found = changes === 1 ? '1 change' : `${changes === 0 ? 'No' : changes} changes`;
  return writePage(
    `psmf changepoints ${file}`,
    `<p>${found} found in ${rows} rows of ${names.length} sensors, row by row (method ${method}, sensitivity ${sensitivity}).
Rows are counted from 0.${warning === null ? '' : ` ${escape(warning)}`}</p>
<h2>Sensors</h2>
${names.length > record.shown.length ? `<p class="note">The ${record.shown.length} sensors that showed most of the changes.</p>` : ''}
<p class="legend"><span class="k-outline">readings</span> <span class="k-began">change began</span> <span class="k-found">found</span> <span class="k-clipped">beyond the plot</span></p>
${plotSensors(record)}
<h2>Score</h2>
<p class="note">Statistic / threshold: at 1, the broken line, a change is reported. 0 while the detector learns, at the start and after a change.</p>
${plotScore(record)}
${writeChanges(record)}`,
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
