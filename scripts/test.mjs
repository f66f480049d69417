// Every *.test.js. Those that only compute go to mocha a few at a time, on every core; then those with nodes that wait for timers,
// and at last those that start programs, one after the other. Names of folders of test choose among them; --coverage says what of
// src and nodes all but the last reached.
import { spawnSync } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { runMochas } from './mocha-pool.mjs';

/** Run nodes in a Node-RED within the process, with timers, stores and threads. */
const WAITING = /^dist\/test\/(nodes|stores|state|devices)\//;
/** Start a Node-RED, a broker, npm or the demo; or, as walk.test.js, ask V8 themselves for what has run. */
const ALONE = /^dist\/test\/(e2e\/|upgrade\/|demo\/|package\.test|nodes\/walk\.test)/;
/** Few enough that no worker is left with much to do when the others are through. */
const FILES_AT_A_TIME = 6;
const MOST_WORKERS = 4;
/** Counting what runs takes time. */
const COVERAGE_TIMEOUT_MS = '120000';

const root = fileURLToPath(new URL('..', import.meta.url));
const isCovered = process.argv.includes('--coverage');
const chosen = process.argv.slice(2).filter((arg) => !arg.startsWith('--'));
const coverage = `${root}.cache/coverage`;

const files = readdirSync(`${root}dist/test`, { recursive: true })
  .map((file) => `dist/test/${file.replaceAll('\\', '/')}`)
  .filter((file) => file.endsWith('.test.js'))
  .filter((file) => chosen.length === 0 || chosen.some((folder) => file.startsWith(`dist/test/${folder}/`)))
  .sort();
const alone = files.filter((file) => ALONE.test(file));
const waiting = files.filter((file) => WAITING.test(file) && !ALONE.test(file));
const computing = files.filter((file) => !WAITING.test(file) && !ALONE.test(file));

const inPortions = (some) =>
  Array.from({ length: Math.ceil(some.length / FILES_AT_A_TIME) }, (_, i) =>
    some.slice(i * FILES_AT_A_TIME, (i + 1) * FILES_AT_A_TIME),
  );

if (isCovered) rmSync(coverage, { recursive: true, force: true });
const reporter = ['--reporter', 'dot'];
const covered = {
  args: isCovered ? [...reporter, '--timeout', COVERAGE_TIMEOUT_MS] : reporter,
  env: isCovered ? { NODE_V8_COVERAGE: coverage } : {},
};
const workers = Math.min(MOST_WORKERS, availableParallelism());
const results = [
  await runMochas(inPortions(computing), { workers, ...covered }),
  await runMochas(inPortions(waiting), covered),
];
let isGood = files.length > 0;
if (isCovered) {
  const c8 = createRequire(import.meta.url).resolve('c8/bin/c8.js');
  const { status } = spawnSync(process.execPath, [c8, 'report'], { cwd: root, stdio: 'inherit' });
  isGood = status === 0;
}
results.push(await runMochas(inPortions(alone), { args: reporter }));
isGood &&= results.every((result) => result.isGood);
const passed = results.reduce((sum, result) => sum + result.passed, 0);
console.log(`${passed} tests passed in ${files.length} files${isGood ? '' : '; others failed, see above'}`);
process.exitCode = isGood ? 0 : 1;
