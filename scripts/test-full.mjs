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

const { node, red } = installNewest();
const newest = {
  NODE_RED_DIR: red,
  NODE_BINARY: node,
  PSMF_ARTEFACTS: `${root}artefacts/${NEWEST.folder}`,
};
const portions = [
  ...all.map((file) => ({ files: [file], env: {} })),
  ...all.filter((file) => !WITHOUT_NEWEST.test(file)).map((file) => ({ files: [file], env: newest })),
];
const isAlone = ({ files: [file] }) => ALONE.test(file);
const args = ['--no-package', '--config', '.mocharc.full.json', ...process.argv.slice(2)];
const results = [
  await runMochas(
    portions.filter((portion) => !isAlone(portion)),
    { workers: WORKERS, args },
  ),
  await runMochas(portions.filter(isAlone), { args }),
];
process.exitCode = results.every(({ isGood }) => isGood) ? 0 : 1;
