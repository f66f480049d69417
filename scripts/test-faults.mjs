// Everything in test/faults, with the Node-RED of the development dependencies and with the newest one.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { installNewest } from './newest-node-red.mjs';

const { node, red } = installNewest();
const script = fileURLToPath(new URL('../dist/test/faults/run.js', import.meta.url));
const { status } = spawnSync(process.execPath, [script, ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: { ...process.env, NODE_RED_DIR: red, NODE_BINARY: node },
});
process.exitCode = status ?? 1;
