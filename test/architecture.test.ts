import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { findFaults, type Source } from './architecture/rules';
import { packageJson, ROOT } from './package-root';

const dependencies = Object.keys(packageJson.dependencies);

const readSources = (folder: string): Source[] =>
  readdirSync(`${ROOT}/${folder}`, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
    .map((path) => ({ path, text: readFileSync(`${ROOT}/${path}`, 'utf8') }));

describe('architecture', () => {
  const sources = [...readSources('src'), ...readSources('nodes')];

  it('looks at the whole of src and nodes', () => {
    assert.ok(sources.some(({ path }) => path === 'src/filter/psmf-filter.ts'));
    assert.ok(sources.some(({ path }) => path === 'nodes/psmf-filter.ts'));
  });

  for (const source of sources) {
    it(`holds in ${source.path}`, () => assert.deepEqual(findFaults(source, dependencies), []));
  }

  const bad: readonly (readonly [string, string, string])[] = [
    ['src/a.ts', '// for Node-RED', 'mentions Node-RED'],
    ['src/a.ts', "import type { Node } from 'node-red';", 'mentions Node-RED'],
    ['src/cli/a.ts', 'const a = "nodered";', 'mentions Node-RED'],
    ['src/a.ts', 'RED.log.info("x");', 'mentions RED'],
    ['src/a.ts', "import { x } from '../nodes/runtime/options';", 'imports ../nodes/runtime/options'],
    ['src/a.ts', "import { x } from 'node:fs';", 'imports the built-in node:fs'],
    ['src/a.ts', "import type { x } from 'events';", 'imports the built-in events'],
    ['src/a.ts', "export * from 'path';", 'imports the built-in path'],
    ['src/a.ts', "const a = await import('node:fs');", 'imports the built-in node:fs'],
    ['src/a.ts', "import fs = require('fs');", 'imports the built-in fs'],
    ['src/a.ts', 'process.exit(1);', 'uses process'],
    ['src/a.ts', 'const a = Buffer.from("x");', 'uses Buffer'],
    ['src/a.ts', 'export const a = [console];', 'uses console'],
    ['src/a.ts', 'export const a = { log: console };', 'uses console'],
    ['src/a.ts', 'void fetch("x");', 'uses fetch'],
    ['src/a.ts', "import x from 'lodash/get';", 'imports lodash/get, which is not among the dependencies'],
    ['nodes/a.ts', "import x from '@a/b/c';", 'imports @a/b/c, which is not among the dependencies'],
    ['nodes/a.ts', "const x = require('y');", 'imports y, which is not among the dependencies'],
  ];
  for (const [path, text, fault] of bad) {
    it(`would find that ${path} ${fault}: ${text.trim()}`, () => {
      assert.ok(findFaults({ path, text }, dependencies).includes(fault));
    });
  }

  const good: readonly (readonly [string, string])[] = [
    ['src/a.ts', "import { Matrix } from 'ml-matrix';\nimport { x } from './b';\nexport { x, Matrix };"],
    ['src/a.ts', 'const a = { process: 1 };\nexport const b = a.process;'],
    ['src/cli/a.ts', "import { readFileSync } from 'node:fs';\nconsole.log(readFileSync, process.argv);"],
    ['nodes/a.ts', "import type { Node } from 'node-red';\nimport { x } from '../src/b';\nRED.log(x);"],
  ];
  for (const [path, text] of good) {
    it(`would not object to ${JSON.stringify(text.trim())} in ${path}`, () => {
      assert.deepEqual(findFaults({ path, text }, dependencies), []);
    });
  }
});
