import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import {
  findAdaptiveVectors,
  readTable,
  replayAdaptive,
  type AdaptiveClass,
} from '../../bench/golden/adaptive';
import { ROOT } from '../package-root';
import { compiledSource } from '../support/compiled-source';

/** A mistake in the compiled model: what stands in one place of one file, and what is put there. */
type Mutation = readonly [mistake: string, file: string, original: string, mutant: string];

const mutations: readonly Mutation[] = [
  ['the median of two off by one', '../scale/median.js', 'sorted[middle - 1]', 'sorted[middle]'],
  ['units from the quartiles alone', '../scale/units.js', '(0, spread_1.ventileSpread)(v)', '0'],
  ['the guard a frame too late', 'standardise.js', 'MAX_MISFITS = 3', 'MAX_MISFITS = 4'],
  ['a loss left in old units', 'kernels/sensor-units.js', 'm[e] *= k * k', 'm[e] *= k'],
  ['the trend left in old units', 'state.js', '    trend: value,\n', '    trend: { ...value, power: 0 },\n'],
  ['a row that does not reopen', 'standardise.js', '(0, packed_1.setIdentity)(m, sensor.V, at.p);', ''],
  [
    'no offset in the prior',
    'step.js',
    'frame.priorMean = sensor.signal + sensor.offset',
    'frame.priorMean = sensor.signal',
  ],
  [
    'q missing from B',
    '../factor/offset.js',
    'phi * phi * sensor.offsetVariance + noise',
    'phi * phi * sensor.offsetVariance',
  ],
  [
    'the held-out group without Q',
    'kernels/coefficients.js',
    'Math.min(heldOut + growth, Math.max(heldOut, MAX_VARIANCE))',
    'heldOut',
  ],
  [
    'weights without the square',
    '../factor/surprise.js',
    'exports.SURPRISE / distance',
    'Math.sqrt(exports.SURPRISE) / distance',
  ],
  ['no end of surprises', '../factor/surprise.js', '<= limits_1.DISBELIEVED_IN_A_ROW', '<= 1e9'],
  [
    'the weight left out of De',
    '../factor/leave-one-out.js',
    '(0, exports.byWeight)(sensor.unexplained, sensor.weight)',
    'sensor.unexplained',
  ],
  [
    'vs without De / den',
    '../factor/leave-one-out.js',
    '(sensor.h * out.effective) / out.remaining',
    'sensor.h',
  ],
  [
    'B corrected by the first power',
    '../factor/offset.js',
    'sensor.offsetVariance - gain * gain * out',
    'sensor.offsetVariance - gain * out',
  ],
  ['gamma1 without its lag', '../factor/offset.js', 'u * sensor.lag1', 'u * u'],
  [
    'R that keeps vs',
    '../factor/offset.js',
    'gamma0 - offsetVariance - out.variance',
    'gamma0 - offsetVariance',
  ],
  ['a row on mu itself', '../factor/leave-one-out.js', '-out.residual / out.remaining', '0'],
  ['no forgetting', 'filter-numbers.js', 'GROWTH = 1 / 0.998', 'GROWTH = 1'],
  [
    'Q learned with g',
    '../factor/kernels/process-noise.js',
    'alpha * share * g * g *',
    'alpha * share * g *',
  ],
  ['an undamped trend', 'experts/trend.js', '(DAMPING * (1 - DAMPING ** h)) / (1 - DAMPING)', 'h'],
  ['a tight clamp', 'experts/factor-model.js', 'const CLAMP = 1;', 'const CLAMP = 0;'],
  ['buckets one too high', 'mix.js', '31 - Math.clz32(h)', 'Math.min(6, 32 - Math.clz32(h))'],
  ['a weight by the square', 'kernels/losses.js', 'ratio * ratio * ratio *', 'ratio * ratio *'],
  [
    'the last expert left out of the mean',
    'kernels/losses.js',
    'mean += weight * forecasts[e]',
    'mean += e === 3 ? 0 : weight * forecasts[e]',
  ],
  [
    'pooled losses at their own level',
    'kernels/losses.js',
    'variant.levelsPooledLosses && count > 0',
    'false',
  ],
  ['no cap on a miss', 'kernels/losses.js', 'MAX_ERROR);', '1e99);'],
  ['no inflation', 'mix.js', 'INFLATION = 1.5', 'INFLATION = 1'],
  ['training from the first frame', 'mix.js', 'TRAIN_AFTER = 100', 'TRAIN_AFTER = 0'],
  ['windows all of a length', 'held-out-group.js', '(37 * filter.windowIndex) % 64', '0'],
  ['empty frames without growth', 'held-out-group.js', 'product.value * filter.windowTime', 'product.value'],
  [
    'a held-out group that is seen',
    'held-out-group.js',
    'sensor.isHeldOut === 1 ? 0 :',
    'sensor.isHeldOut === 2 ? 0 :',
  ],
  ['a rebuild left out', 'warm-start.js', '160, ', ''],
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
      const source = compiledSource(path.posix.join('adaptive', file));
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
