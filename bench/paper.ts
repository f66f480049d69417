import { parseArgs } from 'node:util';
import { describeTable1, runTable1 } from './paper/table1';

const USAGE = `Usage: npm run bench:paper -- --table 1 [--sets N] [--json]
  --table 1   the paper's Table 1: one change in the oscillators, placed within 30 frames
  --sets N    streams for each contamination (100)
  --json      print the numbers as JSON`;

function main(): number {
  const { values } = parseArgs({
    options: {
      table: { type: 'string' },
      sets: { type: 'string', default: '100' },
      json: { type: 'boolean' },
    },
  });
  const sets = Number(values.sets);
  if (values.table !== '1' || !Number.isInteger(sets) || sets < 1) {
    console.error(USAGE);
    return 2;
  }
  const results = runTable1(sets);
  console.log(values.json ? JSON.stringify(results, null, 1) : describeTable1(results, sets));
  return 0;
}

try {
  process.exitCode = main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  console.error(USAGE);
  process.exitCode = 2;
}
