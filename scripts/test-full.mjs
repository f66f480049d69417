// The tests that take a browser: everything named *.full.ts, with the Node-RED of the development dependencies and with the
// newest one on its own Node.js, which are installed into .cache the first time.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { installNewest, NEWEST } from './newest-node-red.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const run = (program, args, options) => {
  const { status } = spawnSync(program, args, { cwd: root, stdio: 'inherit', ...options });
  if (status !== 0) process.exit(status ?? 1);
};

const mocha = createRequire(import.meta.url).resolve('mocha/bin/mocha.js');
const test = (env) =>
  run(process.execPath, [mocha, '--no-package', '--config', '.mocharc.full.json', ...process.argv.slice(2)], {
    env: { ...process.env, ...env },
  });

test({});
const { node, red } = installNewest();
test({ NODE_RED_DIR: red, NODE_BINARY: node, PSMF_ARTEFACTS: `${root}artefacts/${NEWEST.folder}` });
