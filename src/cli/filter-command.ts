import { INTERVAL_SD } from '../scale/limits';
import type { FilterAnswer } from '../stream/filter-answer';
import { FilterModel } from '../stream/filter-model';
import { readArguments, readWhole } from './command-line';
import { isMissing } from './csv/cell';
import { CsvWriter, writeNumber } from './csv/csv-writer';
import type { Structure } from './csv/structure';
import { writeTime, type Time } from './csv/time';
import { MODEL_HELP, modelOptions, readModelOptions } from './model-options';
import { Progress } from './progress';
import { noteNames } from './name-notes';
import { noteTable } from './table-notes';
import { TABLE_HELP, openTable, tableOptions } from './table-options';

const FILTER_HELP = `Usage: psmf filter in.csv [-o out.csv] [options]

Replaces each reading by the signal behind it, and each gap by an estimate, row by row, from what
was known up to and in that row. The first rows, from which the model learns, keep their readings.
A gap before the first reading of its sensor is left empty. A row that is not newer than one before is
answered, but not learned from.

  -o, --output out.csv    where to write; - or nothing: standard output
      --forecast N        add N rows: what is to come, as seen from the last row
      --intervals         for each sensor the columns _lower and _upper: the signal, or the
                          reading that is missing or to come, lies between them in 95 % of rows
${MODEL_HELP}
${TABLE_HELP}
`;

const options = {
  ...tableOptions,
  ...modelOptions,
  output: { type: 'string', short: 'o' },
  forecast: { type: 'string' },
  intervals: { type: 'boolean' },
} as const;

/** One number and its error bar for each sensor; NaN where there is none. */
type Signal = Pick<FilterAnswer, 'mean' | 'sd'>;

export async function filter(args: readonly string[]): Promise<void> {
  const { values, files } = readArguments(args, options);
  if (values.help) return void process.stdout.write(FILTER_HELP);
  const horizon = values.forecast === undefined ? 0 : readWhole('forecast', values.forecast, 1, 100_000);
  const modelSettings = readModelOptions(values);
  const output = values.output ?? '-';
  const opened = await openTable(files, values, output);
  const { table, isSeries } = opened;
  const { names, sensors, hasHeader } = table.structure;
  const model = new FilterModel({ ...opened.sensors, ...modelSettings });
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
  let late = 0;
  let last: Time | null = null;
  let { periodMs } = table;
  try {
    const added = values.intervals
      ? table.sensorNames.flatMap((name) => [`${name}_lower`, `${name}_upper`])
      : [];
    if (hasHeader || values.intervals) await writer.write([...names, ...added]);
    for await (const { cells, readings, time, frame } of table.frames()) {
      const answer = model.learnOne(frame);
      if (answer.late) late++;
      else last = time ?? last;
      periodMs = answer.period ?? periodMs;
      await write(cells, signalOf(answer, readings));
      progress.show(table.progress(), `row ${++rows}`);
    }
    if (horizon > 0) {
      for (const ahead of model.forecast(horizon)) {
        await write(emptyCells(table.structure, last, ahead.steps * (periodMs ?? NaN)), ahead);
      }
    }
    await writer.end();
  } catch (error) {
    await writer.abandon();
    throw error;
  } finally {
    progress.clear();
  }
  for (const note of [
    ...noteTable(opened, rows, late, 'answered, but not learned from'),
    ...noteNames(opened.file, values, opened.table.sensorNames),
  ])
    process.stderr.write(`${note}\n`);
}

/** A reading without a residual stands for itself: its sensor has no units yet. There is no signal to tell from it. */
function signalOf({ mean, sd, residual }: FilterAnswer, readings: Float64Array): Signal {
  const isTold = (j: number): boolean => Number.isNaN(readings[j]) || !Number.isNaN(residual[j]);
  return {
    mean: mean.map((value, j) => (isTold(j) ? value : NaN)),
    sd: sd.map((value, j) => (isTold(j) ? value : NaN)),
  };
}

/** Empty where there is no telling yet how far a sensor spreads. */
const boundCells = ({ mean, sd }: Signal): string[] =>
  Array.from(mean, (value, j) => {
    const half = INTERVAL_SD * sd[j];
    return half > 0 ? [writeNumber(value - half), writeNumber(value + half)] : ['', ''];
  }).flat();

/** A row so long after the last, NaN where nobody knows: its time, written as the file writes times, and nothing else. */
function emptyCells({ names, time }: Structure, last: Time | null, aheadMs: number): string[] {
  const cells = names.map(() => '');
  if (last === null || time === null || Number.isNaN(aheadMs)) return cells;
  const text = writeTime(last.ms + aheadMs, last.style);
  const parts = time.columns.length === 1 ? [text] : text.split(' ');
  time.columns.forEach((column, i) => (cells[column] = parts[i]));
  return cells;
}
