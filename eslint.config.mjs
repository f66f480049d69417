import { builtinModules } from 'node:module';
import js from '@eslint/js';
import tseslint from 'typescript-eslint';

/** What a browser does not have, or what would make an answer depend on more than the readings. */
const OUTSIDE_WORLD = [
  ...['process', 'Buffer', 'console', 'require', 'module', 'exports', '__dirname', '__filename'],
  ...['global', 'globalThis', 'window', 'document', 'navigator', 'localStorage', 'performance', 'crypto'],
  ...['fetch', 'XMLHttpRequest', 'WebSocket', 'Worker'],
  ...['setTimeout', 'setInterval', 'setImmediate', 'clearTimeout', 'clearInterval', 'clearImmediate'],
  'queueMicrotask',
];
const NODE_RED = {
  group: ['**/nodes/**', 'node-red', 'node-red/*', '@node-red/*'],
  message: 'src runs without Node-RED.',
};
const READS_FILES = 'src runs in a browser; only src/cli reads files.';

export default tseslint.config(
  {
    ignores: [
      'dist/',
      'lib/',
      'resources/',
      '.demo/',
      '.cache/',
      'src/linalg/kernels.ts',
      'src/linalg/packed-kernels.ts',
      'src/adaptive/kernels/expert-calls.ts',
      'src/adaptive/kernels/sensor-state.ts',
    ],
  },
  js.configs.recommended,
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true } },
  },
  {
    files: ['src/**/*.ts'],
    rules: { 'no-restricted-imports': ['error', { patterns: [NODE_RED] }] },
  },
  {
    files: ['src/**/*.ts'],
    ignores: ['src/cli/**'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          paths: builtinModules.map((name) => ({ name, message: READS_FILES })),
          patterns: [NODE_RED, { group: ['node:*'], message: READS_FILES }],
        },
      ],
      'no-restricted-globals': ['error', ...OUTSIDE_WORLD],
      'no-restricted-properties': [
        'error',
        { object: 'Date', property: 'now', message: 'Times come in with the readings.' },
        { object: 'Math', property: 'random', message: 'Draw from src/random.ts, by a seed.' },
      ],
    },
  },
  {
    files: ['src/{adaptive,factor}/**/*.ts'],
    ignores: ['src/adaptive/state.ts', 'src/{adaptive,factor}/kernels/**'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector:
            'MemberExpression[computed=true]:matches([object.name=/^(m|sensor|filter)$/], [object.property.name="m"])',
          message: 'State has names: only state.ts and kernels index its vectors.',
        },
      ],
    },
  },
  {
    files: ['**/*.mjs'],
    languageOptions: { globals: { console: 'readonly', process: 'readonly', URL: 'readonly' } },
  },
);
