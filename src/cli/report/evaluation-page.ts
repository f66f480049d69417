import type { Evaluation } from '../../evaluate/evaluation';
import { methodNames, type MethodName } from '../../evaluate/methods';
import type { EvaluationResult } from '../evaluation-result';
import { writeTime } from '../csv/time';
import type { TimedTable } from '../read-table';
import { describePattern, writeScore, writeShare } from '../score-table';
import { writeVerdict } from '../verdict';
import { plotCoverage } from './coverage-plot';
import { ENOUGH, plotErrorByGap } from './gap-plot';
import { escape } from './html';
import { Plots, writePage, writeTable } from './page';
import { createRowLabel } from './row-labels';
import { plotSeries } from './series-plot';
import { writeSensorVerdict } from '../sensor-verdict';
import type { Recording, WindowRecorder } from './windows';

interface ReportContent {
  readonly result: EvaluationResult;
  readonly evaluation: Evaluation<MethodName>;
  readonly recorder: WindowRecorder;
  readonly file: string;
  readonly names: readonly string[];
  readonly table: TimedTable;
}

/** The page of `psmf evaluate --report`. */
export function writeEvaluationPage(content: ReportContent): string {
  const { result, evaluation, recorder, file, names, table } = content;
  const rows = Object.entries(result.methods).map(
    ([name, { nrmse, crps, coverage, n }]) =>
      `<tr class="m-${name}"><th scope="row">${name}</th><td>${writeScore(nrmse)}</td><td>${writeScore(crps)}</td><td>${writeShare(coverage)}</td><td>${n}</td><td class="what">${escape(methodNames[name as MethodName])}</td></tr>`,
  );
  const plots = new Plots();
  const windows = recorder.recordings.map((recording) =>
    writeWindow(plots, recording, names[recording.sensor], table),
  );
  return writePage(
    `psmf evaluate ${file}`,
    `<p>${result.rows} rows of ${result.sensors} sensors; ${result.hidden} known values hidden (${describePattern(result)}). Each method went
through the file once, row by row; what it gave for a hidden value is compared with the truth. Rows before 100 are not scored.</p>
<p>${escape(writeVerdict(result.methods).join(' '))}</p>
<ul>${result.perSensor.map((verdict) => `<li>${escape(writeSensorVerdict(verdict))}</li>`).join('\n')}</ul>
${writeTable(['method', 'nRMSE', 'CRPS', 'coverage', 'n', 'what it is'], rows)}
<p class="note">nRMSE and CRPS (error of the whole interval) in standard deviations of each sensor: 0 is perfect, 1 no better than its mean.
Coverage: share of hidden values inside the 95 % interval. n: hidden values with an estimate.</p>
<h2>Hidden values and what the adaptive model gave for them</h2>
<p class="note">Drag over a plot to look closer, double-click to go back; a press on a name below it hides that line.</p>
${windows.join('\n')}
<h2>Error by length of the gap</h2>
${plots.write('nRMSE by rows since the last reading', plotErrorByGap(evaluation))}
<p class="note">Below each length how many hidden values there are; from ${ENOUGH} on they are drawn, errors above 2 at 2.</p>
<h2>Coverage of the 95 % interval</h2>
${plots.write('Share of hidden values in the interval', plotCoverage(result.methods))}
<p class="note">The broken line: the 95 % promised.</p>`,
    plots,
  );
}

function writeWindow(plots: Plots, recording: Recording, name: string, { ms, style }: TimedTable): string {
  const { from, to } = recording;
  const ends = [ms[from], ms[to - 1]];
  const isTimed = style !== null && ends.every(Number.isFinite);
  const when = isTimed ? ` (${ends.map((end) => writeTime(end, style)).join(' to ')})` : '';
  const label = createRowLabel((row) => ms[row], from, to - 1, style);
  return plots.write(escape(`${name}, rows ${from} to ${to - 1}${when}`), plotSeries(recording, label));
}
