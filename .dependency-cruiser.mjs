// Which file may import which. `npm run lint` runs it over src and nodes; imports of types count like any other.
// What a file may use without importing it (process, timers, ...) is in eslint.config.mjs.

/**
 * The folders of src, and which others each may import. Every folder may import the files that stand in src itself (errors,
 * options, arguments, random), which import no folder.
 */
const folders = {
  linalg: [],
  frame: [],
  snapshot: [],
  scale: [],
  dynamics: ['linalg'],
  filter: ['linalg', 'dynamics'],
  fit: ['filter', 'dynamics'],
  factor: ['linalg', 'scale'],
  adaptive: ['linalg', 'scale', 'filter', 'factor'],
  ensemble: ['filter', 'adaptive'],
  kinds: ['filter', 'ensemble'],
  impute: ['linalg', 'scale', 'kinds'],
  ahead: ['frame'],
  change: ['linalg', 'scale', 'dynamics', 'filter', 'factor'],
  stream: [
    'frame',
    'snapshot',
    'scale',
    'dynamics',
    'filter',
    'fit',
    'adaptive',
    'ensemble',
    'kinds',
    'impute',
    'ahead',
    'change',
  ],
  evaluate: ['scale', 'filter', 'frame', 'kinds', 'ensemble', 'stream'],
  cli: ['frame', 'scale', 'snapshot', 'kinds', 'impute', 'change', 'stream', 'evaluate'],
};
const names = Object.keys(folders).join('|');
const FILES_OF_SRC = '^src/[^/]+\\.ts$';
const ENTRY = '^src/index\\.ts$';

/** What Node-RED, npm and worker threads load by path: all other files are there because one of these leads to them. */
const LOADED_BY_PATH = [
  ENTRY,
  '^src/cli/psmf\\.ts$',
  '^nodes/psmf-[a-z]+\\.ts$',
  '^nodes/runtime/fit-worker\\.ts$',
  '^nodes/stores/[a-z]+-store\\.ts$',
];

const forbid = (name, comment, from, to, severity = 'error') => ({ name, comment, severity, from, to });

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    forbid('no-cycle', 'Files are to be read one after the other.', {}, { circular: true }),
    ...Object.entries(folders).map(([name, others]) =>
      forbid(
        `src-${name}`,
        `src/${name} imports only ${['files of src itself', ...others].join(', ')}: see the table of folders.`,
        { path: `^src/${name}/` },
        { path: '^src/', pathNot: [FILES_OF_SRC, `^src/(${[name, ...others].join('|')})/`] },
      ),
    ),
    forbid(
      'src-folder-unknown',
      'A folder of src has a line in the table of folders.',
      { path: '^src/[^/]+/', pathNot: `^src/(${names})/` },
      {},
    ),
    forbid(
      'src-base',
      'Files of src itself are what all folders build on, so they import none.',
      { path: FILES_OF_SRC, pathNot: ENTRY },
      { path: '^src/[^/]+/' },
    ),
    forbid(
      'src-entry',
      'The entry of the package is imported by no file of it, and leads to neither evaluation nor command line.',
      { path: ENTRY },
      { path: '^src/(evaluate|cli)/' },
    ),
    forbid('not-to-entry', 'Import the file that has it.', {}, { path: ENTRY }),
    forbid(
      'src-without-node-red',
      'src runs without Node-RED.',
      { path: '^src/' },
      { path: ['^nodes/', '(^|node_modules/)(@types/)?(node-red|@node-red)(/|-|__|$)'] },
    ),
    forbid(
      'src-without-built-ins',
      'src runs in a browser; only src/cli reads files.',
      { path: '^src/', pathNot: '^src/cli/' },
      { dependencyTypes: ['core'] },
    ),
    forbid(
      'nodes-runtime-last',
      'The runtime drives messages and state; they know nothing of it.',
      { path: '^nodes/(message|state|view)/' },
      { path: '^nodes/(runtime/|psmf-)' },
    ),
    forbid(
      'nodes-state-alone',
      'State is kept whatever the messages look like.',
      { path: '^nodes/state/' },
      { path: '^nodes/message/' },
    ),
    forbid(
      'nodes-not-to-development',
      'Benches, demo and tests are not in the package.',
      { path: '^(src|nodes)/' },
      { path: '^(bench|demo|test|scripts|dist)/' },
    ),
    forbid(
      'packages-in-dependencies',
      'What is imported at run time is installed with the package: it stands in dependencies.',
      { path: '^(src|nodes)/' },
      {
        dependencyTypes: ['npm-dev', 'npm-optional', 'npm-peer', 'npm-bundled', 'npm-no-pkg', 'npm-unknown'],
        dependencyTypesNot: ['type-only'],
      },
    ),
    forbid('resolvable', 'What is imported exists.', {}, { couldNotResolve: true }),
    forbid(
      'no-orphan',
      'A file that nothing imports does nothing.',
      { orphan: true, pathNot: LOADED_BY_PATH },
      {},
    ),
    forbid(
      'reachable',
      'A file of the package is there because the entry, the command or a node leads to it.',
      { path: LOADED_BY_PATH },
      { path: '^(src|nodes)/', pathNot: LOADED_BY_PATH, reachable: false },
    ),
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    // What runs in the editor's page, and in that of a report, are programs of their own, each compiled by its own tsconfig.json.
    exclude: { path: '^(nodes/view/editor|src/cli/report/browser)/' },
  },
};
