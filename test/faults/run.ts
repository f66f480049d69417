import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from '../package-root';
import type { Fault } from './fault';
import { faults } from './faults';
import { formatDocument, formatTable, type Result } from './report';

type Outcome = Omit<Result, 'fault'>;

/** Results of full runs, as they come: one fault can be tried again without the others, and a run may be stopped. */
const KEPT = join(ROOT, '.cache', 'faults.json');

/** They take longest of those that compute, and begin first, so that no core is left without. */
const LONGEST = ['memory-attacks', 'fuzzing'];
/** Some take hundreds of MB. */
const MOST_WORKERS = 4;

const USAGE = `Usage: npm run test:faults -- [--full] [--only NAME]...\nFaults: ${faults.map(({ name }) => name).join(', ')}`;

/** Runs each fault in a process of its own and reports: first those that only compute, on all cores, then one after the other. */
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
  const chosen = faults.filter(
    ({ name, isFullOnly = false }) => only?.includes(name) ?? (full || !isFullOnly),
  );
  if (chosen.length === 0 || (only !== undefined && chosen.length < only.length)) {
    console.error(USAGE);
    return 2;
  }
  const results = new Map<Fault, Result>();
  const runAll = async (waiting: Fault[]): Promise<void> => {
    for (let fault = waiting.shift(); fault !== undefined; fault = waiting.shift()) {
      console.error(`${fault.name}: ${fault.title} ...`);
      const result = { fault, ...(await runInChild(fault.name, full)) };
      results.set(fault, result);
      const verdict = result.isKept ? 'held' : 'BROKEN';
      console.error(`${fault.name} ${verdict} (${result.seconds.toFixed(0)} s): ${result.figures}`);
      if (full) keep(result);
    }
  };
  const rankOf = ({ name }: Fault): number =>
    LONGEST.includes(name) ? LONGEST.indexOf(name) : LONGEST.length;
  const computations = chosen
    .filter(({ isComputation = false }) => isComputation)
    .sort((a, b) => rankOf(a) - rankOf(b));
  const workers = Math.min(MOST_WORKERS, availableParallelism());
  await Promise.all(Array.from({ length: workers }, () => runAll(computations)));
  await runAll(chosen.filter(({ isComputation = false }) => !isComputation));
  const inOrder = chosen.flatMap((fault) => results.get(fault) ?? []);
  console.log(formatTable(inOrder));
  return inOrder.every(({ isKept }) => isKept) ? 0 : 1;
}

/** Puts a result beside those of the other faults, and writes the document once there are all. */
function keep({ fault, ...outcome }: Result): void {
  const kept = existsSync(KEPT) ? (JSON.parse(readFileSync(KEPT, 'utf8')) as Record<string, Outcome>) : {};
  kept[fault.name] = outcome;
  mkdirSync(dirname(KEPT), { recursive: true });
  writeFileSync(KEPT, JSON.stringify(kept, null, 2));
  const missing = faults.filter(({ name }) => !Object.hasOwn(kept, name));
  if (missing.length > 0)
    return console.error(`docs/reliability.md waits for ${missing.map(({ name }) => name).join(', ')}.`);
  const all = faults.map((each) => ({ fault: each, ...kept[each.name] }));
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
