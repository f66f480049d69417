// Writes src/linalg/packed-kernels.ts: the kernels of src/linalg/packed.ts, unrolled for each size up to MAX_SIZE.
//
// Why: a packed triangle addressed in loops costs more in counters and bounds checks than in arithmetic. Unrolled, each entry
// is loaded once and the sums live in local variables; a kernel that visits all rows loads its matrix once for all of them.
import { writeFileSync } from 'node:fs';

const MAX_SIZE = 11;

const range = (n) => Array.from({ length: n }, (_, i) => i);
const at = (base, i) => (i === 0 ? base : `${base} + ${i}`);
const entry = (i, j) => (i < j ? entry(j, i) : (i * (i + 1)) / 2 + j);
const entries = (n) => range((n * (n + 1)) / 2);
const load = (name, base, n, keyword = 'const') =>
  range(n).map((i) => `  ${keyword} ${name}${i} = m[${at(base, i)}];`);
const store = (name, base, n) => range(n).map((i) => `  m[${at(base, i)}] = ${name}${i};`);
const indent = (lines) => lines.map((line) => '  ' + line);
// Added in pairs: a chain of additions would wait for each other.
const tree = (terms) =>
  terms.length <= 2
    ? terms.join(' + ')
    : `(${tree(terms.slice(0, terms.length >> 1))}) + (${tree(terms.slice(terms.length >> 1))})`;
const dotOf = (n, a, b) => tree(range(n).map((i) => `${a}${i} * ${b}${i}`));
// y = A x from local variables.
const product = (n, y, x) =>
  range(n).map((i) => `  const ${y}${i} = ${tree(range(n).map((j) => `a${entry(i, j)} * ${x}${j}`))};`);
// x'A x from the entries of A as `a(k)` gives them.
const form = (n, a) => [
  ...range(n).map((i) => {
    const below = range(i).map((j) => `${a(entry(i, j))} * x${j}`);
    const diagonal = `${a(entry(i, i))} * x${i}`;
    return `  const y${i} = ${below.length === 0 ? diagonal : `${diagonal} + 2 * (${tree(below)})`};`;
  }),
];
const signature = (name, n, names) =>
  `function ${name}${n}(m: Float64Array, ${names.map((each) => `${each}: number`).join(', ')}): void {`;
const rowArguments = ['start', 'end', 'stride'];

const quadratic = (n) => [
  signature('quadratic', n, ['A', 'x', 'out']),
  ...load('x', 'x', n),
  ...form(n, (k) => `m[${at('A', k)}]`),
  `  m[out] = ${dotOf(n, 'x', 'y')};`,
  '}',
];

const dot = (n) => [
  signature('dot', n, ['a', 'b', 'out']),
  `  m[out] = ${tree(range(n).map((i) => `m[${at('a', i)}] * m[${at('b', i)}]`))};`,
  '}',
];

const addScaled = (n) => [
  signature('addScaled', n, ['x', 'factor', 'y', 'out']),
  '  const k = m[factor];',
  ...range(n).map((i) => `  m[${at('out', i)}] = m[${at('x', i)}] + k * m[${at('y', i)}];`),
  '}',
];

const regress = (n) => [
  signature('regress', n, ['c', 'A', 'x', 'noise', 'target', 'factor']),
  ...load('a', 'A', entries(n).length),
  ...load('x', 'x', n),
  ...product(n, 'v', 'x'),
  `  const inverse = 1 / (Math.max(${dotOf(n, 'x', 'v')}, 0) + m[noise]);`,
  '  const gain = m[target] * inverse;',
  ...range(n).map((i) => `  m[${at('c', i)}] += v${i} * gain;`),
  ...range(n).map((i) => `  const s${i} = v${i} * inverse;`),
  ...range(n).map((i) => `  const d${i} = a${entry(i, i)} - s${i} * v${i};`),
  `  if (${range(n)
    .map((i) => `d${i} < 0`)
    .join(' || ')}) {`,
  `    m.fill(0, A, A + ${entries(n).length});`,
  ...range(n).map((i) => `    m[${at('A', entry(i, i))}] = 1;`),
  '    return;',
  '  }',
  `  const k = ${tree(range(n).map((i) => `d${i}`))} < ${n} ? m[factor] : 1;`,
  ...range(n).flatMap((i) => [
    ...range(i).map((j) => `  m[${at('A', entry(i, j))}] = k * (a${entry(i, j)} - s${i} * v${j});`),
    `  m[${at('A', entry(i, i))}] = k * d${i};`,
  ]),
  '}',
];

const multiplyRows = (n) => [
  signature('multiplyRows', n, ['A', ...rowArguments, 'x', 'out']),
  ...load('a', 'A', entries(n).length),
  '  for (let row = start; row < end; row += stride) {',
  ...indent([
    ...load('x', 'row + x', n),
    ...product(n, 'y', 'x'),
    ...store('y', 'row + out', n),
    `  m[row + ${at('out', n)}] = ${dotOf(n, 'x', 'y')};`,
  ]),
  '  }',
  '}',
];

const quadraticRows = (n) => [
  signature('quadraticRows', n, ['A', ...rowArguments, 'x', 'out']),
  ...load('a', 'A', entries(n).length),
  '  for (let row = start; row < end; row += stride) {',
  ...indent([...load('x', 'row + x', n), ...form(n, (k) => `a${k}`)]),
  `    m[row + out] = ${dotOf(n, 'x', 'y')};`,
  '  }',
  '}',
];

const dotRows = (n) => [
  signature('dotRows', n, ['a', ...rowArguments, 'x', 'out']),
  ...load('a', 'a', n),
  '  for (let row = start; row < end; row += stride) {',
  `    m[row + out] = ${tree(range(n).map((i) => `a${i} * m[row + ${at('x', i)}]`))};`,
  '  }',
  '}',
];

const correctRows = (n) => [
  signature('correctRows', n, ['mu', 'A', ...rowArguments, 'c', 'observed', 'target', 'noise']),
  ...load('u', 'mu', n + 1, 'let'),
  ...load('a', 'A', entries(n).length, 'let'),
  '  for (let row = start; row < end; row += stride) {',
  '    if (m[row + observed] !== 1) continue;',
  ...indent([
    ...load('c', 'row + c', n + 1),
    ...product(n, 't', 'c'),
    `  const inverse = 1 / (Math.max(${dotOf(n, 'c', 't')}, 0) + m[row + noise]);`,
    `  const error = (m[row + target] - (${dotOf(n + 1, 'c', 'u')})) * inverse;`,
    ...range(n).flatMap((i) => [
      `  u${i} += t${i} * error;`,
      `  const s${i} = t${i} * inverse;`,
      ...range(i + 1).map((j) => `  a${entry(i, j)} -= s${i} * t${j};`),
    ]),
  ]),
  '  }',
  ...store('u', 'mu', n),
  ...store('a', 'A', entries(n).length),
  '}',
];

const kernels = {
  ...{ quadratic, dot, addScaled, regress },
  ...{ multiplyRows, quadraticRows, dotRows, correctRows },
};
const sizes = range(MAX_SIZE).map((i) => i + 1);
const source = [
  '// Written by scripts/emit-packed-kernels.mjs; not under version control. The meaning of each kernel: packed.ts.',
  "import type { PackedKernels } from './packed';",
  '',
  ...sizes.flatMap((n) => Object.values(kernels).flatMap((emit) => [...emit(n), ''])),
  '/** Entry n - 1 holds the kernels of size n. */',
  'export const unrolled: readonly PackedKernels[] = [',
  ...sizes.map((n) => {
    const fields = Object.keys(kernels).map((name) => `${name}: ${name}${n}`);
    return `  { ${fields.join(', ')} },`;
  }),
  '];',
  '',
];
writeFileSync(new URL('../src/linalg/packed-kernels.ts', import.meta.url), source.join('\n'));
