// Emits the kernels, compiles everything into dist, and puts the editor's files beside the compiled nodes and into resources. Comments stay out of
// the compiled code, which is minified, and out of the declarations, which are one file: a gateway
// downloads it all. Does nothing where dist is already what these sources give; remove dist to build anyway.
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { assembleEditor } from './assemble-editor.mjs';
import { assembleView } from './assemble-view.mjs';
import { bundleDeclarations } from './bundle-declarations.mjs';
import { isBuilt, markBuilt } from './fingerprint.mjs';
import { minifyFolders } from './minify.mjs';

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
for (const folder of ['dist', 'resources']) rmSync(`${root}${folder}`, { recursive: true, force: true });
run('scripts/emit-kernels.mjs');
run('scripts/emit-packed-kernels.mjs');
run('scripts/emit-expert-calls.mjs');
run('scripts/emit-sensor-state.mjs');
const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
run(tsc, '-p', '.');
run(tsc, '-p', 'tsconfig.types.json');
await bundleDeclarations(`${root}dist`, 'src/index.d.ts');
assembleEditor(`${root}nodes`, `${root}dist/nodes`);
run(tsc, '-p', 'nodes/view/editor');
run(tsc, '-p', 'src/cli/report/browser');
await minifyFolders([`${root}dist/src`, `${root}dist/nodes`, `${root}resources`]);
assembleView(`${root}nodes/view/editor`, `${root}resources`);
markBuilt(root);
