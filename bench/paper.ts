import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compareRunTime, figures, listAll, tables, type Outcome } from './paper/experiments';
import { describeUsage, readPaperOptions, type PaperOptions } from './paper/options';
import { formatSections, writePage, type Section } from './paper/report/section';

const figureNames = Object.keys(figures);

/** Prints the paper's tables and figures; with --all also writes them to the documentation. Exit code 2 on wrong usage. */
async function main(args: readonly string[]): Promise<number> {
  const options = readPaperOptions(args, figureNames);
  if (typeof options === 'string') {
    console.error(`${options}\n\n${describeUsage(figureNames)}`);
    return 2;
  }
  const outcomes: Outcome[] = [];
  for (const run of listRuns(options)) {
    const outcome = await run();
    outcomes.push(outcome);
    if (!options.json) console.log(`${formatSections([outcome.section])}\n`);
  }
  if (options.json) console.log(JSON.stringify(outcomes.map(({ result }) => result)));
  if (options.all) {
    const places: Readonly<Record<string, string>> = { '--data': 'DIR', '--no2': 'FILE', '--gas': 'FILE' };
    const shown = args.map((arg, i) => places[args[i - 1]] ?? arg);
    const sections = outcomes.map(({ section }) => section);
    writeDocuments(options.out, sections, `npm run bench:paper -- ${shown.join(' ')}`);
  }
  return 0;
}

function listRuns(options: PaperOptions): (() => Outcome | Promise<Outcome>)[] {
  const { all, runTime, table, figure } = options;
  if (all) return listAll(options);
  if (runTime) return [() => compareRunTime(options)];
  return [() => (table === undefined ? figures[figure ?? ''] : tables[table])(options)];
}

function writeDocuments(directory: string, sections: readonly Section[], command: string): void {
  mkdirSync(directory, { recursive: true });
  const plots = sections.flatMap((section) => Object.entries(section.plots));
  for (const [file, svg] of plots) writeFileSync(join(directory, file), svg);
  writeFileSync(join(directory, 'paper.md'), writePage(sections, command, process.version));
}

main(process.argv.slice(2)).then(
  (code) => (process.exitCode = code),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 2;
  },
);
