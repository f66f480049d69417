import {
  firstAlarmOf,
  LEAST_FRAMES,
  methodNames,
  MOST_FRAMES,
  readSmallestChanges,
  sensitivities,
  type ChangeEvent,
  type ChangeNews,
  type MethodName,
  type Sensitivity,
} from '../change';
import { NEVER } from '../evaluate/recorded-frames';
import { ChangeModel } from '../stream/change-model';
import { writeChange, writeEventTime, writeNews, writeSensors } from './change-text';
import { readArguments, readOneOf } from './command-line';
import { quote, readSetting, usage } from './failure';
import { nameOf } from './csv/records';
import { isAbsolute, type TimeStyle } from './csv/time';
import { LearnedRows } from './learned-rows';
import { KIND_HELP, kindOption, readModelOptions } from './model-options';
import { Progress } from './progress';
import { ChangeRecord, type ListedChange } from './report/change-record';
import { writeChangesPage } from './report/changes-page';
import { saveText } from './output-file';
import { noteNames } from './name-notes';
import { noteTable } from './table-notes';
import { RESULT_HELP, openTable, resultOptions } from './table-options';

const CHANGEPOINTS_HELP = `Usage: psmf changepoints in.csv [options]

Finds the rows from which on the sensors behave differently, and says which sensors show it: a line for each
change as soon as it is found, with --json an object. Goes through the file row by row, as a stream would.
Rows are counted from 0, the header not counted. The first ${firstAlarmOf()} rows, and the 60 after a change, are learned from
(with the other methods the first ${firstAlarmOf('bocpd')}). A row that is not newer than one before is left out.
A change that is undone, a sensor that drifts, and a fault of a sensor are lines of their own: in JSON with event
(resolved, drift, fault) and without detectedIndex.

      --sensitivity NAME  high, normal (default) or low: about one false alarm in 2,000, 10,000 or 50,000 rows of
                          a plant that behaves as before; or N, one in N rows (${LEAST_FRAMES} or more)
      --method NAME       how changes are found (default calibrated, also by its former name scan):
                            calibrated     by how seldom prediction errors have moved so far before
                            bocpd          Bayesian online detection on the prediction errors
                            pelt-features  exact segmentation of the learned features, in hindsight
                            pelt-values    exact segmentation of the readings, in hindsight
${KIND_HELP}
      --smallest-change S what of a sensor is worth an alarm, such as "flow: 0.5, temp*: 2 % up"
${RESULT_HELP}
`;

const options = {
  ...resultOptions,
  ...kindOption,
  'smallest-change': { type: 'string' },
  sensitivity: { type: 'string' },
  method: { type: 'string' },
} as const;

export async function changepoints(args: readonly string[]): Promise<void> {
  const { values, files } = readArguments(args, options);
  if (values.help) return void process.stdout.write(CHANGEPOINTS_HELP);
  const sensitivity = readSensitivityOption(values.sensitivity ?? 'normal');
  const method = readOneOf('method', values.method ?? 'calibrated', methodNames);
  const { kinds } = readModelOptions(values);
  const smallestChange = values['smallest-change'];
  readSetting(() => readSmallestChanges(smallestChange));
  const opened = await openTable(files, values, values.report);
  const { table, file } = opened;
  const model = new ChangeModel({ ...opened.sensors, method, sensitivity, kinds, smallestChange });
  const record = values.report === undefined ? null : new ChangeRecord(table.sensorNames);
  const progress = new Progress('looking for changes');
  const learned = new LearnedRows();
  let rows = 0;
  let changes = 0;
  let isReady = false;
  let style: TimeStyle | null = null;
  try {
    for await (const { readings, time, frame } of table.frames()) {
      style = time?.style ?? style;
      progress.show(table.progress(), `row ${++rows}`);
      const { late, phase, score, alarm, news } = model.learnOne(frame);
      if (late) {
        learned.addLate();
        record?.addRow(readings, NaN, time);
        continue;
      }
      learned.addLearned();
      isReady ||= phase === 'ready';
      record?.addRow(readings, score, time);
      if (alarm === null && news.length === 0) continue;
      progress.clear();
      if (alarm !== null) {
        const event = inFile(alarm, learned, style);
        changes++;
        record?.addChange(event, list(event, style));
        process.stdout.write(`${values.json ? JSON.stringify(event) : writeChange(event, style)}\n`);
      }
      for (const told of news) {
        const event = newsInFile(told, learned, style);
        process.stdout.write(`${values.json ? JSON.stringify(event) : writeNews(event, style)}\n`);
      }
    }
  } finally {
    progress.clear();
  }
  const warning = isReady ? null : warmingNote(rows, method);
  const notes = [
    ...noteTable(opened, rows, learned.late, 'left out'),
    ...noteNames(opened.file, values, table.sensorNames),
  ];
  if (warning !== null) notes.push(`${nameOf(file)}: ${warning}`);
  else if (changes === 0 && !values.json) notes.push(`${nameOf(file)}: no change in ${rows} rows.`);
  for (const note of notes) process.stderr.write(`${note}\n`);
  if (record !== null && values.report !== undefined) {
    saveText(values.report, writeChangesPage({ file, method, sensitivity, warning, record }));
  }
}

/** Elapsed times are no dates. */
const dateIn =
  (style: TimeStyle | null) =>
  (time: number | null): number | null =>
    style !== null && isAbsolute(style) && time !== NEVER ? time : null;

function newsInFile(news: ChangeNews, learned: LearnedRows, style: TimeStyle | null): ChangeNews {
  const date = dateIn(style);
  return { ...news, index: learned.rowOf(news.index), since: date(news.since), time: date(news.time) };
}

/** The model counts the frames it has learned; the file counts late rows too. */
function inFile(event: ChangeEvent, learned: LearnedRows, style: TimeStyle | null): ChangeEvent {
  const index = learned.rowOf(event.index);
  const detectedIndex = learned.rowOf(event.detectedIndex);
  const date = dateIn(style);
  return {
    ...event,
    ...{ index, detectedIndex, delay: detectedIndex - index },
    ...{ time: date(event.time), detectedAt: date(event.detectedAt) },
    ...(event.since === undefined ? {} : { since: date(event.since) }),
  };
}

function warmingNote(rows: number, method: MethodName): string {
  const learned = firstAlarmOf(method);
  const needed = `${learned + 1} rows${rows > learned ? ' with readings' : ''} are needed`;
  return `warming: ${needed} before a change can be found, got ${rows > learned ? 'fewer' : rows}.`;
}

function readSensitivityOption(text: string): Sensitivity {
  const frames = /^\d+$/.test(text) ? Number(text) : NaN;
  if (frames >= LEAST_FRAMES && frames <= MOST_FRAMES) return frames;
  const name = sensitivities.find((known) => known === text);
  if (name !== undefined) return name;
  const expected = `${sensitivities.join(', ')} or a number of rows from ${LEAST_FRAMES} on`;
  throw usage(`--sensitivity: expected ${expected}, got ${quote(text)}.`);
}

const list = (event: ChangeEvent, style: TimeStyle | null): ListedChange => ({
  index: event.index,
  detectedIndex: event.detectedIndex,
  delay: event.delay,
  score: event.score,
  time: writeEventTime(event.time, style),
  detectedAt: writeEventTime(event.detectedAt, style),
  sensors: writeSensors(event),
});
