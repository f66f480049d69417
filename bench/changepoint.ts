import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { partNames, parts, readParts } from './changepoint/parts';
import { plotCost, plotDetected } from './changepoint/plots';
import { barsOf, markdown, methodsOf } from './changepoint/report';
import { join, keep, readKept, write, type Results } from './changepoint/results';

const USAGE = `Usage: npm run bench:changepoint -- [--data DIR] [--only NAMES] [--sets N] [--json] [--quick] [--out DIR]
       npm run bench:changepoint -- --page
  --data DIR    folder of the recordings, with skab/ and plants/; without it only the seeded streams run
  --only NAMES  run these parts only, separated by commas, and keep what is known of the others:
                ${partNames.join(', ')}
  --sets N      streams of each kind (20; with --quick 10)
  --page        run nothing: write the page from what was kept
  --json        print the figures as JSON instead of tables
  --quick       fewer streams, the default method and its cost alone, nothing written
  --out DIR     where changepoint.md, changepoint.json and the plots go (docs)
Each part is kept as soon as it is done: one that was interrupted can go on with --only and the names that are left.`;

const QUICK = 'costs,calibrated';

function main(): number {
  const { values } = parseArgs({
    options: {
      data: { type: 'string' },
      only: { type: 'string' },
      sets: { type: 'string' },
      out: { type: 'string', default: 'docs' },
      page: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      quick: { type: 'boolean', default: false },
    },
  });
  const { data, quick, out } = values;
  const sets = Number(values.sets ?? (quick ? 10 : 20));
  const names = readParts(values.only ?? (quick ? QUICK : undefined));
  if ('unknown' in names) throw new Error(`There is no part ${JSON.stringify(names.unknown)}.`);
  if (!Number.isInteger(sets) || sets < 1) throw new Error(`--sets: expected a count, got ${values.sets}.`);
  const file = path.join(out, 'changepoint.json');
  let results: Results = quick ? { methods: {} } : readKept(file);
  if (!quick) mkdirSync(out, { recursive: true });
  for (const name of values.page ? [] : names) {
    const before = process.cpuUsage().user;
    results = join(results, parts[name]({ data, sets, quick }));
    console.error(`${name}: ${((process.cpuUsage().user - before) / 1e6).toFixed(0)} s`);
    if (!quick) keep(file, results);
  }
  console.log(values.json ? write(results) : markdown(results));
  if (!quick) {
    writeFileSync(path.join(out, 'changepoint.md'), markdown(results));
    const methods = methodsOf(results);
    if (methods.length > 0) writeFileSync(path.join(out, 'changepoint-detected.svg'), plotDetected(methods));
    if (results.costs !== undefined)
      writeFileSync(path.join(out, 'changepoint-cost.svg'), plotCost(results.costs));
  }
  return barsOf(results).some(({ pass }) => pass === false) ? 1 : 0;
}

try {
  process.exitCode = main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  console.error(USAGE);
  process.exitCode = 2;
}
