import { methodNames, type MethodName } from '../evaluate/methods';
import type { MethodScore } from '../evaluate/score';
import type { EvaluationResult } from './evaluation-result';
import { writeSensorVerdict } from './sensor-verdict';
import { writeVerdict } from './verdict';

export const writeShare = (value: number | null): string =>
  value === null ? '-' : `${(100 * value).toFixed(1)} %`;

export const writeScore = (value: number | null): string =>
  value === null ? '-' : value < 1e6 ? value.toFixed(3) : value.toExponential(1);

const headings = ['method', 'nRMSE', 'CRPS', 'coverage', 'n', 'what it is'] as const;

const cellsOf = (name: string, score: MethodScore): string[] => [
  name,
  writeScore(score.nrmse),
  writeScore(score.crps),
  writeShare(score.coverage),
  `${score.n}`,
  methodNames[name as MethodName],
];

/** The result for a terminal. */
export function writeScoreTable(result: EvaluationResult): string {
  const rows = [
    [...headings],
    ...Object.entries(result.methods).map(([name, score]) => cellsOf(name, score)),
  ];
  const widths = headings.map((_, i) => Math.max(...rows.map((row) => row[i].length)));
  const isText = (i: number): boolean => i === 0 || i === headings.length - 1;
  const lines = rows.map((row) =>
    row
      .map((cell, i) => (isText(i) ? cell.padEnd(widths[i]) : cell.padStart(widths[i])))
      .join('  ')
      .trimEnd(),
  );
  return `${result.rows} rows of ${result.sensors} sensors; ${result.hidden} values hidden (${describePattern(result)})

${writeVerdict(result.methods).join('\n')}

${result.perSensor.map(writeSensorVerdict).join('\n')}

${lines.join('\n')}

nRMSE and CRPS (error of the whole interval) in standard deviations of each sensor: 0 is perfect, 1 no better than
its mean. Coverage: share of hidden values inside the 95 % interval. n: hidden values with an estimate.
`;
}

export const describePattern = ({ pattern, seed }: EvaluationResult): string =>
  pattern === 'mask' ? 'as the mask says' : `pattern ${pattern}, seed ${seed}`;
