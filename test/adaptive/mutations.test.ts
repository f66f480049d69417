import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import {
  findAdaptiveVectors,
  readTable,
  replayAdaptive,
  type AdaptiveClass,
} from '../../bench/golden/adaptive';
import { ROOT } from '../package-root';

/** A mistake in the compiled model: what stands in one place of one file, and what is put there. */
type Mutation = readonly [mistake: string, file: string, original: string, mutant: string];

const mutations: readonly Mutation[] = [
  ['the median of two off by one', '../scale/median.js', 'sorted[middle - 1]', 'sorted[middle]'],
  ['units from the quartiles alone', 'units.js', 'Math.max(quartiles, wide)', 'quartiles'],
  ['the guard a frame too late', 'unit-guard.js', 'const STRIKES = 3', 'const STRIKES = 4'],
  ['a loss left in old units', 'unit-guard.js', 'm[losses + e] *= k * k', 'm[losses + e] *= k'],
  ['the trend left in old units', 'unit-guard.js', '    slots_1.sensor.trend,\n', ''],
  ['a row that does not reopen', 'unit-guard.js', '(0, packed_1.setIdentity)(m, row + at.V, at.p);', ''],
  ['no offset in the prior', 'predict.js', ' + m[row + slots_1.sensor.offset];', ';'],
  ['q missing from B', 'predict.js', 'phi * phi * m[row + variance] + q', 'phi * phi * m[row + variance]'],
  ['the shadow without Q', 'predict.js', 'growVariance(m, shadow.P + diagonal, Q + i);', ''],
  [
    'weights without the square',
    'robust-weights.js',
    '(SURPRISE * SURPRISE) / distance',
    'SURPRISE / distance',
  ],
  ['no end of strikes', 'robust-weights.js', '<= STRIKES', '<= 1e9'],
  ['the weight left out of De', 'coefficients.js', '/ m[row + slots_1.sensor.weight];\n    }', ';\n    }'],
  ['vs without De / den', 'leave-one-out.js', '(m[row + at.h] * effective) / remaining', 'm[row + at.h]'],
  ['B corrected by the first power', 'offset.js', 'gain * gain * m', 'gain * m'],
  ['gamma1 without its lag', 'noise.js', 'u * m[row + slots_1.sensor.lag1]', 'u * u'],
  [
    'R that keeps vs',
    'noise.js',
    'gamma0 - offsetVariance - m[row + slots_1.sensor.outVariance]',
    'gamma0 - offsetVariance',
  ],
  [
    'a row on mu itself',
    'dictionary.js',
    '-m[row + slots_1.sensor.residual] / m[row + slots_1.sensor.remaining]',
    '0',
  ],
  ['no forgetting', 'dictionary.js', 'mechanisms.forgetting ? FORGETTING : 1', '1'],
  ['Q learned with g', 'process-noise.js', 'alpha * dt * g * g *', 'alpha * dt * g *'],
  ['an undamped trend', 'experts.js', '(DAMPING * (1 - DAMPING ** h)) / (1 - DAMPING)', 'h'],
  ['a tight clamp', 'experts.js', 'const CLAMP = 1;', 'const CLAMP = 0;'],
  ['buckets one too high', 'experts.js', '31 - Math.clz32(h)', 'Math.min(6, 32 - Math.clz32(h))'],
  ['a weight by the square', 'mix.js', 'ratio1 * ratio1 * ratio1', 'ratio1 * ratio1'],
  ['the last expert left out of the mean', 'mix.js', 'weight3 * m[forecasts + 3]', '0'],
  ['pooled losses at their own level', 'mix.js', 'context.mechanisms.sharedLevel && count > 0', 'false'],
  ['no cap on a miss', 'mix.js', 'LARGEST_ERROR);', '1e99);'],
  ['no inflation', 'calibration.js', 'const INFLATION = 1.5', 'const INFLATION = 1'],
  ['training from the first frame', 'estimate.js', 'TRAIN_AFTER = 100', 'TRAIN_AFTER = 0'],
  ['windows all of a length', 'shadow.js', '(37 * k) % 64', '0'],
  ['empty frames without growth', 'shadow.js', 'growth * m[slots_1.scalar.windowTime]', 'growth'],
  ['the shadow sees everything', 'shadow.js', '=== 1 ? 0 : m[row', '=== 2 ? 0 : m[row'],
  ['a rebuild left out', 'start-up.js', '160, ', ''],
];

describe('deliberate mistakes in the adaptive model', () => {
  const [vectors] = findAdaptiveVectors(path.join(ROOT, 'test/fixtures/golden/adaptive'));
  const input = readTable(vectors.input);
  const output = readTable(vectors.output);

  /** A copy of the compiled core with one mistake in it, beside the real one so that its dependencies resolve. */
  function replayMutant([, file, original, mutant]: Mutation): number {
    const folder = mkdtempSync(path.join(ROOT, 'dist/mutant-'));
    try {
      cpSync(path.join(ROOT, 'dist/src'), folder, { recursive: true });
      const target = path.join(folder, 'adaptive', file);
      const source = readFileSync(target, 'utf8');
      assert.equal(source.split(original).length, 2, `"${original}" must stand exactly once in ${file}`);
      writeFileSync(target, source.replace(original, mutant));
      const { AdaptiveModel } = createRequire(__filename)(folder) as { AdaptiveModel: AdaptiveClass };
      return replayAdaptive(input, output, AdaptiveModel).largest;
    } finally {
      rmSync(folder, { recursive: true });
    }
  }

  for (const mutation of mutations) {
    it(`are caught by the vectors: ${mutation[0]}`, () => {
      const largest = replayMutant(mutation);
      assert.ok(largest > 1e-6, `off by ${largest} only`);
    });
  }
});
