import { existsSync, realpathSync } from 'node:fs';
import type { StreamOptions } from '../stream/stream-model';
import { readFile, readOneOf, type OptionSpec, type Values } from './command-line';
import { CsvTable, type CsvOptions } from './csv/csv-table';
import { usage } from './failure';

/** Options of every command that reads a table. */
export const tableOptions = {
  rows: { type: 'string' },
  header: { type: 'boolean' },
  'no-header': { type: 'boolean' },
  time: { type: 'string' },
  ignore: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const satisfies Record<string, OptionSpec>;

export const TABLE_HELP = `      --rows time|series  what a row is: a point in time (default) or a sensor
      --header            the first row holds names (found out where not said)
      --no-header         the first row holds data
      --time NAME|none    the column that holds the time (found out where not said: the first,
                          if it holds dates, epoch times, or rising numbers under a name like time)
      --ignore NAME,NAME  columns of numbers that are no sensors, such as labels
  -h, --help              this text`;

/** Of commands that read files with one reading in each row as well. */
export const longOption = { long: { type: 'boolean' } } as const satisfies Record<string, OptionSpec>;

export const LONG_HELP = `      --long              a row is one reading: time, name of the sensor, value. Found out where a column
                          of text is called sensor, name, topic, entity_id, tag, metric or the like`;

/** Options of every command that reads a table and prints what it found. */
export const resultOptions = {
  ...tableOptions,
  json: { type: 'boolean' },
  report: { type: 'string' },
} as const satisfies Record<string, OptionSpec>;

export const RESULT_HELP = `      --json              the result as JSON
      --report out.html   a page with plots
${TABLE_HELP}`;

function readTableOptions(values: Values<typeof tableOptions>): CsvOptions {
  if (values.header && values['no-header']) throw usage('Choose --header or --no-header, not both.');
  return {
    rows: readOneOf('rows', values.rows ?? 'time', ['time', 'series'] as const),
    header: values.header ? true : values['no-header'] ? false : undefined,
    time: values.time,
    ignore: (values.ignore ?? '')
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  };
}

export interface OpenedTable {
  readonly file: string;
  readonly table: CsvTable;
  readonly isSeries: boolean;
  /** What a model is told of its sensors: their names, in the order of the file, and that they are all. */
  readonly sensors: Required<Pick<StreamOptions, 'sensors' | 'maxSensors'>>;
}

/** Opens the one file named; `output` is where the command will write. */
export async function openTable(
  files: readonly string[],
  values: Values<typeof tableOptions>,
  output = '-',
  columns: Pick<CsvOptions, 'findsLabels'> = {},
): Promise<OpenedTable> {
  const file = readFile(files);
  const options = { ...readTableOptions(values), ...columns };
  checkOutput(file, output);
  const table = await CsvTable.open(file, options);
  const names = table.sensorNames;
  return {
    ...{ file, table, isSeries: options.rows === 'series' },
    sensors: { sensors: names, maxSensors: names.length },
  };
}

/** The output is written while the input is read: they must not be one file. */
function checkOutput(input: string, output: string): void {
  if (input === '-' || output === '-' || !existsSync(output) || !existsSync(input)) return;
  if (realpathSync(input) === realpathSync(output)) {
    throw usage(`The output ${output} is the input itself: choose another name.`);
  }
}
