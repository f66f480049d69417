// Writes src/adaptive/kernels/expert-calls.ts: the loops over experts of src/adaptive/kernels/expert-loops.ts, unrolled for each
// number of experts up to MAX_EXPERTS.
//
// Why: at one place in a loop V8 sees the methods of all experts and inlines none of them. Unrolled, each expert has a place of
// its own, and its few lines stand there in the compiled code: some 12 % of a frame.
import { writeFileSync } from 'node:fs';

const MAX_EXPERTS = 8;

const range = (n) => Array.from({ length: n }, (_, i) => i);

const ask = (n) => [
  `function ask${n}(filter: Filter, sensor: Sensor): void {`,
  '  const { question, variant } = filter;',
  '  const { forecasts, doubts } = question;',
  '  const { experts } = variant;',
  ...range(n).flatMap((e) => [
    `  question.forecast = ${e === 0 ? 'question.modelMean' : 'first'};`,
    '  question.doubt = 1;',
    `  experts[${e}].forecast(sensor, question, filter);`,
    ...(e === 0 && n > 1 ? ['  const first = question.forecast;'] : []),
    `  forecasts[${e}] = question.forecast;`,
    `  doubts[${e}] = question.doubt;`,
  ]),
  '}',
];

const tell = (n, name, method) => [
  `function ${name}${n}(filter: Filter, sensor: Sensor): void {`,
  '  const { question, variant } = filter;',
  '  const { forecasts } = question;',
  '  const { experts } = variant;',
  ...range(n).flatMap((e) => [
    `  question.forecast = forecasts[${e}];`,
    `  experts[${e}].${method}(sensor, question, filter);`,
  ]),
  '}',
];

const sizes = range(MAX_EXPERTS).map((i) => i + 1);
const source = [
  '// Written by scripts/emit-expert-calls.mjs; not under version control. The meaning of each: expert-loops.ts.',
  "import type { Filter } from '../filter';",
  "import type { Sensor } from '../sensor';",
  "import type { ExpertCalls } from './expert-loops';",
  '',
  ...sizes.flatMap((n) => [...ask(n), ...tell(n, 'learn', 'learn'), ...tell(n, 'miss', 'miss'), '']),
  '/** Entry n - 1 calls n experts. */',
  'export const unrolled: readonly ExpertCalls[] = [',
  ...sizes.map((n) => `  { ask: ask${n}, learn: learn${n}, miss: miss${n} },`),
  '];',
  '',
];
writeFileSync(new URL('../src/adaptive/kernels/expert-calls.ts', import.meta.url), source.join('\n'));
