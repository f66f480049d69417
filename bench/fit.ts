import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startNodeRed } from '../demo/node-red';
import { readSwitches } from './command-line';
import { FitFlow, createFitFlow } from './fit/flow';
import { measureLatencies, quantile, type Latencies } from './fit/latency';
import { PASS_FORM, PASS_NODE } from './nodes/flow';
import { Progress } from './progress';
import { table } from './table';

const ROOT = resolve(__dirname, '..', '..');
const BAR = 2;
const SECONDS = 10;

/**
 * How long messages take through psmf-filter in a real Node-RED while a fit of 10 seconds runs in its thread, beside the 10
 * seconds before and the 10 seconds after. Exit code 1 where the bar is missed, 2 on wrong usage.
 */
async function main(args: readonly string[]): Promise<number> {
  const switches = readSwitches(args, ['quick', 'json']);
  if (typeof switches === 'string') {
    console.error(switches);
    return 2;
  }
  const seconds = switches.quick ? 2 : SECONDS;
  const userDir = mkdtempSync(join(tmpdir(), 'psmf-bench-'));
  mkdirSync(join(userDir, 'nodes'));
  writeFileSync(join(userDir, 'nodes', 'bench-pass.js'), PASS_NODE);
  writeFileSync(join(userDir, 'nodes', 'bench-pass.html'), PASS_FORM);
  writeFileSync(join(userDir, 'flows.json'), JSON.stringify(createFitFlow()));
  const red = await startNodeRed(userDir, ROOT, 0);
  const flow = new FitFlow();
  const progress = new Progress(4);
  const measure = async (what: string): Promise<Latencies> => {
    const latencies = await measureLatencies(flow, seconds);
    progress.advance(what);
    return latencies;
  };
  await measure('warm up');
  const before = await measure('idle');
  flow.startFit();
  const during = await measure('fitting');
  const isFitting = flow.isFitting;
  flow.stopFit();
  const after = await measure('idle again');
  progress.clear();
  await red.close();
  rmSync(userDir, { recursive: true, force: true });
  if (!isFitting) throw new Error('The fit came to its end before the messages did.');
  const results = summarise(before, during, after);
  console.log(switches.json ? JSON.stringify({ seconds, results }) : format(seconds, results));
  return results.every(({ ratio }) => ratio <= BAR) ? 0 : 1;
}

interface Result {
  readonly what: string;
  readonly idle: number;
  readonly fitting: number;
  readonly ratio: number;
}

/** p99 of messages and of the event loop; idle is both stretches without a fit. */
function summarise(before: Latencies, during: Latencies, after: Latencies): Result[] {
  return (['through', 'sinceDue'] as const).map((kind) => {
    const idle = quantile([...before[kind], ...after[kind]], 0.99);
    const fitting = quantile(during[kind], 0.99);
    const what = kind === 'through' ? 'from sending to arrival' : 'from when it was due to arrival';
    return { what, idle, fitting, ratio: fitting / idle };
  });
}

function format(seconds: number, results: readonly Result[]): string {
  const rows = results.map(({ what, idle, fitting, ratio }) => [
    ...[what, idle.toFixed(3), fitting.toFixed(3), ratio.toFixed(2), `<= ${BAR}`],
    ratio <= BAR ? 'pass' : 'MISSED',
  ]);
  const names = ['p99 of a message (ms)', 'idle', 'while fitting', 'ratio', 'bar', 'verdict'];
  return `A fit of ${seconds} s in a worker thread, 200 messages of 8 sensors a second through psmf-filter\n${table(names, rows)}`;
}

void main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error);
    process.exit(2);
  },
);
