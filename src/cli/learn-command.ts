import type { Frame } from '../frame/frame';
import { seal } from '../snapshot/envelope';
import { ChangeModel } from '../stream/change-model';
import { FilterModel } from '../stream/filter-model';
import type { ModelOptions } from '../stream/default-model';
import { ImputeModel } from '../stream/impute-model';
import type { Answer, StreamModel, StreamOptions } from '../stream/stream-model';
import { readArguments, readOneOf } from './command-line';
import type { CsvTable } from './csv/csv-table';
import { usage } from './failure';
import { LongFrames } from './long-frames';
import { MODEL_HELP, modelOptions, readModelOptions } from './model-options';
import { saveText } from './output-file';
import { Progress } from './progress';
import { noteNames } from './name-notes';
import { noteTable } from './table-notes';
import { LONG_HELP, TABLE_HELP, longOption, openTable, tableOptions } from './table-options';

const LEARN_HELP = `Usage: psmf learn history.csv --node impute|filter|changepoint -o model.json [options]

Learns a recording and writes the state that a node goes on from: send it as msg.import to a node of that
kind with the same settings and no list of sensors, with Allow import switched on.

      --node NAME         impute (default), filter or changepoint: whose state it is
  -o, --output model.json where to write; - or nothing: standard output
${LONG_HELP}
${MODEL_HELP}
${TABLE_HELP}
`;

const options = {
  ...tableOptions,
  ...modelOptions,
  output: { type: 'string', short: 'o' },
  node: { type: 'string' },
  ...longOption,
} as const;

const MOST_SENSORS = 100_000;

const nodes = ['impute', 'filter', 'changepoint'] as const;

/** A model as a node makes it that is told no more than this. */
function createModel(
  kind: (typeof nodes)[number],
  options: ModelOptions & StreamOptions,
): StreamModel<Answer> {
  switch (kind) {
    case 'impute':
      return new ImputeModel(options);
    case 'filter':
      return new FilterModel(options);
    case 'changepoint':
      return new ChangeModel(options);
  }
}

export async function learn(args: readonly string[]): Promise<void> {
  const { values, files } = readArguments(args, options);
  if (values.help) return void process.stdout.write(LEARN_HELP);
  const kind = readOneOf('node', values.node ?? 'impute', nodes);
  const modelSettings = readModelOptions(values);
  const output = values.output ?? '-';
  const opened = await openTable(files, values, output);
  const model = createModel(kind, { ...modelSettings, maxSensors: MOST_SENSORS });
  const progress = new Progress('learning');
  let rows = 0;
  let late = 0;
  let time: number | null = null;
  try {
    for await (const frame of framesOf(opened.table, values.long ?? false)) {
      const answer = model.learnOne(frame);
      if (answer.late) late++;
      else time = answer.time;
      progress.show(opened.table.progress(), `frame ${++rows}`);
    }
  } finally {
    progress.clear();
  }
  const kept = model.snapshot();
  if (kept === null) throw usage('There is no number in the file to learn from.');
  const text = JSON.stringify(seal({ ...kept, node: 'psmf learn', key: '', time }));
  if (output === '-') process.stdout.write(`${text}\n`);
  else saveText(output, `${text}\n`);
  for (const note of [
    ...noteTable(opened, rows, late, 'not learned from'),
    ...noteNames(opened.file, values, model.names),
  ])
    process.stderr.write(`${note}\n`);
}

/** The rows as frames, or readings of one time gathered to frames where each row is one. */
async function* framesOf(table: CsvTable, isLong: boolean): AsyncGenerator<Frame> {
  const long = LongFrames.find(table.structure, isLong);
  if (long === null) {
    for await (const { frame } of table.frames()) yield frame;
    return;
  }
  for await (const { cells, readings, frame } of table.frames()) {
    const closed = long.take(cells, readings, frame);
    if (closed !== null) yield closed;
  }
  const last = long.close();
  if (last !== null) yield last;
}
