// Writes src/linalg/kernels.ts: the kernels of src/linalg/rows.ts, correction.ts and squares.ts, unrolled for each rank.
//
// Why: the loops over the columns of a dictionary row are short (r is 1 to 10 for most), so a plain nested loop spends
// more time on counters and bounds than on arithmetic. Unrolled, every Gram entry lives in a local variable,
// and two rows share one load and store of it.
import { writeFileSync } from 'node:fs';

// The correction grows with r^3: beyond this rank V8 finds the function too large to optimise, and it runs 50 times slower.
// The kernels on rows could go further, but would make up a quarter of the package for ranks that hardly anybody chooses.
const MAX_RANK = 10;
const ROWS_A_TURN = 4;
// Kernels on r x r matrices are worth something only where a step takes a microsecond: npm run bench:kernels.
const MAX_RANK_OF_SQUARES = 5;

const range = (n) => Array.from({ length: n }, (_, i) => i);
const lowerTriangle = (r) => range(r).flatMap((i) => range(i + 1).map((j) => [i, j]));
const indent = (lines) => lines.map((line) => '    ' + line);
const at = (base, i) => (i === 0 ? base : `${base} + ${i}`);
const load = (name, base, r) => range(r).map((i) => `const ${name}${i} = m[${at(base, i)}];`);
const sum = (terms) => terms.join(' + ');
// The same sum, added in pairs: a chain of r additions would wait for each other.
const tree = (terms) =>
  terms.length <= 2
    ? sum(terms)
    : `(${tree(terms.slice(0, terms.length >> 1))}) + (${tree(terms.slice(terms.length >> 1))})`;

// yPred_j = c_j'g and e_j = y_j - yPred_j for every row, observed or not: a gap is not worth a mispredicted branch here.
const residuals = (r) => [
  `function residuals${r}(m: Float64Array, C: number, g: number, d: number, e: number, yPred: number): void {`,
  ...load('g', 'g', r).map((line) => '  ' + line),
  `  for (let j = 0, c = C; j < d; j++, c += ${r}) {`,
  `    const predicted = ${tree(range(r).map((i) => `m[${at('c', i)}] * g${i}`))};`,
  '    m[yPred + j] = predicted;',
  '    m[e + j] -= predicted;',
  '  }',
  '}',
];

// G = sum w_j c_j c_j' (lower triangle), h = sum w_j e_j c_j, the count and sum w_j e_j^2 over the observed rows. A turn of the
// loop takes several rows, so that each entry of G is loaded and stored once for all of them; `zeros` stands in for the rows
// that are missing in the last turn.
const gram = (r, weighted) => {
  const rows = ['a', 'b', 'c', 'f'].slice(0, ROWS_A_TURN);
  const second = (row, i) => (weighted ? `w${row}${i}` : `${row}${i}`);
  const next = '    while (j < d && !isObserved(m[e + j])) j++;';
  const begin = ([first, ...others]) => [
    next,
    '    if (j >= d) break;',
    `    const ${first} = C + j * ${r};`,
    `    const e${first} = m[e + j];`,
    ...(weighted ? [`    const w${first} = m[w + j];`] : []),
    '    j++;',
    '    count++;',
    ...others.flatMap((row) => [
      next,
      `    let ${row} = zeros;`,
      `    let e${row} = 0;`,
      ...(weighted ? [`    let w${row} = 0;`] : []),
      '    if (j < d) {',
      `      ${row} = C + j * ${r};`,
      `      e${row} = m[e + j];`,
      ...(weighted ? [`      w${row} = m[w + j];`] : []),
      '      count++;',
      '    }',
      '    j++;',
    ]),
  ];
  const turn = [
    ...rows.flatMap((row) => load(row, row, r)),
    ...(weighted
      ? rows.flatMap((row) => range(r).map((i) => `const w${row}${i} = w${row} * ${row}${i};`))
      : []),
    ...lowerTriangle(r).map(
      ([i, j]) => `g${i}_${j} += ${tree(rows.map((row) => `${row}${i} * ${second(row, j)}`))};`,
    ),
    ...range(r).map((i) => `h${i} += ${tree(rows.map((row) => `e${row} * ${second(row, i)}`))};`),
    `squares += ${tree(rows.map((row) => `${weighted ? `w${row} * ` : ''}e${row} * e${row}`))};`,
  ];
  return [
    weighted
      ? `function weightedGram${r}(m: Float64Array, C: number, e: number, w: number, d: number, zeros: number, G: number, h: number, out: number): void {`
      : `function gram${r}(m: Float64Array, C: number, e: number, d: number, zeros: number, G: number, h: number, out: number): void {`,
    ...lowerTriangle(r).map(([i, j]) => `  let g${i}_${j} = 0;`),
    ...range(r).map((i) => `  let h${i} = 0;`),
    '  let count = 0;',
    '  let squares = 0;',
    '  let j = 0;',
    '  for (;;) {',
    ...begin(rows),
    ...indent(turn),
    '  }',
    ...lowerTriangle(r).map(([i, j]) => `  m[${at('G', i * r + j)}] = g${i}_${j};`),
    ...range(r).map((i) => `  m[${at('h', i)}] = h${i};`),
    '  m[out] = count;',
    '  m[out + 1] = squares;',
    '}',
  ];
};

const plainGram = (r) => gram(r, false);
const weightedGram = (r) => gram(r, true);

// c_j += e_j b for the observed rows.
const addOuter = (r) => [
  `function addOuter${r}(m: Float64Array, C: number, e: number, d: number, b: number): void {`,
  ...load('b', 'b', r).map((line) => '  ' + line),
  `  for (let j = 0, c = C; j < d; j++, c += ${r}) {`,
  '    const residual = m[e + j];',
  '    if (isObserved(residual)) {',
  ...range(r).map((i) => `      m[${at('c', i)}] += residual * b${i};`),
  '    }',
  '  }',
  '}',
];

// out_j = c_j' A c_j with A symmetric, its lower triangle read.
const quadratics = (r) => [
  `function quadratics${r}(m: Float64Array, C: number, d: number, A: number, out: number): void {`,
  ...lowerTriangle(r).map(
    ([i, j]) => `  const a${i}_${j} = ${i === j ? '' : '2 * '}m[${at('A', i * r + j)}];`,
  ),
  `  for (let j = 0, c = C; j < d; j++, c += ${r}) {`,
  ...indent(load('c', 'c', r)),
  `    m[out + j] = ${sum(range(r).map((i) => `c${i} * (${sum(range(i + 1).map((j) => `a${i}_${j} * c${j}`))})`))};`,
  '  }',
  '}',
];

// The Kalman correction of src/linalg/correction.ts for states without derivatives (H = I), in local variables:
// PBar = T'T, M = I + T G T' = L L', W = L^-1 T, P = W'W, z = W h, x = xBar + W'z; z'z goes to m[out].
// Of L only the diagonal is kept, in M.
const correction = (r) => {
  const t = (i, j) => `t${i}_${j}`;
  const l = (i, j) => `l${i}_${j}`;
  // G is symmetric. Under names its entries are called the same at every rank, so that the ranks pack as repetitions of each other.
  const g = (i, j) => `g${Math.max(i, j)}_${Math.min(i, j)}`;
  const from = (start, end) => range(end - start).map((i) => start + i);
  const factor = range(r)
    .reverse()
    .flatMap((k) => [
      `const scale${k} = ${t(k, k)} > RELATIVE_PIVOT * m[${at('PBar', k * (r + 1))}] ? 1 / Math.sqrt(${t(k, k)}) : 0;`,
      ...range(k + 1).map((j) => `${t(k, j)} *= scale${k};`),
      ...lowerTriangle(k).map(([i, j]) => `${t(i, j)} -= ${t(k, i)} * ${t(k, j)};`),
    ]);
  const leastPivot = (i) =>
    `1 + ROUNDING * (${tree(range(i + 1).map((c) => `${t(i, c)} * ${t(i, c)} * ${g(c, c)}`))})`;
  const innovation = range(r).flatMap((i) => [
    ...range(i + 1).map(
      (c) => `const tg${i}_${c} = ${tree(range(i + 1).map((b) => `${t(i, b)} * ${g(b, c)}`))};`,
    ),
    ...range(i + 1).map(
      (j) =>
        `let ${l(i, j)} = ${i === j ? '1 + ' : ''}(${tree(range(j + 1).map((c) => `tg${i}_${c} * ${t(j, c)}`))});`,
    ),
  ]);
  // As in small.ts: a pivot of I + T G T' is at least 1 and its rounding.
  const cholesky = range(r).flatMap((i) => [
    ...range(i).flatMap((j) => [
      ...(j > 0 ? [`${l(i, j)} -= ${tree(range(j).map((k) => `${l(i, k)} * ${l(j, k)}`))};`] : []),
      `${l(i, j)} *= inverse${j};`,
    ]),
    ...(i > 0 ? [`${l(i, i)} -= ${tree(range(i).map((k) => `${l(i, k)} * ${l(i, k)}`))};`] : []),
    `${l(i, i)} = Math.sqrt(Math.max(${leastPivot(i)}, ${l(i, i)}));`,
    `const inverse${i} = 1 / ${l(i, i)};`,
    `m[${at('M', i * (r + 1))}] = ${l(i, i)};`,
  ]);
  const solve = range(r).flatMap((i) =>
    range(i + 1).map((j) => {
      const above = from(j, i).map((k) => `${l(i, k)} * ${t(k, j)}`);
      return `${t(i, j)} = ${above.length ? `(${t(i, j)} - (${tree(above)}))` : t(i, j)} * inverse${i};`;
    }),
  );
  const covariance = lowerTriangle(r).flatMap(([i, j]) => [
    `const p${i}_${j} = ${tree(from(i, r).map((k) => `${t(k, i)} * ${t(k, j)}`))};`,
    `m[${at('P', i * r + j)}] = p${i}_${j};`,
    ...(i === j ? [] : [`m[${at('P', j * r + i)}] = p${i}_${j};`]),
  ]);
  const mean = [
    ...range(r).map(
      (i) => `const z${i} = ${tree(range(i + 1).map((j) => `${t(i, j)} * m[${at('h', j)}]`))};`,
    ),
    ...range(r).map(
      (j) =>
        `m[${at('x', j)}] = m[${at('xBar', j)}] + (${tree(from(j, r).map((i) => `${t(i, j)} * z${i}`))});`,
    ),
    `m[out] = ${tree(range(r).map((i) => `z${i} * z${i}`))};`,
  ];
  return [
    `function correction${r}(m: Float64Array, PBar: number, G: number, h: number, xBar: number, P: number, x: number, M: number, out: number): void {`,
    ...lowerTriangle(r).map(([i, j]) => `  let ${t(i, j)} = m[${at('PBar', i * r + j)}];`),
    ...[
      ...factor,
      ...lowerTriangle(r).map(([i, j]) => `const ${g(i, j)} = m[${at('G', i * r + j)}];`),
      ...innovation,
      ...cholesky,
      ...solve,
      ...covariance,
      ...mean,
    ].map((line) => '  ' + line),
    '}',
  ];
};

// Sg = S'g, Vg = S Sg, m[out] = |Sg|^2.
const weigh = (r) => [
  `function weigh${r}(m: Float64Array, S: number, g: number, Sg: number, Vg: number, out: number): void {`,
  ...load('g', 'g', r).map((line) => '  ' + line),
  ...range(r).map((j) => `  const f${j} = ${tree(range(r).map((i) => `m[${at('S', i * r + j)}] * g${i}`))};`),
  ...range(r).map((i) => `  m[${at('Sg', i)}] = f${i};`),
  ...range(r).map(
    (i) => `  m[${at('Vg', i)}] = ${tree(range(r).map((j) => `m[${at('S', i * r + j)}] * f${j}`))};`,
  ),
  `  m[out] = ${tree(range(r).map((i) => `f${i} * f${i}`))};`,
  '}',
];

// S -= m[factor] u v'.
const downdate = (r) => [
  `function downdate${r}(m: Float64Array, S: number, u: number, v: number, factor: number): void {`,
  ...load('v', 'v', r).map((line) => '  ' + line),
  ...range(r).flatMap((i) => [
    `  const u${i} = m[factor] * m[${at('u', i)}];`,
    ...range(r).map((j) => `  m[${at('S', i * r + j)}] -= u${i} * v${j};`),
  ]),
  '}',
];

// m[out] = sum_ij A_ij B_ij for symmetric A and B, from the lower triangle of B; entry ij of A stands at A + i row + j column.
const traceProduct = (r) => [
  `function traceProduct${r}(m: Float64Array, A: number, row: number, column: number, B: number, out: number): void {`,
  ...range(r).map((i) => {
    const entry = (j) => `m[A + ${i} * row + ${j} * column] * m[${at('B', i * r + j)}]`;
    const below = i === 0 ? '' : ` + 2 * (${tree(range(i).map(entry))})`;
    return `  const t${i} = ${entry(i)}${below};`;
  }),
  `  m[out] = ${tree(range(r).map((i) => `t${i}`))};`,
  '}',
];

// A *= m[factor], read from the lower triangle and written to both; v *= m[factor].
const scaleSymmetric = (r) => [
  `function scaleSymmetric${r}(m: Float64Array, A: number, v: number, factor: number): void {`,
  '  const scale = m[factor];',
  ...range(r).map((i) => `  m[${at('v', i)}] *= scale;`),
  ...lowerTriangle(r).flatMap(([i, j]) => [
    `  const a${i}_${j} = scale * m[${at('A', i * r + j)}];`,
    `  m[${at('A', i * r + j)}] = a${i}_${j};`,
    ...(i === j ? [] : [`  m[${at('A', j * r + i)}] = a${i}_${j};`]),
  ]),
  '}',
];

const kernels = range(MAX_RANK).map((i) => i + 1);
const squares = range(MAX_RANK_OF_SQUARES).map((i) => i + 1);
const source = [
  '// Written by scripts/emit-kernels.mjs; not under version control. The meaning of each kernel: rows.ts.',
  "import { RELATIVE_PIVOT, ROUNDING, isObserved } from './limits';",
  "import type { RowKernels } from './rows';",
  "import type { Correction } from './correction';",
  "import type { SquareKernels } from './squares';",
  '',
  // Rank after rank of each kernel: neighbours that differ little pack to a fifth less than kernels of one rank side by side.
  ...[residuals, plainGram, weightedGram, addOuter, quadratics, correction].flatMap((kernel) =>
    kernels.flatMap((r) => [...kernel(r), '']),
  ),
  ...[weigh, traceProduct, downdate, scaleSymmetric].flatMap((kernel) =>
    squares.flatMap((r) => [...kernel(r), '']),
  ),
  '/** Entry r - 1 holds the kernels of rank r. */',
  'export const unrolled: readonly RowKernels[] = [',
  ...kernels.map(
    (r) =>
      `  { residuals: residuals${r}, gram: gram${r}, weightedGram: weightedGram${r}, addOuter: addOuter${r}, quadratics: quadratics${r} },`,
  ),
  '];',
  '',
  '/** Entry r - 1 holds the correction of rank r. */',
  'export const unrolledCorrections: readonly Correction[] = [',
  ...kernels.map((r) => `  correction${r},`),
  '];',
  '',
  '/** Entry r - 1 holds the kernels on r x r matrices, up to the rank where they are worth it. */',
  'export const unrolledSquares: readonly SquareKernels[] = [',
  ...squares.map(
    (r) =>
      `  { weigh: weigh${r}, traceProduct: traceProduct${r}, downdate: downdate${r}, scaleSymmetric: scaleSymmetric${r} },`,
  ),
  '];',
  '',
];
writeFileSync(new URL('../src/linalg/kernels.ts', import.meta.url), source.join('\n'));
