import { evaluate, type Evaluation } from '../evaluate/evaluation';
import { drawMask, patterns, type Mask } from '../evaluate/mask';
import { createMethods, methodNames, type MethodName } from '../evaluate/methods';
import { standardDeviations, type ReadingsTable } from '../evaluate/readings-table';
import type { MethodScore } from '../evaluate/score';
import { findTurns } from '../evaluate/turns';
import { kindOf, readKinds, type Kind, type KindSettings } from '../kinds/kind';
import type { ModelOptions } from '../stream/default-model';
import type { Receipt } from '../stream/receipt';
import { readArguments, readOneOf, readWhole } from './command-line';
import type { CsvTable } from './csv/csv-table';
import type { EvaluationResult } from './evaluation-result';
import { usage } from './failure';
import { LongFrames } from './long-frames';
import { MODEL_HELP, modelOptions, readModelOptions } from './model-options';
import { Progress } from './progress';
import { readMask } from './read-mask';
import { readLongTable, readTable, type TimedTable } from './read-table';
import { writeEvaluationPage } from './report/evaluation-page';
import { saveText } from './output-file';
import { chooseWindows, WindowRecorder } from './report/windows';
import { writeScoreTable } from './score-table';
import { judgeSensors } from './sensor-verdict';
import { noteNames } from './name-notes';
import { noteTable } from './table-notes';
import { LONG_HELP, RESULT_HELP, longOption, openTable, resultOptions } from './table-options';

const EVALUATE_HELP = `Usage: psmf evaluate in.csv [options]

Will it work on my sensors? Hides known values, goes through the file once, row by row, and compares
what each method gives for a hidden value with the truth. Rows before 100 are hidden but not scored.

      --pattern NAME      what is hidden (default seg30):
                            seg30    segments of 20 rows of one sensor, until 30 % is missing
                            mcar10   single values, one in ten
                            long     outages of 200 rows of one sensor
                            gateway  all sensors at once for 20 rows, about every 120
      --seed N            draw other values to hide (default 1)
      --mask mask.csv     hide these instead: no header, a row for each row of data,
                          a column for each sensor, 1 = hide
${LONG_HELP}
${MODEL_HELP}
${RESULT_HELP}
`;

const options = {
  ...resultOptions,
  ...modelOptions,
  pattern: { type: 'string' },
  seed: { type: 'string' },
  mask: { type: 'string' },
  ...longOption,
} as const;

export async function evaluateCommand(args: readonly string[]): Promise<void> {
  const { values, files } = readArguments(args, options);
  if (values.help) return void process.stdout.write(EVALUATE_HELP);
  if (values.mask !== undefined && values.pattern !== undefined) {
    throw usage('Choose --pattern or --mask, not both.');
  }
  const pattern = readOneOf('pattern', values.pattern ?? 'seg30', patterns);
  const seed = readWhole('seed', values.seed ?? '1', 0, 0xffffffff);
  const model = readModelOptions(values);
  const kinds = readKinds(model.kinds);
  const opened = await openTable(files, values, values.report, { findsLabels: true });
  const recording = await readRecording(opened.table, values.long ?? false);
  const kindAt = (column: number): Kind | null => kindOf(kinds, recording.names[column]);
  const table = { ...recording, turns: findTurns(recording, kindAt) };
  for (const note of [
    ...noteTable(opened, table.rows, table.late, 'left out'),
    ...noteNames(opened.file, values, recording.names),
  ])
    process.stderr.write(`${note}\n`);
  const mask =
    values.mask !== undefined
      ? await readMask(values.mask, table.rows, table.sensors)
      : drawMask(table, pattern, seed);

  const recorder = new WindowRecorder(table, mask, chooseWindows(table, mask));
  const { evaluation, receipt } = runMethods(table, mask, seed, recorder, {
    ...model,
    kinds: byColumn(table.names, kindAt),
  });
  const { names } = table;
  const result: EvaluationResult = {
    rows: table.rows,
    sensors: table.sensors,
    hidden: evaluation.hidden,
    pattern: values.mask === undefined ? pattern : 'mask',
    seed,
    methods: totals(evaluation),
    perSensor: judgeSensors(names, table, evaluation.bySensor.adaptive, standardDeviations(table), receipt),
  };
  if (values.report !== undefined) {
    const page = writeEvaluationPage({
      result,
      evaluation,
      recorder,
      file: opened.file,
      names,
      table,
    });
    saveText(values.report, page);
  }
  process.stdout.write(values.json ? `${JSON.stringify(result)}\n` : writeScoreTable(result));
}

/** Rows as they are, or gathered where each is one reading. */
function readRecording(table: CsvTable, isLong: boolean): Promise<TimedTable> {
  const { sensors } = table.structure;
  const long = isLong || sensors.length === 1 ? LongFrames.find(table.structure, isLong) : null;
  return long === null ? readTable(table) : readLongTable(table, long);
}

/** The methods know sensors by their columns only. */
const byColumn = (names: readonly string[], kindAt: (column: number) => Kind | null): KindSettings =>
  Object.fromEntries(names.map((_, column) => [`${column}`, kindAt(column) ?? 'auto']));

function runMethods(
  table: ReadingsTable,
  mask: Mask,
  seed: number,
  recorder: WindowRecorder,
  model: ModelOptions,
): { readonly evaluation: Evaluation<MethodName>; readonly receipt: Receipt | null } {
  const methods = createMethods(table.sensors, seed, model);
  const progress = new Progress('evaluating');
  try {
    const evaluation = evaluate(table, mask, methods, (row) => {
      recorder.record(row, methods.adaptive);
      progress.show((row + 1) / table.rows, `row ${row + 1} of ${table.rows}`);
    });
    return { evaluation, receipt: methods.adaptive.receipt };
  } finally {
    progress.clear();
  }
}

function totals({ scorers }: Evaluation<MethodName>): Record<MethodName, MethodScore> {
  const names = Object.keys(methodNames) as MethodName[];
  return Object.fromEntries(names.map((name) => [name, scorers[name].total])) as Record<
    MethodName,
    MethodScore
  >;
}
