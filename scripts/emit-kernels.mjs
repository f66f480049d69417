// Writes src/linalg/kernels.ts: the row kernels of src/linalg/rows.ts, unrolled for each rank up to MAX_RANK.
//
// Why: the loops over the columns of a dictionary row are short (r is 1 to 16), so a plain nested loop spends
// more time on counters and bounds than on arithmetic. Unrolled, every Gram entry lives in a local variable,
// and two rows share one load and store of it.
import { writeFileSync } from 'node:fs';

const MAX_RANK = 16;

const range = (n) => Array.from({ length: n }, (_, i) => i);
const lowerTriangle = (r) => range(r).flatMap((i) => range(i + 1).map((j) => [i, j]));
const indent = (lines) => lines.map((line) => '    ' + line);
const at = (base, i) => (i === 0 ? base : `${base} + ${i}`);
const load = (name, base, r) => range(r).map((i) => `const ${name}${i} = m[${at(base, i)}];`);
const sum = (terms) => terms.join(' + ');

// y_j - c_j'g for every row; NaN where the reading is absent or absurd.
const residuals = (r) => [
  `export function residuals${r}(m: Float64Array, C: number, g: number, d: number, e: number, yPred: number, out: number): void {`,
  ...load('g', 'g', r).map((line) => '  ' + line),
  '  let count = 0;',
  '  let squares = 0;',
  `  for (let j = 0, c = C; j < d; j++, c += ${r}) {`,
  `    const predicted = ${sum(range(r).map((i) => `m[${at('c', i)}] * g${i}`))};`,
  '    const residual = m[e + j] - predicted;',
  '    const square = residual * residual;',
  '    m[yPred + j] = predicted;',
  '    if (square < MAX_SQUARE) {',
  '      m[e + j] = residual;',
  '      squares += square;',
  '      count++;',
  '    } else {',
  '      m[e + j] = NaN;',
  '    }',
  '  }',
  '  m[out] = count;',
  '  m[out + 1] = squares;',
  '}',
];

// The rows a and b of one turn of the loop, and what they add to G and h. `scale` weighs a row's second factor.
const gramTurn = (r, weighted) => [
  ...load('a', 'a', r),
  ...load('b', 'b', r),
  ...(weighted ? range(r).map((i) => `const wa${i} = wa * a${i};`) : []),
  ...(weighted ? range(r).map((i) => `const wb${i} = wb * b${i};`) : []),
  ...lowerTriangle(r).map(([i, j]) =>
    weighted
      ? `g${i}_${j} += a${i} * wa${j} + b${i} * wb${j};`
      : `g${i}_${j} += a${i} * a${j} + b${i} * b${j};`,
  ),
  ...range(r).map((i) =>
    weighted ? `h${i} += ea * wa${i} + eb * wb${i};` : `h${i} += ea * a${i} + eb * b${i};`,
  ),
];

// G = sum w_j c_j c_j' (lower triangle), h = sum w_j e_j c_j over the observed rows, two rows a turn.
const gram = (r, weighted) => [
  weighted
    ? `export function weightedGram${r}(m: Float64Array, C: number, e: number, w: number, d: number, zeros: number, G: number, h: number): void {`
    : `export function gram${r}(m: Float64Array, C: number, e: number, d: number, zeros: number, G: number, h: number): void {`,
  ...lowerTriangle(r).map(([i, j]) => `  let g${i}_${j} = 0;`),
  ...range(r).map((i) => `  let h${i} = 0;`),
  '  let j = 0;',
  '  for (;;) {',
  '    while (j < d && m[e + j] !== m[e + j]) j++;',
  '    if (j >= d) break;',
  `    const a = C + j * ${r};`,
  '    const ea = m[e + j];',
  ...(weighted ? ['    const wa = m[w + j];'] : []),
  '    j++;',
  '    while (j < d && m[e + j] !== m[e + j]) j++;',
  '    const paired = j < d;',
  `    const b = paired ? C + j * ${r} : zeros;`,
  '    const eb = paired ? m[e + j] : 0;',
  ...(weighted ? ['    const wb = paired ? m[w + j] : 0;'] : []),
  '    j++;',
  ...indent(gramTurn(r, weighted)),
  '  }',
  ...lowerTriangle(r).map(([i, j]) => `  m[${at('G', i * r + j)}] = g${i}_${j};`),
  ...range(r).map((i) => `  m[${at('h', i)}] = h${i};`),
  '}',
];

// c_j += e_j b for the observed rows.
const addOuter = (r) => [
  `export function addOuter${r}(m: Float64Array, C: number, e: number, d: number, b: number): void {`,
  ...load('b', 'b', r).map((line) => '  ' + line),
  `  for (let j = 0, c = C; j < d; j++, c += ${r}) {`,
  '    const residual = m[e + j];',
  '    if (residual === residual) {',
  ...range(r).map((i) => `      m[${at('c', i)}] += residual * b${i};`),
  '    }',
  '  }',
  '}',
];

// out_j = c_j' A c_j with A symmetric, its lower triangle read.
const quadratics = (r) => [
  `export function quadratics${r}(m: Float64Array, C: number, d: number, A: number, out: number): void {`,
  ...lowerTriangle(r).map(
    ([i, j]) => `  const a${i}_${j} = ${i === j ? '' : '2 * '}m[${at('A', i * r + j)}];`,
  ),
  `  for (let j = 0, c = C; j < d; j++, c += ${r}) {`,
  ...indent(load('c', 'c', r)),
  `    m[out + j] = ${sum(range(r).map((i) => `c${i} * (${sum(range(i + 1).map((j) => `a${i}_${j} * c${j}`))})`))};`,
  '  }',
  '}',
];

const kernels = range(MAX_RANK).map((i) => i + 1);
const source = [
  '// Written by scripts/emit-kernels.mjs; not under version control. The meaning of each kernel: rows.ts.',
  "import { MAX_SQUARE } from './limits';",
  "import type { RowKernels } from './rows';",
  '',
  ...kernels.flatMap((r) => [
    ...residuals(r),
    '',
    ...gram(r, false),
    '',
    ...gram(r, true),
    '',
    ...addOuter(r),
    '',
    ...quadratics(r),
    '',
  ]),
  '/** Entry r - 1 holds the kernels of rank r. */',
  'export const unrolled: readonly RowKernels[] = [',
  ...kernels.map(
    (r) =>
      `  { residuals: residuals${r}, gram: gram${r}, weightedGram: weightedGram${r}, addOuter: addOuter${r}, quadratics: quadratics${r} },`,
  ),
  '];',
  '',
];
writeFileSync(new URL('../src/linalg/kernels.ts', import.meta.url), source.join('\n'));
