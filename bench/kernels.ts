import { execFileSync } from 'node:child_process';
import os from 'node:os';
import path from 'node:path';
import { median } from '../src/scale/median';
import { readSwitches } from './command-line';
import { SECTIONS, type Task } from './kernels/tasks';
import { Progress } from './progress';
import { markdownTable } from './table';

const EFFORT = { warmUpMs: 200, roundMs: 20 };
const QUICK = { warmUpMs: 100, roundMs: 10 };
/** Pairs of processes, one with the kernel and one with its loop: each compiles the code in its own way. */
const PAIRS = 3;

const timeOf = (task: Task, isPlain: boolean): number =>
  Number(
    execFileSync(process.execPath, [
      path.join(__dirname, 'kernels/worker.js'),
      JSON.stringify([task, isPlain]),
    ]),
  );

/** How much longer a step takes with the loop, as a share of the step with the kernel. */
const worthOf = (task: Task, pairs: number): number =>
  median(Array.from({ length: pairs }, () => timeOf(task, false) / timeOf(task, true) - 1));

/** Prints what each emitted kernel is worth: how much longer a step, or a frame, takes with its loop. */
function main(args: readonly string[]): number {
  const switches = readSwitches(args, ['quick']);
  if (typeof switches === 'string') {
    console.error(switches);
    return 2;
  }
  const effort = switches.quick ? QUICK : EFFORT;
  const pairs = switches.quick ? 1 : PAIRS;
  const cells = SECTIONS.reduce((sum, { kernels, sizes }) => sum + kernels.length * sizes.length, 0);
  const progress = new Progress(cells);
  console.log(`With a loop in place of a kernel, sensors x rank: % longer than with the kernel
Node.js ${process.version}, ${process.platform} ${process.arch}, ${os.cpus().length} cores`);
  for (const { model, title, sizes, kernels } of SECTIONS) {
    const rows = kernels.map((loop) => [
      loop,
      ...sizes.map((size) => {
        progress.begin(`${loop} ${size.sensors} x ${size.rank}`);
        const worth = worthOf({ model, ...size, ...effort, loop }, pairs);
        progress.advance();
        return `${Math.round(100 * worth)}`;
      }),
    ]);
    progress.clear();
    const names = sizes.map(({ sensors, rank }) => `${sensors} x ${rank}`);
    console.log(`\n${title}\n\n${markdownTable(['kernel', ...names], rows)}`);
  }
  return 0;
}

process.exitCode = main(process.argv.slice(2));
