import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { replay, type FilterClass } from '../../bench/golden/replay';
import { ROOT } from '../package-root';
import { compiledSource } from '../support/compiled-source';
import { goldenFiles } from '../support/golden-files';

/** A mistake in the compiled filter: one place in one file, and the vectors that must notice. */
interface Mutation {
  readonly mistake: string;
  readonly file: string;
  readonly original: string;
  readonly mutant: string;
  readonly caughtBy: readonly string[];
}

const mutations: readonly Mutation[] = [
  {
    mistake: 'eta divided by d where the paper has m',
    file: 'filter/observation.js',
    original: "m[layout_1.scalar.noiseSum] / (variant === 'paper' ? observed : d)",
    mutant: 'm[layout_1.scalar.noiseSum] / d',
    caughtBy: ['b2_psmf_missing_paper', 'd2_rpsmf_missing_paper', 'h2_psmf_matern32_missing'],
  },
  {
    mistake: 'lambda grows by d where the paper has m',
    file: 'filter/robust.js',
    original: "return context.variant === 'paper' ? m[layout_1.scalar.count] : context.at.d;",
    mutant: 'return context.at.d;',
    caughtBy: ['d2_rpsmf_missing_paper'],
  },
  {
    mistake: "the downdate of V with g in place of S'g",
    file: 'filter/dictionary.js',
    original: 'squares.downdate(m, at.S, Vg, at.Sg, layout_1.scalar.gamma)',
    mutant: 'squares.downdate(m, at.S, Vg, at.g, layout_1.scalar.gamma)',
    caughtBy: ['a_psmf_full', 'c_rpsmf_full', 'h_psmf_matern32'],
  },
  {
    mistake: 'V unsymmetric: S S in place of S S^T',
    file: 'filter/frame-report.js',
    original: 'S.map((other) => row.reduce((sum, s, i) => sum + s * other[i], 0))',
    mutant: 'S.map((_, j) => row.reduce((sum, s, i) => sum + s * S[i][j], 0))',
    caughtBy: ['a_psmf_full', 'd_rpsmf_missing', 'h_psmf_matern32'],
  },
  {
    mistake: 'the mask missed in the dictionary update',
    file: 'linalg/kernels.js',
    original:
      'j++, c += 2) {\n        const residual = m[e + j];\n        if ((0, limits_1.isObserved)(residual)) {',
    mutant:
      'j++, c += 2) {\n        const residual = (0, limits_1.isObserved)(m[e + j]) ? m[e + j] : 1;\n        if (true) {',
    caughtBy: ['b_psmf_missing', 'b2_psmf_missing_paper', 'd_rpsmf_missing', 'h2_psmf_matern32_missing'],
  },
  {
    mistake: 'the mask missed in eta',
    file: 'filter/observation.js',
    original: 'if ((0, limits_1.isObserved)(m[e + j]))',
    mutant: 'if (true)',
    caughtBy: ['b_psmf_missing', 'd2_rpsmf_missing_paper'],
  },
  {
    mistake: 'H forgotten: the first r entries taken for the coefficients',
    file: 'filter/dictionary.js',
    original: 'm[xBar + i * order]',
    mutant: 'm[xBar + i]',
    caughtBy: ['h_psmf_matern32', 'h2_psmf_matern32_missing'],
  },
  {
    mistake: 'H forgotten in the trace of eta',
    file: 'filter/observation.js',
    original: 'squares.traceProduct(m, at.PBar, at.order * at.size, at.order, G',
    mutant: 'squares.traceProduct(m, at.PBar, at.size, 1, G',
    caughtBy: ['h_psmf_matern32'],
  },
  {
    mistake: 'a left out of the measurement noise',
    file: 'filter/observation.js',
    original: 'm[w + j] = 1 / (Rj + m[layout_1.scalar.a])',
    mutant: 'm[w + j] = 1 / Rj',
    caughtBy: ['a_psmf_full', 'c_rpsmf_full'],
  },
  {
    mistake: 'an empty frame that shrinks V in the paper’s variant',
    file: 'filter/step.js',
    original: "context.variant === 'reference' && !robust",
    mutant: '!robust',
    caughtBy: ['b2_psmf_missing_paper'],
  },
  {
    mistake: 'omega and phi exchanged',
    file: 'filter/robust.js',
    original: 'Math.max(m[layout_1.scalar.omega], exports.LEAST',
    mutant: 'Math.max(m[layout_1.scalar.phi], exports.LEAST',
    caughtBy: ['c_rpsmf_full', 'd_rpsmf_missing'],
  },
  {
    mistake: 'the gradient without the pull of the errors on their own weight',
    file: 'filter/gradient.js',
    original: 'const alpha = observed / s - (beta * q) / s;',
    mutant: 'const alpha = observed / s;',
    caughtBy: ['e_psmf_iter_cos', 'f_rpsmf_iter_cos', 'g2_rpsmf_recursive_cos'],
  },
  {
    mistake: 'the Gaussian gradient for rPSMF',
    file: 'filter/gradient.js',
    original: 'robust ? (lambda + observed) / (lambda * s + q) : 1 / s',
    mutant: '1 / s',
    caughtBy: ['f_rpsmf_iter_cos', 'f2_rpsmf_iter_synthetic', 'g2_rpsmf_recursive_cos'],
  },
  {
    mistake: "Adam's second moment not corrected for its start",
    file: 'filter/adam.js',
    original: 'const squareShare = 1 - Math.pow(beta2, m[at.updates]);',
    mutant: 'const squareShare = 1;',
    caughtBy: ['e_psmf_iter_cos', 'e3_psmf_iter_fourier_resetV', 'g_psmf_recursive_cos'],
  },
  {
    mistake: 'theta moved without projection',
    file: 'filter/adam.js',
    original: 'Math.max(lower, m[theta + i] - step)',
    mutant: 'm[theta + i] - step',
    caughtBy: ['e_psmf_iter_cos'],
  },
];

describe('deliberate mistakes', () => {
  const compiled = path.join(ROOT, 'dist/src');
  const files = goldenFiles();

  /** A copy of the compiled core with one mistake in it, beside the real one so that its dependencies resolve. */
  function loadMutant({ file, original, mutant }: Mutation): { Filter: FilterClass; remove: () => void } {
    const folder = mkdtempSync(path.join(ROOT, 'dist/mutant-'));
    cpSync(compiled, folder, { recursive: true });
    const target = path.join(folder, file);
    const source = compiledSource(file);
    assert.equal(source.split(original).length, 2, `"${original}" must stand exactly once in ${file}`);
    writeFileSync(target, source.replace(original, mutant));
    const { PsmfFilter } = createRequire(__filename)(folder) as { PsmfFilter: FilterClass };
    return { Filter: PsmfFilter, remove: () => rmSync(folder, { recursive: true }) };
  }

  for (const mutation of mutations) {
    it(`are caught: ${mutation.mistake}`, () => {
      const { Filter, remove } = loadMutant(mutation);
      try {
        for (const name of mutation.caughtBy) {
          const file = files.find((candidate) => candidate.case === name);
          assert.ok(file, name);
          const { largest } = replay(file, Filter);
          assert.ok(largest > 1e-9, `${name} does not notice (${largest})`);
        }
      } finally {
        remove();
      }
    });
  }
});
