// Writes src/linalg/packed-kernels.ts: the kernels of src/linalg/packed.ts, unrolled for each size up to MAX_SIZE.
//
// Why: a packed triangle addressed in loops costs more in counters than in arithmetic, and the product with a vector would
// store every entry twice. Unrolled, each entry is loaded once and the sums live in local variables.
import { writeFileSync } from 'node:fs';

const MAX_SIZE = 16;

const range = (n) => Array.from({ length: n }, (_, i) => i);
const at = (base, i) => (i === 0 ? base : `${base} + ${i}`);
const entry = (i, j) => (i < j ? entry(j, i) : (i * (i + 1)) / 2 + j);
const load = (name, base, n) => range(n).map((i) => `  const ${name}${i} = m[${at(base, i)}];`);
const loadTriangle = (n) => load('a', 'A', (n * (n + 1)) / 2);
// Added in pairs: a chain of additions would wait for each other.
const tree = (terms) =>
  terms.length <= 2
    ? terms.join(' + ')
    : `(${tree(terms.slice(0, terms.length >> 1))}) + (${tree(terms.slice(terms.length >> 1))})`;

const multiply = (n) => [
  `export function multiply${n}(m: Float64Array, A: number, x: number, out: number): void {`,
  ...loadTriangle(n),
  ...load('x', 'x', n),
  ...range(n).map((i) => `  const y${i} = ${tree(range(n).map((j) => `a${entry(i, j)} * x${j}`))};`),
  ...range(n).map((i) => `  m[${at('out', i)}] = y${i};`),
  `  m[${at('out', n)}] = ${tree(range(n).map((i) => `x${i} * y${i}`))};`,
  '}',
];

const quadratic = (n) => [
  `export function quadratic${n}(m: Float64Array, A: number, x: number, out: number): void {`,
  ...load('x', 'x', n),
  ...range(n).map((i) => {
    const below = range(i).map((j) => `m[${at('A', entry(i, j))}] * x${j}`);
    const diagonal = `m[${at('A', entry(i, i))}] * x${i}`;
    return `  const y${i} = ${below.length === 0 ? diagonal : `${diagonal} + 2 * (${tree(below)})`};`;
  }),
  `  m[out] = ${tree(range(n).map((i) => `x${i} * y${i}`))};`,
  '}',
];

const downdate = (n) => [
  `export function downdate${n}(m: Float64Array, A: number, v: number, divisor: number): void {`,
  '  const inverse = 1 / m[divisor];',
  ...load('v', 'v', n),
  ...range(n).flatMap((i) => [
    `  const s${i} = v${i} * inverse;`,
    ...range(i + 1).map((j) => `  m[${at('A', entry(i, j))}] -= s${i} * v${j};`),
  ]),
  '}',
];

const dot = (n) => [
  `export function dot${n}(m: Float64Array, a: number, b: number, out: number): void {`,
  `  m[out] = ${tree(range(n).map((i) => `m[${at('a', i)}] * m[${at('b', i)}]`))};`,
  '}',
];

const sizes = range(MAX_SIZE).map((i) => i + 1);
const source = [
  '// Written by scripts/emit-packed-kernels.mjs; not under version control. The meaning of each kernel: packed.ts.',
  "import type { PackedKernels } from './packed';",
  '',
  ...sizes.flatMap((n) => [multiply, quadratic, downdate, dot].flatMap((emit) => [...emit(n), ''])),
  '/** Entry n - 1 holds the kernels of size n. */',
  'export const unrolled: readonly PackedKernels[] = [',
  ...sizes.map(
    (n) => `  { multiply: multiply${n}, quadratic: quadratic${n}, downdate: downdate${n}, dot: dot${n} },`,
  ),
  '];',
  '',
];
writeFileSync(new URL('../src/linalg/packed-kernels.ts', import.meta.url), source.join('\n'));
