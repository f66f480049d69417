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
const types = { out: 'Scalar', observation: 'Observation', rows: 'readonly FactorRow[]' };
const signature = (name, n, names) =>
  `function ${name}${n}(m: Float64Array, ${names.map((each) => `${each}: ${types[each] ?? 'number'}`).join(', ')}): void {`;
const eachRow = [
  '  for (let j = 0; j < rows.length; j++) {',
  '    const row = rows[j];',
  '    const C = row.C;',
];

const quadratic = (n) => [
  signature('quadratic', n, ['A', 'x', 'out']),
  ...load('x', 'x', n),
  ...form(n, (k) => `m[${at('A', k)}]`),
  `  out.value = ${dotOf(n, 'x', 'y')};`,
  '}',
];

const dot = (n) => [
  signature('dot', n, ['a', 'b', 'out']),
  `  out.value = ${tree(range(n).map((i) => `m[${at('a', i)}] * m[${at('b', i)}]`))};`,
  '}',
];

const regress = (n) => [
  signature('regress', n, ['c', 'A', 'x', 'observation']),
  ...load('x', 'x', n),
  ...regressOn(n),
];

const regressLeftOut = (n) => [
  signature('regressLeftOut', n, ['c', 'A', 'x', n === 1 ? '_t' : 't', 'observation']),
  ...(n === 1 ? [] : ['  const share = observation.share;']),
  ...range(n - 1).map((i) => `  const x${i} = m[${at('x', i)}] + share * m[${at('t', i)}];`),
  `  const x${n - 1} = m[${at('x', n - 1)}];`,
  ...regressOn(n),
];

// A step of the regression from x in local variables.
const regressOn = (n) => [
  ...load('a', 'A', entries(n).length),
  ...product(n, 'v', 'x'),
  `  const inverse = 1 / (Math.max(${dotOf(n, 'x', 'v')}, 0) + observation.noise);`,
  '  const gain = observation.target * inverse;',
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
  `  const k = ${tree(range(n).map((i) => `d${i}`))} < ${n} ? observation.factor : 1;`,
  ...range(n).flatMap((i) => [
    ...range(i).map((j) => `  m[${at('A', entry(i, j))}] = k * (a${entry(i, j)} - s${i} * v${j});`),
    `  m[${at('A', entry(i, i))}] = k * d${i};`,
  ]),
  '}',
];

const project = (n) => [
  signature('project', n, ['mu', 'P', 'rows']),
  ...load('u', 'mu', n + 1),
  ...load('a', 'P', entries(n).length),
  ...eachRow,
  ...indent([...load('x', 'C', n + 1), ...form(n, (k) => `a${k}`)]),
  `    row.h = ${dotOf(n, 'x', 'y')};`,
  `    row.signal = ${dotOf(n + 1, 'u', 'x')};`,
  '  }',
  '}',
];

const projectFully = (n) => [
  signature('projectFully', n, ['mu', 'P', 'rows']),
  ...load('u', 'mu', n + 1),
  ...load('a', 'P', entries(n).length),
  ...eachRow,
  '    const t = row.t;',
  ...indent([...load('x', 'C', n + 1), ...product(n, 'y', 'x'), ...store('y', 't', n)]),
  `    row.h = ${dotOf(n, 'x', 'y')};`,
  `    row.signal = ${dotOf(n + 1, 'u', 'x')};`,
  '  }',
  '}',
];

const correct = (n) => [
  signature('correct', n, ['mu', 'P', 'rows']),
  ...load('u', 'mu', n + 1, 'let'),
  ...load('a', 'P', entries(n).length, 'let'),
  ...eachRow,
  '    if (row.corrects !== 1) continue;',
  ...indent([
    ...load('c', 'C', n + 1),
    ...product(n, 't', 'c'),
    `  const inverse = 1 / (Math.max(${dotOf(n, 'c', 't')}, 0) + row.effective);`,
    `  const error = (row.target - (${dotOf(n + 1, 'c', 'u')})) * inverse;`,
    ...range(n).flatMap((i) => [
      `  u${i} += t${i} * error;`,
      `  const s${i} = t${i} * inverse;`,
      ...range(i + 1).map((j) => `  a${entry(i, j)} -= s${i} * t${j};`),
    ]),
  ]),
  '  }',
  ...store('u', 'mu', n),
  ...store('a', 'P', entries(n).length),
  '}',
];

const kernels = {
  ...{ quadratic, dot, regress, regressLeftOut },
  ...{ project, projectFully, correct },
};
const sizes = range(MAX_SIZE).map((i) => i + 1);
const source = [
  '// Written by scripts/emit-packed-kernels.mjs; not under version control. The meaning of each kernel: packed.ts.',
  "import type { FactorRow, Observation, PackedKernels, Scalar } from './packed';",
  '',
  ...Object.values(kernels).flatMap((emit) => sizes.flatMap((n) => [...emit(n), ''])),
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
