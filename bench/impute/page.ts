import { table } from '../table';
import type { Verdict } from './bars';
import type { Section } from './sections';

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

/** Padded, so that the source reads as a table as well. The first column is text, as are those without a digit. */
function markdownTable(names: readonly string[], rows: readonly (readonly string[])[]): string {
  const isText = names.map((_, i) => i === 0 || rows.every((row) => !/\d$/.test(row[i])));
  const widths = names.map((name, i) => Math.max(3, name.trim().length, ...rows.map((row) => row[i].length)));
  const pad = (text: string, i: number): string =>
    isText[i] ? text.trim().padEnd(widths[i]) : text.trim().padStart(widths[i]);
  const rule = widths.map((width, i) => (isText[i] ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  return [names.map(pad), rule, ...rows.map((row) => row.map(pad))]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}
