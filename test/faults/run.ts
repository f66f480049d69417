import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from '../package-root';
import { faults } from './faults';
import { formatDocument, formatTable, type Result } from './report';

type Outcome = Omit<Result, 'fault'>;

/** Results of full runs, so that one fault can be tried again without the others. */
const KEPT = join(ROOT, '.cache', 'faults.json');

const USAGE = `Usage: npm run test:faults -- [--full] [--only NAME]...\nFaults: ${faults.map(({ name }) => name).join(', ')}`;

/** Runs each fault in a process of its own, one after the other, and reports. */
async function main(args: readonly string[]): Promise<number> {
  const options = { full: { type: 'boolean' }, only: { type: 'string', multiple: true } } as const;
  let values: { full?: boolean; only?: string[] };
  try {
    ({ values } = parseArgs({ args: [...args], options }));
  } catch {
    console.error(USAGE);
    return 2;
  }
  const { full = false, only } = values;
  const chosen = faults.filter(({ name }) => only === undefined || only.includes(name));
  if (chosen.length === 0 || (only !== undefined && chosen.length < only.length)) {
    console.error(USAGE);
    return 2;
  }
  const results: Result[] = [];
  for (const fault of chosen) {
    console.error(`${fault.name}: ${fault.title} ...`);
    const result = { fault, ...(await runInChild(fault.name, full)) };
    results.push(result);
    console.error(`${result.isKept ? 'held' : 'BROKEN'} (${result.seconds.toFixed(0)} s): ${result.figures}`);
  }
  console.log(formatTable(results));
  if (full) report(results);
  return results.every(({ isKept }) => isKept) ? 0 : 1;
}

/** Puts the results beside those of the faults that were not chosen, and writes the document once there are all. */
function report(results: readonly Result[]): void {
  const kept = existsSync(KEPT) ? (JSON.parse(readFileSync(KEPT, 'utf8')) as Record<string, Outcome>) : {};
  for (const { fault, ...outcome } of results) kept[fault.name] = outcome;
  mkdirSync(dirname(KEPT), { recursive: true });
  writeFileSync(KEPT, JSON.stringify(kept, null, 2));
  const missing = faults.filter(({ name }) => !Object.hasOwn(kept, name));
  if (missing.length > 0)
    return console.error(`docs/reliability.md waits for ${missing.map(({ name }) => name).join(', ')}.`);
  const all = faults.map((fault) => ({ fault, ...kept[fault.name] }));
  writeFileSync(join(ROOT, 'docs', 'reliability.md'), formatDocument(all));
}

async function runInChild(name: string, isFull: boolean): Promise<Outcome> {
  const start = Date.now();
  const child = fork(join(__dirname, 'child.js'), [name, ...(isFull ? ['--full'] : [])], {
    execArgv: ['--expose-gc', '--enable-source-maps'],
  });
  let outcome: Omit<Outcome, 'seconds'> = { isKept: false, figures: 'the process ended' };
  child.on('message', (message) => (outcome = message as typeof outcome));
  await once(child, 'exit');
  return { ...outcome, seconds: (Date.now() - start) / 1000 };
}

void main(process.argv.slice(2)).then((code) => (process.exitCode = code));
