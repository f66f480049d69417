// The tests that take a browser, a broker or Redis: everything named *.full.ts, with the Node-RED of the development dependencies,
// and what depends on Node-RED with the newest one on its own Node.js too, which are installed into .cache the first time. Two
// files at a time, but for those that give a page two seconds to show something. Arguments go to mocha.
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runMochas } from './mocha-pool.mjs';
import { installNewest, NEWEST } from './newest-node-red.mjs';

/** Start no Node-RED but that of the development dependencies, or none. */
const WITHOUT_NEWEST = /^dist\/test\/(stores|e2e)\//;
const ALONE = /^dist\/test\/browser\/live-view/;
const WORKERS = 2;

const root = fileURLToPath(new URL('..', import.meta.url));
const all = readdirSync(`${root}dist/test`, { recursive: true })
  .map((file) => `dist/test/${file.replaceAll('\\', '/')}`)
  .filter((file) => file.endsWith('.full.js'))
  .sort();

async function test(files, env) {
  const args = ['--no-package', '--config', '.mocharc.full.json', ...process.argv.slice(2)];
  const portion = (some) => some.map((file) => [file]);
  const others = portion(files.filter((file) => !ALONE.test(file)));
  const alone = portion(files.filter((file) => ALONE.test(file)));
  const results = [
    await runMochas(others, { workers: WORKERS, args, env }),
    await runMochas(alone, { args, env }),
  ];
  if (results.some(({ isGood }) => !isGood)) process.exit(1);
}

await test(all, {});
const { node, red } = installNewest();
const artefacts = `${root}artefacts/${NEWEST.folder}`;
await test(
  all.filter((file) => !WITHOUT_NEWEST.test(file)),
  { NODE_RED_DIR: red, NODE_BINARY: node, PSMF_ARTEFACTS: artefacts },
);
