// Several mochas at once, each with a few files. Mocha's own parallel mode ends when a promise of Node-RED fails between two
// files, which a mocha by itself overlooks.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const mocha = createRequire(import.meta.url).resolve('mocha/bin/mocha.js');

/**
 * Runs mocha on each portion of files with its environment, in this order, so many at a time, and prints what each said and how long
 * it took when it is through; how many tests passed, and whether all did.
 */
export async function runMochas(portions, { workers = 1, args = [] }) {
  const waiting = [...portions];
  let passed = 0;
  let isGood = true;
  const run = async ({ files, env }) => {
    const start = Date.now();
    const child = spawn(process.execPath, [mocha, ...args, ...files], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...env },
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text));
    const [status] = await once(child, 'close');
    const count = Number(/(\d+) passing/.exec(said)?.[1] ?? 0);
    passed += count;
    isGood &&= status === 0;
    const seconds = ((Date.now() - start) / 1000).toFixed(0);
    console.log(`${files.join(' ')} (${seconds} s)${said.trimEnd()}\n`);
  };
  const work = async () => {
    for (let portion = waiting.shift(); portion !== undefined; portion = waiting.shift()) await run(portion);
  };
  await Promise.all(Array.from({ length: workers }, work));
  return { passed, isGood };
}
