// Every *.test.js, a few files to a mocha and a mocha to each core; then, without counting what they reach, those that start
// programs or watch V8 themselves. Names of folders of test choose among them; --coverage says what of src and nodes all but the
// last reached.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { runMochas } from './mocha-pool.mjs';

/** Run nodes in a Node-RED within the process, with timers, stores and threads. They wait long, and begin first. */
const WAITING = /^dist\/test\/(nodes|stores|state|devices)\//;
/** Start a Node-RED, a broker, npm or the demo; or, as walk.test.js, ask V8 themselves for what has run. */
const UNCOVERED = /^dist\/test\/(e2e\/|upgrade\/|demo\/|package\.test|nodes\/walk\.test)/;
/** Few enough that no worker is left with much to do when the others are through. */
const FILES_AT_A_TIME = 4;
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
const uncovered = files.filter((file) => UNCOVERED.test(file));
const waiting = files.filter((file) => WAITING.test(file) && !UNCOVERED.test(file));
const computing = files.filter((file) => !WAITING.test(file) && !UNCOVERED.test(file));

const inPortions = (some, size, env = {}) =>
  Array.from({ length: Math.ceil(some.length / size) }, (_, i) => ({
    files: some.slice(i * size, (i + 1) * size),
    env,
  }));

async function reportCoverage() {
  const c8 = createRequire(import.meta.url).resolve('c8/bin/c8.js');
  const report = spawn(process.execPath, [c8, 'report'], { cwd: root, stdio: 'inherit' });
  const [status] = await once(report, 'close');
  return status === 0;
}

if (isCovered) rmSync(coverage, { recursive: true, force: true });
const workers = Math.min(MOST_WORKERS, availableParallelism());
const args = ['--reporter', 'dot'];
const env = isCovered ? { NODE_V8_COVERAGE: coverage } : {};
const counted = await runMochas(
  [...inPortions(waiting, FILES_AT_A_TIME, env), ...inPortions(computing, FILES_AT_A_TIME, env)],
  { workers, args: isCovered ? [...args, '--timeout', COVERAGE_TIMEOUT_MS] : args },
);
const reported = isCovered ? reportCoverage() : true;
const others = await runMochas(inPortions(uncovered, 1), { workers, args });
const isGood = files.length > 0 && counted.isGood && others.isGood && (await reported);
const passed = counted.passed + others.passed;
console.log(`${passed} tests passed in ${files.length} files${isGood ? '' : '; others failed, see above'}`);
process.exitCode = isGood ? 0 : 1;
