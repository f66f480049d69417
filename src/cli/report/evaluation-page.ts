import type { Evaluation } from '../../evaluate/evaluation';
import { methodNames, type MethodName } from '../../evaluate/methods';
import type { EvaluationResult } from '../evaluate-command';
import { describePattern, writeScore, writeShare } from '../score-table';
import { plotCoverage } from './coverage-plot';
import { plotErrorByGap } from './gap-plot';
import { writePage, writeTable } from './page';
import { plotSeries } from './series-plot';
import { escape } from './svg';
import type { WindowRecorder } from './windows';

export interface ReportContent {
  readonly result: EvaluationResult;
  readonly evaluation: Evaluation<MethodName>;
  readonly recorder: WindowRecorder;
  readonly file: string;
  readonly names: readonly string[];
}

/** The page of `psmf evaluate --report`. */
export function writeEvaluationPage({ result, evaluation, recorder, file, names }: ReportContent): string {
  const rows = Object.entries(result.methods).map(
    ([name, { nrmse, crps, coverage, n }]) =>
      `<tr class="m-${name}"><th scope="row">${name}</th><td>${writeScore(nrmse)}</td><td>${writeScore(crps)}</td><td>${writeShare(coverage)}</td><td>${n}</td><td class="what">${escape(methodNames[name as MethodName])}</td></tr>`,
  );
  return writePage(
    `psmf evaluate ${file}`,
    `<p>${result.rows} rows of ${result.sensors} sensors; ${result.hidden} known values hidden (${describePattern(result)}). Each method went
through the file once, row by row; what it gave for a hidden value is compared with the truth. Rows before 100 are not scored.</p>
${writeTable(['method', 'nRMSE', 'CRPS', 'coverage', 'n', ''], rows)}
<p class="note">nRMSE and CRPS (error of the whole interval) in standard deviations of each sensor: 0 is perfect, 1 no better than its mean.</p>
<h2>Hidden values and what <i>adaptive</i> gave for them</h2>
<p class="legend"><span class="k-seen">seen</span> <span class="k-truth">hidden</span> <span class="k-estimate">estimate</span> <span class="k-band">95 % interval</span></p>
${recorder.recordings.map((recording) => plotSeries(recording, names[recording.sensor])).join('\n')}
<h2>Error by length of the gap</h2>
<p class="note">nRMSE; errors above 2 are drawn at 2.</p>
${plotErrorByGap(evaluation)}
<h2>Coverage of the 95 % interval</h2>
${plotCoverage(result.methods)}`,
  );
}
