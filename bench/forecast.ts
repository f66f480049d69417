import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runLimits, type LimitRow } from './forecast/limits-run';
import { runForecast, type ForecastRow } from './forecast/seasonal-run';
import { table } from './table';

const USAGE = `Usage: npm run bench:forecast -- --data DIR [--stride N] [--limits] [--json]
  --data DIR  where ETTh1.csv is
  --stride N  forecast at every Nth hour (5)
  --limits    only the limits told ahead
  --json      print the numbers as JSON`;
const HORIZON = 24;
/** Of a year and a half the first four months: limits take a forecast with every frame. */
const LIMIT_FRAMES = 3000;
const BEYOND = 0.02;

function main(): number {
  const { values } = parseArgs({
    options: {
      data: { type: 'string' },
      stride: { type: 'string', default: '5' },
      limits: { type: 'boolean' },
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
  const rows = values.limits
    ? []
    : runForecast(frames, { ...{ season: 24, horizon: HORIZON, harmonics: 4, warmUp: 28 * 24, stride } });
  const limits = runLimits(frames.slice(0, LIMIT_FRAMES), {
    ...{ horizon: HORIZON, warmUp: 28 * 24, frameMs: 3_600_000, share: BEYOND },
  });
  if (values.json) {
    console.log(JSON.stringify({ rows, limits }, null, 1));
    return 0;
  }
  if (rows.length > 0) printForecasts(rows, stride);
  printLimits(limits);
  return 0;
}

function printForecasts(rows: readonly ForecastRow[], stride: number): void {
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
}

function printLimits(limits: readonly LimitRow[]): void {
  const percent = (share: number): string => `${(100 * share).toFixed(0)} %`;
  console.log(
    `\nETTh1, first ${LIMIT_FRAMES} hours: a limit on either side of each sensor that ${percent(BEYOND)} of its readings are beyond, told at most ${HORIZON} hours ahead by the default model`,
  );
  console.log(
    table(
      ['limits', 'crossings', 'told ahead', 'tellings', 'false', 'error of the time (h)', 'within'],
      limits.map(({ name, crossings, toldAhead, tellings, falseShare, timeError, within }) => [
        ...[name, String(crossings), percent(toldAhead), String(tellings), percent(falseShare)],
        ...[String(timeError), percent(within)],
      ]),
    ),
  );
}

try {
  process.exitCode = main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  console.error(USAGE);
  process.exitCode = 2;
}
