import { parseArgs } from 'node:util';
import { figureNames, runFigure } from './paper/figures';
import { methodNames } from './paper/imputation/published';
import { describeImputationTable, runImputationTable } from './paper/imputation/tables';
import { describeTable1, runTable1 } from './paper/table1';

const USAGE = `Usage: npm run bench:paper -- --table 1 [--sets N] [--json]
       npm run bench:paper -- --table 2 --data DIR [--missing 20|30|40] [--repeats N] [--methods A,B] [--json]
       npm run bench:paper -- --figure NAME [--data DIR] [--runs N] [--restarts N] [--json]
  --table 1   the paper's Table 1: one change in the oscillators, placed within 30 frames
  --table 2   its Tables 2 and 3, and with --missing those of the supplement: gaps of 20 in three recordings
  --methods   of ${methodNames.join(', ')}
  --repeats N masks and starts (10)
  --figure    ${figureNames.join(', ')}: the experiments with learned subspaces
  --data DIR  where the recordings are
  --runs N    runs of the experiment, each with a seed of its own
  --restarts  starts of each run (beijing)
  --sets N    streams for each contamination (1000, as in the paper; the slower rows take the first 100 or 200)
  --json      print the numbers as JSON`;

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      table: { type: 'string' },
      sets: { type: 'string', default: '1000' },
      json: { type: 'boolean' },
      figure: { type: 'string' },
      data: { type: 'string' },
      runs: { type: 'string' },
      restarts: { type: 'string', default: '20' },
      missing: { type: 'string', default: '30' },
      repeats: { type: 'string', default: '10' },
      methods: { type: 'string', default: methodNames.join(',') },
    },
  });
  if (values.figure !== undefined) {
    const { result, text } = runFigure(values.figure, values);
    console.log(values.json ? JSON.stringify(result, null, 1) : text);
    return 0;
  }
  if ((values.table === '2' || values.table === '3') && values.data !== undefined) {
    const repeats = Number(values.repeats);
    const missing = Number(values.missing);
    const wanted = values.methods.split(',');
    const methods = methodNames.filter((name) => wanted.includes(name));
    const isRight = Number.isInteger(repeats) && repeats >= 1 && [20, 30, 40].includes(missing);
    if (!isRight || methods.length !== wanted.length) {
      console.error(USAGE);
      return 2;
    }
    const rows = await runImputationTable(values.data, missing, repeats, methods);
    console.log(values.json ? JSON.stringify(rows, null, 1) : describeImputationTable(rows));
    return 0;
  }
  const sets = Number(values.sets);
  if (values.table !== '1' || !Number.isInteger(sets) || sets < 1) {
    console.error(USAGE);
    return 2;
  }
  const results = runTable1(sets);
  console.log(values.json ? JSON.stringify(results, null, 1) : describeTable1(results));
  return 0;
}

main().then(
  (code) => (process.exitCode = code),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    console.error(USAGE);
    process.exitCode = 2;
  },
);
