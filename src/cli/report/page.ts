import type { Evaluation } from '../../evaluate/evaluation';
import { methodNames, type MethodName } from '../../evaluate/methods';
import type { EvaluationResult } from '../evaluate-command';
import { describePattern, writeScore, writeShare } from '../score-table';
import { plotCoverage } from './coverage-plot';
import { plotErrorByGap } from './gap-plot';
import { plotSeries } from './series-plot';
import { STYLE } from './style';
import { escape } from './svg';
import type { WindowRecorder } from './windows';

export interface ReportContent {
  readonly result: EvaluationResult;
  readonly evaluation: Evaluation<MethodName>;
  readonly recorder: WindowRecorder;
  readonly file: string;
  readonly names: readonly string[];
}

/** A page that needs nothing but itself: no script, no font, no picture from elsewhere. */
export function writeReport({ result, evaluation, recorder, file, names }: ReportContent): string {
  const title = `psmf evaluate ${escape(file)}`;
  const rows = Object.entries(result.methods).map(
    ([name, { nrmse, crps, coverage, n }]) =>
      `<tr class="m-${name}"><th scope="row">${name}</th><td>${writeScore(nrmse)}</td><td>${writeScore(crps)}</td><td>${writeShare(coverage)}</td><td>${n}</td><td class="what">${escape(methodNames[name as MethodName])}</td></tr>`,
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title><style>${STYLE}</style></head><body><main>
<h1>${title}</h1>
<p>${result.rows} rows of ${result.sensors} sensors; ${result.hidden} known values hidden (${describePattern(result)}). Each method went
through the file once, row by row; what it gave for a hidden value is compared with the truth. Rows before 100 are not scored.</p>
<table><thead><tr><th scope="col">method</th><th scope="col">nRMSE</th><th scope="col">CRPS</th><th scope="col">coverage</th><th scope="col">n</th><th scope="col"></th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody></table>
<p class="note">nRMSE and CRPS (error of the whole interval) in standard deviations of each sensor: 0 is perfect, 1 no better than its mean.</p>
<h2>Hidden values and what <i>adaptive</i> gave for them</h2>
<p class="legend"><span class="k-seen">seen</span> <span class="k-truth">hidden</span> <span class="k-estimate">estimate</span> <span class="k-band">95 % interval</span></p>
${recorder.recordings.map((recording) => plotSeries(recording, names[recording.sensor])).join('\n')}
<h2>Error by length of the gap</h2>
<p class="note">nRMSE; errors above 2 are drawn at 2.</p>
${plotErrorByGap(evaluation)}
<h2>Coverage of the 95 % interval</h2>
${plotCoverage(result.methods)}
</main></body></html>
`;
}
