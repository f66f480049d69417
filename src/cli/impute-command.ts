import type { ImputedFrame } from '../impute/imputer';
import { ImputeModel } from '../stream/impute-model';
import { readArguments, readWhole } from './command-line';
import { isMissing } from './csv/cell';
import { CsvWriter, writeNumber } from './csv/csv-writer';
import { MODEL_HELP, modelOptions, readModelOptions } from './model-options';
import { Progress } from './progress';
import { noteNames } from './name-notes';
import { noteTable } from './table-notes';
import { TABLE_HELP, openTable, tableOptions } from './table-options';

const IMPUTE_HELP = `Usage: psmf impute in.csv [-o out.csv] [options]

Fills the gaps of a recording, row by row, each from what was known up to and in its row.
Everything else in the file stays as it is. A gap before the first reading of its sensor cannot be
filled and is left empty, as are the bounds of a sensor that has hardly been read yet. A row that is
not newer than one before has its gaps filled but is not learned from.

  -o, --output out.csv    where to write; - or nothing: standard output
      --intervals         for each sensor the columns _lower, _upper (95 % of true values lie
                          between them) and _quality (estimated, uncertain or held) of what was filled
      --max-gap N         leave a sensor empty once it has been silent for more than N rows
${MODEL_HELP}
${TABLE_HELP}
`;

const options = {
  ...tableOptions,
  ...modelOptions,
  output: { type: 'string', short: 'o' },
  intervals: { type: 'boolean' },
  'max-gap': { type: 'string' },
} as const;

export async function impute(args: readonly string[]): Promise<void> {
  const { values, files } = readArguments(args, options);
  if (values.help) return void process.stdout.write(IMPUTE_HELP);
  const maxGap =
    values['max-gap'] === undefined ? undefined : readWhole('max-gap', values['max-gap'], 1, 1e9);
  const modelSettings = readModelOptions(values);
  const output = values.output ?? '-';
  const opened = await openTable(files, values, output);
  const { table, isSeries } = opened;
  const { names, sensors, hasHeader } = table.structure;
  const model = new ImputeModel({ ...opened.sensors, ...modelSettings, maxGap });
  const progress = new Progress('filling gaps');
  const writer = new CsvWriter(output, table.delimiter, isSeries, table.decimalComma);
  let rows = 0;
  let late = 0;
  let filled = 0;
  let uncertain = 0;
  try {
    const added = values.intervals ? table.sensorNames.flatMap(intervalNames) : [];
    if (hasHeader || values.intervals) await writer.write([...names, ...added]);
    for await (const { cells, frame } of table.frames()) {
      const answer = model.learnOne(frame);
      if (answer.late) late++;
      answer.outcome.forEach((outcome, j) => {
        if (outcome !== 'filled') return;
        filled++;
        if (answer.quality[j] === 'uncertain') uncertain++;
      });
      sensors.forEach((column, j) => (cells[column] = fillCell(cells[column], answer, j)));
      await writer.write(values.intervals ? [...cells, ...intervalCells(answer)] : cells);
      progress.show(table.progress(), `row ${++rows}`);
    }
    await writer.end();
  } catch (error) {
    await writer.abandon();
    throw error;
  } finally {
    progress.clear();
  }
  for (const note of [
    ...noteTable(opened, rows, late, 'filled, but not learned from'),
    ...noteNames(opened.file, values, table.sensorNames),
  ])
    process.stderr.write(`${note}\n`);
  if (output !== '-') process.stdout.write(`${describeFilled(rows, filled, uncertain)}\n`);
}

/** What was done, in a sentence. */
const describeFilled = (rows: number, filled: number, uncertain: number): string =>
  filled === 0
    ? `${rows} rows; there was no gap that could be filled.`
    : `${rows} rows; ${filled} gaps filled, ${uncertain} of them uncertain: --intervals shows how far each can be trusted.`;

/** A reading stays as it was written, and so does text that stands in a column before its first number. */
function fillCell(cell: string, frame: ImputedFrame, j: number): string {
  switch (frame.outcome[j]) {
    case 'filled':
    case 'expired':
      return writeNumber(frame.value[j]);
    default:
      return isMissing(cell) ? '' : cell;
  }
}

const intervalNames = (name: string): string[] => [`${name}_lower`, `${name}_upper`, `${name}_quality`];

const intervalCells = ({ lower, upper, quality }: ImputedFrame): string[] =>
  quality.flatMap((word, j) => [writeNumber(lower[j]), writeNumber(upper[j]), word ?? '']);
