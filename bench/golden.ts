import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { PsmfFilter } from '../src';
import type { GoldenFile } from './golden/format';
import { isReplayable, replay } from './golden/replay';

const TOLERANCE = 1e-9;

/** Replays every vector file of a folder; exit code 1 when one is off by more than 1e-9, 2 on wrong usage. */
function main(folder: string | undefined): number {
  if (folder === undefined) {
    console.error('Usage: npm run golden -- DIR, where DIR holds the vector files (*.json).');
    return 2;
  }
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
  if (names.length === 0) {
    console.error(`No vector file (*.json) in ${folder}.`);
    return 2;
  }
  let failed = 0;
  let notYet = 0;
  for (const name of names) {
    const file = JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as GoldenFile;
    if (!isReplayable(file)) {
      notYet++;
      console.log(`not yet  ${name} (${file.variant}: learned dynamics)`);
      continue;
    }
    const { largest, where, values } = replay(file, PsmfFilter);
    const passes = largest <= TOLERANCE;
    if (!passes) failed++;
    console.log(
      `${passes ? 'ok      ' : 'FAILED  '} ${name}: largest error ${largest.toExponential(1)} of ${values} values (${where})`,
    );
  }
  console.log(`${names.length - failed - notYet} within ${TOLERANCE}, ${failed} failed, ${notYet} not yet`);
  return failed > 0 ? 1 : 0;
}

process.exitCode = main(process.argv[2]);
