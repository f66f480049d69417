import { parseArgs } from 'node:util';

export interface CompareOptions {
  /** Whatever git takes for a commit. */
  readonly commit: string;
  /** A commit to take for the candidate; null for the work tree. */
  readonly candidate: string | null;
  readonly json: boolean;
  readonly quick: boolean;
  /** What is measured. */
  readonly sections: readonly SectionName[];
}

export const SECTION_NAMES = ['steps', 'models', 'nodes', 'loading', 'memory', 'package', 'sources'] as const;
export type SectionName = (typeof SECTION_NAMES)[number];

const USAGE = 'npm run compare -- COMMIT [CANDIDATE] [--json] [--quick] [--only SECTION]...';

/** The options, or the one sentence that says what is wrong with them. */
export function readCompareOptions(args: readonly string[]): CompareOptions | string {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: {
        json: { type: 'boolean' },
        quick: { type: 'boolean' },
        only: { type: 'string', multiple: true },
      },
      strict: true,
      allowPositionals: true,
    });
    if (positionals.length === 0)
      return `Which commit is the work tree to be compared with? Usage: ${USAGE}.`;
    if (positionals.length > 2)
      return `Expected one commit, or two, got ${positionals.map((text) => JSON.stringify(text)).join(' and ')}. Usage: ${USAGE}.`;
    const only = values.only ?? [];
    const unknown = only.find((name) => !SECTION_NAMES.some((known) => known === name));
    if (unknown !== undefined)
      return `Expected a section after --only, one of ${SECTION_NAMES.join(', ')}; got ${JSON.stringify(unknown)}. Usage: ${USAGE}.`;
    return {
      commit: positionals[0],
      candidate: positionals[1] ?? null,
      ...{ json: values.json === true, quick: values.quick === true },
      sections: SECTION_NAMES.filter((name) => only.length === 0 || only.includes(name)),
    };
  } catch (error) {
    const what = /'(-[^' ]*|[^']*)/.exec(error instanceof Error ? error.message : '')?.[1] ?? args.join(' ');
    return `Cannot read ${JSON.stringify(what)}: the options are --json and --quick, which take no value, and --only with a section. Usage: ${USAGE}.`;
  }
}
