import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { AdaptiveModel, PsmfFilter } from '../src';
import { findAdaptiveVectors, readTable, replayAdaptive } from './golden/adaptive';
import type { Comparison, GoldenFile } from './golden/format';
import { replay } from './golden/replay';

const TOLERANCE = 1e-9;
/** The adaptive model amplifies rounding: regrouping a product moves its outputs by 1e-9. */
const ADAPTIVE_TOLERANCE = 1e-6;

/**
 * Replays every vector file of a folder: the paper's filter from *.json, the adaptive model from adaptive/in*.csv.
 * Exit code 1 when one is off by more than its tolerance, 2 on wrong usage.
 */
function main(folder: string | undefined): number {
  if (folder === undefined) {
    console.error('Usage: npm run golden -- DIR, where DIR holds *.json and adaptive/in*.csv with out*.csv.');
    return 2;
  }
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
  const adaptive = path.join(folder, 'adaptive');
  const tables = existsSync(adaptive) ? findAdaptiveVectors(adaptive) : [];
  if (names.length + tables.length === 0) {
    console.error(`No vector file (*.json, adaptive/in*.csv) in ${folder}.`);
    return 2;
  }
  let passed = 0;
  let failed = 0;
  const report = (name: string, { largest, where, values }: Comparison, tolerance: number): void => {
    const passes = largest <= tolerance;
    if (passes) passed++;
    else failed++;
    console.log(
      `${passes ? 'ok      ' : 'FAILED  '} ${name}: largest error ${largest.toExponential(1)} of ${values} values (${where})`,
    );
  };
  for (const name of names) {
    const file = JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as GoldenFile;
    report(name, replay(file, PsmfFilter), TOLERANCE);
  }
  for (const { input, output } of tables) {
    const comparison = replayAdaptive(readTable(input), readTable(output), AdaptiveModel);
    report(path.relative(folder, input), comparison, ADAPTIVE_TOLERANCE);
  }
  console.log(`${passed} within tolerance, ${failed} failed`);
  return failed > 0 ? 1 : 0;
}

process.exitCode = main(process.argv[2]);
