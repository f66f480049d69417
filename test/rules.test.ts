import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ESLint } from 'eslint';
import tseslint from 'typescript-eslint';
import { ROOT } from './package-root';

/** A package in which every import is allowed. */
const sound: Readonly<Record<string, string>> = {
  'package.json': JSON.stringify({
    dependencies: { 'made-run': '1.0.0' },
    devDependencies: { 'made-dev': '1.0.0', 'node-red': '1.0.0' },
  }),
  'tsconfig.json': '{}',
  ...Object.fromEntries(
    ['made-run', 'made-dev', 'made-stray', 'node-red'].flatMap((name) => [
      [`node_modules/${name}/package.json`, JSON.stringify({ name, version: '1.0.0', main: 'index.js' })],
      [`node_modules/${name}/index.js`, 'module.exports = 1;'],
    ]),
  ),
  'src/index.ts': "export { x } from './filter/x';",
  'src/random.ts': 'export const random = 1;',
  'src/dynamics/x.ts': "import run from 'made-run';\nexport const x = run;\nexport type X = number;",
  'src/filter/x.ts':
    "import { random } from '../random';\nexport { x } from '../dynamics/x';\nexport { random };",
  'src/cli/psmf.ts':
    "import { readFileSync } from 'node:fs';\nexport { x } from './x';\nexport { readFileSync };",
  'src/cli/x.ts': "export { x } from '../evaluate/x';",
  'src/evaluate/x.ts': "export { x } from '../filter/x';",
  'nodes/psmf-made.ts':
    "import type { Node } from 'node-red';\nexport { x } from './runtime/x';\nexport type N = Node;",
  'nodes/runtime/x.ts': "export { x } from '../message/x';\nexport type X = 1;",
  'nodes/message/x.ts': "export { x } from '../../src/filter/x';",
  'bench/x.ts': 'export const x = 1;',
};

/** Files that break a rule each, as [rule, file, text]. */
const broken: readonly (readonly [string, string, string])[] = [
  ['no-cycle', 'src/filter/a.ts', "import type { B } from './b';\nexport type A = B[];"],
  ['reachable', 'src/filter/b.ts', "import type { A } from './a';\nexport type B = A | null;"],
  ['src-linalg', 'src/linalg/up.ts', "import type { X } from '../dynamics/x';\nexport type Y = X;"],
  ['src-filter', 'src/filter/up.ts', "export { x } from '../cli/x';"],
  ['src-folder-unknown', 'src/shed/a.ts', "export { x } from '../dynamics/x';"],
  ['src-base', 'src/base.ts', "export { x } from './dynamics/x';"],
  ['src-entry', 'src/index.ts', "export { x } from './evaluate/x';"],
  ['not-to-entry', 'src/scale/entry.ts', "export { x } from '..';"],
  [
    'src-without-node-red',
    'src/scale/red.ts',
    "import type { Node } from 'node-red';\nexport type N = Node;",
  ],
  ['src-without-node-red', 'src/scale/node.ts', "export { x } from '../../nodes/message/x';"],
  ['src-without-built-ins', 'src/scale/file.ts', "export { readFileSync } from 'node:fs';"],
  ['src-without-built-ins', 'src/scale/late.ts', "export const load = () => import('path');"],
  ['nodes-runtime-last', 'nodes/message/up.ts', "import type { X } from '../runtime/x';\nexport type Y = X;"],
  ['nodes-runtime-last', 'nodes/state/up.ts', "export { x } from '../runtime/x';"],
  ['nodes-state-alone', 'nodes/state/side.ts', "export { x } from '../message/x';"],
  ['nodes-not-to-development', 'nodes/runtime/bench.ts', "export { x } from '../../bench/x';"],
  ['packages-in-dependencies', 'nodes/runtime/dev.ts', "export { default } from 'made-dev';"],
  ['packages-in-dependencies', 'nodes/runtime/stray.ts', "export const stray = require('made-stray');"],
  ['resolvable', 'nodes/runtime/gone.ts', "export { x } from './nowhere';"],
  ['no-orphan', 'src/scale/orphan.ts', 'export const x = 1;'],
  ['reachable', 'src/scale/unused.ts', "export { random } from '../random';"],
];

describe('rules of imports', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'psmf-rules-'));
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('allow what the package does', () => {
    writeFiles(folder, sound);
    assert.deepEqual(cruise(folder), []);
  });

  it('can each fail', () => {
    writeFiles(folder, Object.fromEntries(broken.map(([, file, text]) => [file, text])));
    const found = cruise(folder);
    const missed = broken.filter(([rule, file]) => !found.includes(`${rule}: ${file}`));
    assert.deepEqual(missed, [], found.join('\n'));
  });
});

function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  }
}

/** What is found in a package, each as "rule: file". */
function cruise(folder: string): string[] {
  const program = `${ROOT}/node_modules/dependency-cruiser/bin/dependency-cruise.mjs`;
  const args = ['--config', `${ROOT}/.dependency-cruiser.mjs`, '--output-type', 'json', 'src', 'nodes'];
  const { stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    cwd: folder,
    encoding: 'utf8',
  });
  assert.equal(stderr, '');
  const { summary } = JSON.parse(stdout) as {
    summary: { violations: readonly { rule: { name: string }; from: string; to: string }[] };
  };
  return summary.violations.map(
    ({ rule, from, to }) => `${rule.name}: ${rule.name === 'reachable' ? to : from}`,
  );
}

const SLOTS = 'no-restricted-syntax';

/** Of files of src: what may not be used without an import, and imports that ESLint finds as well, as [file, text, rule]. */
const impure: readonly (readonly [string, string, string])[] = [
  ['src/a.ts', 'process.exit(1);', 'no-restricted-globals'],
  ['src/a.ts', 'export const a = Buffer.from("x");', 'no-restricted-globals'],
  ['src/a.ts', 'export const a = { log: console };', 'no-restricted-globals'],
  ['src/a.ts', 'void fetch("x");', 'no-restricted-globals'],
  ['src/a.ts', 'setTimeout(() => {}, 1);', 'no-restricted-globals'],
  ['src/a.ts', 'export const a = globalThis;', 'no-restricted-globals'],
  ['src/a.ts', 'export const a = Math.random();', 'no-restricted-properties'],
  ['src/a.ts', 'export const a = Date.now();', 'no-restricted-properties'],
  ['src/filter/a.ts', "import type { x } from 'events';", 'no-restricted-imports'],
  ['src/filter/a.ts', "export * from 'node:fs/promises';", 'no-restricted-imports'],
  ['src/cli/a.ts', "import type { Node } from 'node-red';", 'no-restricted-imports'],
  ['src/cli/a.ts', "export * from '../../nodes/message/x';", 'no-restricted-imports'],
  ['src/adaptive/a.ts', 'export const a = (m: Float64Array, at: number): number => m[at + 1];', SLOTS],
  ['src/factor/a.ts', 'export const a = (filter: { m: number[] }): number => filter.m[0];', SLOTS],
];
const pure: readonly (readonly [string, string])[] = [
  ['src/a.ts', "import { Matrix } from 'ml-matrix';\nexport { x } from './stream/b';\nexport { Matrix };"],
  ['src/a.ts', 'const a = { process: 1 };\nexport const b = a.process;'],
  ['src/cli/a.ts', "import { readFileSync } from 'node:fs';\nconsole.log(readFileSync, process.argv);"],
  ['src/factor/kernels/a.ts', 'export const a = (m: Float64Array, at: number): number => m[at + 1];'],
  ['nodes/a.ts', "import type { Node } from 'node-red';\nexport type N = Node;\nsetTimeout(() => {}, 1);"],
];

describe('rules of what src may use', () => {
  const eslint = new ESLint({
    cwd: ROOT,
    overrideConfig: [
      { files: ['**/*.ts'], ...tseslint.configs.disableTypeChecked },
      { files: ['**/*.ts'], languageOptions: { parserOptions: { projectService: false } } },
    ],
  });
  const rulesBrokenBy = async (file: string, text: string): Promise<(string | null)[]> => {
    const [{ messages }] = await eslint.lintText(text, { filePath: path.join(ROOT, file) });
    return messages.map(({ ruleId }) => ruleId);
  };

  for (const [file, text, rule] of impure) {
    it(`object to ${JSON.stringify(text)} in ${file}`, async () => {
      assert.ok((await rulesBrokenBy(file, text)).includes(rule));
    });
  }
  for (const [file, text] of pure) {
    it(`do not object to ${JSON.stringify(text)} in ${file}`, async () => {
      assert.deepEqual(await rulesBrokenBy(file, text), []);
    });
  }
});
