import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readImputeOptions, USAGE } from './impute/options';
import { formatSections, writePage } from './impute/page';
import { plotAblation, plotErrors } from './impute/plots';
import { measureImputation, type ImputeResults } from './impute/results';
import { writeSections } from './impute/sections';

/**
 * How well the default model fills gaps: on recordings, under damage, after events, over a long run, and at what cost.
 * Exit code 2 on wrong usage; a missed bar is a line of the report.
 */
async function main(args: readonly string[]): Promise<number> {
  const options = readImputeOptions(args);
  if (typeof options === 'string') {
    console.error(`${options}\n\n${USAGE}`);
    return 2;
  }
  const results = await measureImputation(options);
  const sections = writeSections(results);
  if (options.json) {
    const verdicts = sections.flatMap((section) => section.verdicts);
    console.log(JSON.stringify({ ...results, verdicts }));
  } else console.log(formatSections(sections));
  if (options.out !== null) {
    const command = `npm run bench:impute -- ${args.map((arg, i) => (args[i - 1] === '--data' ? 'DIR' : arg)).join(' ')}`;
    writeDocuments(options.out, results, writePage(sections, command, results.node));
  }
  return 0;
}

function writeDocuments(directory: string, { comparison, ablation }: ImputeResults, page: string): void {
  mkdirSync(directory, { recursive: true });
  const write = (name: string, text: string): void => writeFileSync(join(directory, name), text);
  write('imputation.md', page);
  if (comparison) write('imputation-errors.svg', plotErrors(comparison));
  if (ablation) write('imputation-ablation.svg', plotAblation(ablation));
}

void main(process.argv.slice(2)).then((code) => (process.exitCode = code));
