// Bundles what is shipped into `lib`: an entry for each file that somebody loads by its name, and what they share in a few files
// beside them: a gateway reads few files from its card at the start, and downloads less.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { rollup } from 'rollup';
import ts from 'typescript';

const TRANSPILE = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ES2022,
  removeComments: true,
};
/** Where a module lies, which the bundle moves: written as a call until the file is known that it ends up in. */
const FOLDER_OF = '__folderOf';
const FOLDER_CALL = new RegExp(`${FOLDER_OF}\\("([^"]*)"\\)`, 'g');

/** Compiles each module as it is read. `export =`, which has no counterpart among ECMAScript modules, becomes the default export. */
const typescript = (root) => ({
  name: 'typescript',
  resolveId(source, importer) {
    if (!source.startsWith('.') || importer === undefined) return null;
    const file = resolve(dirname(importer), source);
    return [`${file}.ts`, join(file, 'index.ts')].find((candidate) => existsSync(candidate)) ?? null;
  },
  load(id) {
    if (!id.endsWith('.ts')) return null;
    const source = readFileSync(id, 'utf8').replace(/^export = /m, 'export default ');
    const folder = relative(root, dirname(id)).replaceAll('\\', '/');
    const { outputText } = ts.transpileModule(source, { compilerOptions: TRANSPILE, fileName: id });
    return outputText.replaceAll('__dirname', `${FOLDER_OF}("${folder}")`);
  },
  renderChunk(code, { fileName }) {
    return code.replaceAll(FOLDER_CALL, (_, folder) => {
      const way = relative(dirname(fileName), folder).replaceAll('\\', '/');
      return `require("path").join(__dirname, "${way}")`;
    });
  },
});

/**
 * Packages and parts of Node.js that a node needs late or never, by the names that the bundler gives them: each is loaded where it is first
 * used. A Node-RED that has started and learned nothing does without.
 */
const LATE = {
  mlMatrix: 'ml-matrix',
  node_crypto: 'node:crypto',
  node_v8: 'node:v8',
  node_worker_threads: 'node:worker_threads',
};

const loadLate = {
  name: 'load-late',
  renderChunk(code) {
    return Object.entries(LATE).reduce((late, [name, source]) => {
      const eager = `const ${name} = require('${source}');`;
      if (!late.includes(eager)) return late;
      const uses = late.replace(eager, '');
      if (uses.match(new RegExp(`\\b${name}\\b(?!\\.)`)) !== null)
        throw new Error(`${source} is used as a whole, when it is loaded by what is used of it.`);
      return `${uses.replaceAll(`${name}.`, `(${name}()).`)}\nfunction ${name}() {\n  return require('${source}');\n}\n`;
    }, code);
  },
};

/** The line that says what runs a command. */
const hashbang = ({ facadeModuleId }) =>
  facadeModuleId === null ? '' : (/^#!.*/.exec(readFileSync(facadeModuleId, 'utf8'))?.[0] ?? '');

/** The emitted kernels stay in files of their own, which are minified in a way of their own. */
const keepKernels = (id) => /[\\/]linalg[\\/]((?:packed-)?kernels)\.ts$/.exec(id)?.[1];

export async function bundle(root, entries, target) {
  const bundled = await rollup({
    input: Object.fromEntries(entries.map((entry) => [entry, join(root, `${entry}.ts`)])),
    plugins: [typescript(root), loadLate],
    treeshake: { moduleSideEffects: 'no-external' },
    external: (id) => !/^[./]/.test(id),
    onwarn: (warning) => {
      throw new Error(warning.message);
    },
  });
  await bundled.write({
    dir: target,
    format: 'cjs',
    banner: hashbang,
    interop: 'auto',
    generatedCode: 'es2015',
    entryFileNames: '[name].js',
    chunkFileNames: 'shared/[name].js',
    manualChunks: keepKernels,
    hoistTransitiveImports: false,
  });
  await bundled.close();
}
