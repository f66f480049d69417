import { parseArgs } from 'node:util';

export interface CompareOptions {
  /** Whatever git takes for a commit. */
  readonly commit: string;
  readonly json: boolean;
  readonly quick: boolean;
}

const USAGE = 'npm run compare -- COMMIT [--json] [--quick]';

/** The options, or the one sentence that says what is wrong with them. */
export function readCompareOptions(args: readonly string[]): CompareOptions | string {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { json: { type: 'boolean' }, quick: { type: 'boolean' } },
      strict: true,
      allowPositionals: true,
    });
    if (positionals.length === 0)
      return `Which commit is the work tree to be compared with? Usage: ${USAGE}.`;
    if (positionals.length > 1)
      return `Expected one commit, got ${positionals.map((text) => JSON.stringify(text)).join(' and ')}. Usage: ${USAGE}.`;
    return { commit: positionals[0], json: values.json === true, quick: values.quick === true };
  } catch (error) {
    const what = /'(-[^' ]*|[^']*)/.exec(error instanceof Error ? error.message : '')?.[1] ?? args.join(' ');
    return `Cannot read ${JSON.stringify(what)}: the options are --json and --quick, neither takes a value. Usage: ${USAGE}.`;
  }
}
