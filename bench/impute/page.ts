import { markdownTable, table } from '../table';
import type { Verdict } from './bars';
import type { Section } from './section';

const formatVerdict = ({ what, bar, measured, met }: Verdict): string =>
  `${met ? 'pass' : 'miss'} ${what}: ${measured}${bar === '' ? '' : ` (${bar})`}`;

const summarise = (verdicts: readonly Verdict[]): string =>
  `${verdicts.filter(({ met }) => met).length} of ${verdicts.length} bars reached.`;

/** The report for a terminal. */
export function formatSections(sections: readonly Section[]): string {
  const all = sections.flatMap(({ verdicts }) => verdicts);
  return [
    ...sections.flatMap(({ title, text, names, rows, verdicts }) => [
      ...[title, '', ...text, ''],
      ...(names && rows ? [table(names, rows), ''] : []),
      ...verdicts.map(formatVerdict),
      '',
    ]),
    summarise(all),
  ].join('\n');
}

/** The same as a page of the documentation. Bars that were missed are listed by name; of the others only the number. */
export function writePage(sections: readonly Section[], command: string, node: string): string {
  const missed = sections.flatMap(({ verdicts }) => verdicts.filter(({ met }) => !met));
  const all = sections.flatMap(({ verdicts }) => verdicts);
  return (
    [
      '# How well gaps are filled',
      `Written by \`${command}\` (node ${node}).`,
      summarise(all),
      ...(missed.length > 0
        ? ['Missed:', missed.map((verdict) => `- ${formatVerdict(verdict).slice(5)}`).join('\n')]
        : []),
      ...sections.flatMap(({ title, text, names, rows, verdicts, plot }) => [
        `## ${title}`,
        ...text,
        ...(plot ? [`![${title}](imputation-${plot}.svg)`] : []),
        ...(names && rows ? [markdownTable(names, rows)] : []),
        ...(names || verdicts.length === 0 ? [] : [verdicts.map((v) => `- ${formatVerdict(v)}`).join('\n')]),
      ]),
      '',
    ]
      .join('\n\n')
      .trimEnd() + '\n'
  );
}
