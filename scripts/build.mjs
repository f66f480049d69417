// Emits the kernels, compiles everything into dist for tests and benchmarks, and makes what is shipped: lib, the core and the nodes
// in a few minified files with the editor's files beside them, and resources, what the editor loads when it needs it. Does nothing
// where dist is already what these sources give; remove dist to build anyway.
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { assembleEditor } from './assemble-editor.mjs';
import { assembleView } from './assemble-view.mjs';
import { bundle } from './bundle.mjs';
import { bundleDeclarations } from './bundle-declarations.mjs';
import { isBuilt, markBuilt } from './fingerprint.mjs';
import { minifyFolders } from './minify.mjs';

/** What is loaded by its name: by Node-RED, by who uses the core, from the command line, from settings.js, as a worker. */
const ENTRIES = [
  ...['src/index', 'src/cli/psmf', 'nodes/psmf-impute', 'nodes/psmf-filter', 'nodes/psmf-changepoint'],
  ...['nodes/stores/file-store', 'nodes/stores/redis-store', 'nodes/runtime/fit-worker'],
];
const root = fileURLToPath(new URL('..', import.meta.url));
const run = (script, ...args) => {
  const { status } = spawnSync(process.execPath, [script, ...args], { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
};

if (isBuilt(root)) {
  console.log('Built already: nothing has changed since.');
  process.exit(0);
}
console.log('Compiling; this takes up to a minute on a small machine.');
for (const folder of ['dist', 'lib', 'resources'])
  rmSync(`${root}${folder}`, { recursive: true, force: true });
run('scripts/emit-kernels.mjs');
run('scripts/emit-packed-kernels.mjs');
run('scripts/emit-expert-calls.mjs');
run('scripts/emit-sensor-state.mjs');
const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
run(tsc, '-p', '.');
run(tsc, '-p', 'tsconfig.types.json');
await bundle(root, ENTRIES, `${root}lib`);
await bundleDeclarations(`${root}dist`, `${root}lib`, 'src/index.d.ts');
for (const folder of ['dist', 'lib']) assembleEditor(`${root}nodes`, `${root}${folder}/nodes`);
run(tsc, '-p', 'nodes/view/editor');
run(tsc, '-p', 'src/cli/report/browser');
await minifyFolders([`${root}lib`, `${root}resources`]);
assembleView(`${root}nodes/view/editor`, `${root}resources`);
markBuilt(root);
