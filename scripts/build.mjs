// Emits the kernels, compiles everything into dist, and puts the editor's files beside the compiled nodes.
import { spawnSync } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const run = (script, ...args) => {
  const { status } = spawnSync(process.execPath, [script, ...args], { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
};

rmSync(`${root}dist`, { recursive: true, force: true });
run('scripts/emit-kernels.mjs');
run('scripts/emit-packed-kernels.mjs');
run(createRequire(import.meta.url).resolve('typescript/bin/tsc'), '-p', '.');
cpSync(`${root}nodes`, `${root}dist/nodes`, { recursive: true, filter: (file) => !file.endsWith('.ts') });
