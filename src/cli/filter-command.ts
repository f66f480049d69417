import { AdaptiveModel } from '../adaptive/adaptive-model';
import type { FrameEstimates } from '../adaptive/frame-estimates';
import { readArguments, readWhole } from './command-line';
import { isMissing } from './csv/cell';
import { CsvWriter } from './csv/csv-writer';
import type { CsvTable } from './csv/csv-table';
import { writeTime, type Time } from './csv/time';
import { answerLate } from './late-row';
import { writeNumber } from './number-text';
import { Progress } from './progress';
import { noteTable } from './table-notes';
import { TABLE_HELP, openTable, tableOptions } from './table-options';

export const FILTER_HELP = `Usage: psmf filter in.csv [-o out.csv] [options]

Replaces each reading by the signal behind it, and each gap by an estimate, row by row, from what
was known up to and in that row. The first rows, from which the model learns, keep their readings.
A gap before the first reading of its sensor is left empty. A row that is not newer than one before is
answered, but not learned from.

  -o, --output out.csv    where to write; - or nothing: standard output
      --forecast N        add N rows: what is to come, as seen from the last row
      --intervals         for each sensor the columns _lower and _upper: the signal, or the
                          reading that is missing or to come, lies between them in 95 % of rows
${TABLE_HELP}
`;

const options = {
  ...tableOptions,
  output: { type: 'string', short: 'o' },
  forecast: { type: 'string' },
  intervals: { type: 'boolean' },
} as const;

/** One number and its error bar for each sensor; NaN where there is none. */
interface Signal {
  readonly mean: ArrayLike<number>;
  readonly sd: ArrayLike<number>;
}

export async function filter(args: readonly string[]): Promise<void> {
  const { values, files } = readArguments(args, options);
  if (values.help) return void process.stdout.write(FILTER_HELP);
  const horizon = values.forecast === undefined ? 0 : readWhole('forecast', values.forecast, 1, 100_000);
  const output = values.output ?? '-';
  const opened = await openTable(files, values, output);
  const { table, isSeries } = opened;
  const { names, sensors, hasHeader } = table.structure;
  const model = new AdaptiveModel({ sensors: sensors.length });
  const progress = new Progress('filtering');
  const writer = new CsvWriter(output, table.delimiter, isSeries, table.decimalComma);
  const write = async (cells: string[], signal: Signal): Promise<void> => {
    sensors.forEach((column, j) => {
      if (Number.isFinite(signal.mean[j])) cells[column] = writeNumber(signal.mean[j]);
      else if (isMissing(cells[column])) cells[column] = '';
    });
    await writer.write(values.intervals ? [...cells, ...boundCells(signal)] : cells);
  };
  let rows = 0;
  let last: Time | null = null;
  try {
    const added = values.intervals
      ? table.sensorNames.flatMap((name) => [`${name}_lower`, `${name}_upper`])
      : [];
    if (hasHeader || values.intervals) await writer.write([...names, ...added]);
    for await (const { cells, readings, time, dt, isLate } of table.frames()) {
      if (!isLate) {
        model.learnOne(readings, dt);
        last = time ?? last;
      }
      await write(cells, signalOf(isLate ? answerLate(model, readings) : model.estimates, readings));
      progress.show(table.progress(), `row ${++rows}`);
    }
    if (horizon > 0) {
      for (const [k, { mean, variance }] of model.forecast(horizon).entries()) {
        await write(emptyCells(table, last, k + 1), { mean, sd: variance.map(Math.sqrt) });
      }
    }
    await writer.end();
  } catch (error) {
    await writer.abandon();
    throw error;
  } finally {
    progress.clear();
  }
  for (const note of noteTable(opened, rows, 'answered, but not learned from'))
    process.stderr.write(`${note}\n`);
}

/** The signal of a sensor that was read, once the model knows it; the estimate of one that was not. */
function signalOf(estimates: FrameEstimates, readings: Float64Array): Signal {
  const wasRead = (j: number): boolean => Number.isFinite(readings[j]);
  return {
    mean: readings.map((_, j) => (wasRead(j) ? estimates.denoised[j] : estimates.mean[j])),
    sd: readings.map((_, j) => (wasRead(j) ? estimates.denoisedSd[j] : estimates.sd[j])),
  };
}

/** Empty where there is no telling yet how far a sensor spreads. */
const boundCells = ({ mean, sd }: Signal): string[] =>
  Array.from(mean, (_, j) =>
    sd[j] > 0 ? [writeNumber(mean[j] - 2 * sd[j]), writeNumber(mean[j] + 2 * sd[j])] : ['', ''],
  ).flat();

/** A row `ahead` periods after the last: its time, written as the file writes times, and nothing else. */
function emptyCells(table: CsvTable, last: Time | null, ahead: number): string[] {
  const { names, time } = table.structure;
  const cells = names.map(() => '');
  if (last === null || table.periodMs === null || time === null) return cells;
  const text = writeTime(last.ms + ahead * table.periodMs, last.style);
  const parts = time.columns.length === 1 ? [text] : text.split(' ');
  time.columns.forEach((column, i) => (cells[column] = parts[i]));
  return cells;
}
