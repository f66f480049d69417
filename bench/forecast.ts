import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runForecast } from './forecast/seasonal-run';
import { table } from './table';

const USAGE = `Usage: npm run bench:forecast -- --data DIR [--stride N] [--json]
  --data DIR  where ETTh1.csv is
  --stride N  forecast at every Nth hour (5)
  --json      print the numbers as JSON`;
const HORIZON = 24;

function main(): number {
  const { values } = parseArgs({
    options: {
      data: { type: 'string' },
      stride: { type: 'string', default: '5' },
      json: { type: 'boolean' },
    },
  });
  const stride = Number(values.stride);
  if (values.data === undefined || !Number.isInteger(stride) || stride < 1) {
    console.error(USAGE);
    return 2;
  }
  const lines = readFileSync(join(values.data, 'ETTh1.csv'), 'utf8').trim().split('\n').slice(1);
  const frames = lines.map((line) => line.split(',').slice(1).map(Number));
  const rows = runForecast(frames, {
    ...{ season: 24, horizon: HORIZON, harmonics: 4, warmUp: 28 * 24, stride },
  });
  if (values.json) {
    console.log(JSON.stringify(rows, null, 1));
    return 0;
  }
  const number = (value: number | null): string => (value === null ? '-' : value.toFixed(3));
  console.log(
    `ETTh1, 7 sensors, hourly: the next ${HORIZON} hours from every ${stride === 1 ? '' : `${stride}th `}hour after four weeks, one causal pass; nRMSE`,
  );
  console.log(
    table(
      ['method', '1-24 h', '1 h', '6 h', '12 h', '24 h', 'within 2 sd'],
      rows.map(({ name, error, byHorizon, coverage }) => [
        name,
        number(error),
        ...byHorizon.map(number),
        number(coverage),
      ]),
    ),
  );
  return 0;
}

try {
  process.exitCode = main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  console.error(USAGE);
  process.exitCode = 2;
}
