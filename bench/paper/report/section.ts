import type { Verdict } from '../../impute/bars';
import { markdownTable, table } from '../../table';

/** One experiment, for the terminal and for the page alike. */
export interface Section {
  readonly title: string;
  readonly text: readonly string[];
  readonly names?: readonly string[];
  readonly rows?: readonly (readonly string[])[];
  readonly verdicts: readonly Verdict[];
  /** Whether each row of the table says itself how it was judged. */
  readonly isJudgedInTable?: boolean;
  /** SVG by file name. */
  readonly plots: Readonly<Record<string, string>>;
}

const formatVerdict = ({ what, bar, measured }: Verdict): string => `${what}: ${measured} (${bar})`;
const markVerdict = (verdict: Verdict): string =>
  `${verdict.met ? 'pass' : 'miss'} ${formatVerdict(verdict)}`;

const listVerdicts = ({ verdicts, isJudgedInTable }: Section, before = ''): string[] =>
  isJudgedInTable || verdicts.length === 0
    ? []
    : [verdicts.map((verdict) => `${before}${markVerdict(verdict)}`).join('\n')];

/** The report for a terminal. */
export function formatSections(sections: readonly Section[]): string {
  return sections
    .map((section) => {
      const { title, text, names, rows } = section;
      const figures = names && rows ? [table(names, rows)] : [];
      return [title, ...text, ...figures, ...listVerdicts(section)].join('\n\n');
    })
    .join('\n\n\n');
}

/** The page of the documentation: bars that were missed first, then every experiment. */
export function writePage(sections: readonly Section[], command: string, node: string): string {
  const verdicts = sections.flatMap((section) => section.verdicts);
  const missed = verdicts.filter(({ met }) => !met);
  const parts = [
    "# The paper's experiments, printed from this repository",
    `Written by \`${command}\` (node ${node}). "paper" and "authors" are the figures of Akyildiz et al., Probabilistic sequential matrix factorization, and of their code; ours beside them come from our own data draws, masks and starts. An experiment that was stopped goes on where it was.`,
    `${verdicts.length - missed.length} of ${verdicts.length} bars reached.`,
    ...(missed.length > 0
      ? ['Missed:', missed.map((verdict) => `- ${formatVerdict(verdict)}`).join('\n')]
      : []),
    ...sections.flatMap((section) => {
      const { title, text, names, rows, plots } = section;
      return [
        ...[`## ${title}`, ...text],
        ...(names && rows ? [markdownTable(names, rows)] : []),
        ...listVerdicts(section, '- '),
        ...Object.keys(plots).map((file) => `![${title}](${file})`),
      ];
    }),
  ];
  return `${parts.join('\n\n')}\n`;
}
