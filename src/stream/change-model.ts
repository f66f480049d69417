import {
  AlertLog,
  bytesPerSensorOf,
  createDetector,
  readMethod,
  readSensitivity,
  readSmallestChanges,
  restoreDetector,
  type ChangeEvent,
  type ChangeNews,
  type ChangeWords,
  type FollowingDetector,
  type MethodName,
  type Sensitivity,
} from '../change';
import { PsmfError } from '../errors';
import { readKinds } from '../kinds/kind';
import { packKinds, takeKinds } from '../kinds/packed-kinds';
import type { Json } from '../snapshot/canonical-json';
import type { ModelOptions } from './default-model';
import { createHead, plainSettings, type Draft, type Engine, type EngineMaker, type Packed } from './engine';
import { KindColumns, keptAsPlain } from './kind-columns';
import { NamedStream, type Kept } from './named-stream';
import type { Answer, StreamOptions } from './stream-model';

export interface ChangeModelOptions extends StreamOptions, Pick<ModelOptions, 'kinds'> {
  readonly method?: MethodName;
  readonly sensitivity?: Sensitivity;
  /** What of a sensor is worth an alarm, such as "flow: 0.5, temp*: 2 % up"; blank: everything. */
  readonly smallestChange?: string;
  /** What summaries are written in; English unless told. */
  readonly words?: ChangeWords;
}

export interface ChangeAnswer extends Answer {
  /** Statistic / threshold: 1 and more alarms, 0 while nothing can be said. Of the last learned frame, if this is not. */
  readonly score: number;
  /** The change this frame gave away; its indices count the frames this model has learned, from 0. */
  readonly alarm: ChangeEvent | null;
  /** What else there is to tell: changes that are undone, faults of sensors, drifts. */
  readonly news: readonly ChangeNews[];
  /** Frames left of the pause after an alarm, in which no other is raised. */
  readonly pause: number;
  /** Whether alarms are held back for maintenance. */
  readonly maintenance: boolean;
}

/** Finds changes in a stream of frames. */
export class ChangeModel extends NamedStream<ChangeAnswer> {
  readonly #log: AlertLog;

  constructor(options: ChangeModelOptions = {}, kept?: Kept) {
    if (kept !== undefined) refuseFormerDetector(kept.meta);
    const smallest = readSmallestChanges(options.smallestChange);
    const log = new AlertLog({ smallest, words: options.words });
    super(options, createMaker(options, log), kept);
    this.#log = log;
  }

  /** While true, frames are learned and nothing is told. */
  get maintenance(): boolean {
    return this.#log.isMaintained;
  }

  set maintenance(value: boolean) {
    this.#log.isMaintained = value;
  }

  /** The last change that was told (true), or that of an id, was normal: its like is not told again of its sensors. */
  acknowledge(id: unknown = true): void {
    this.#log.acknowledge(id);
  }

  /** A model that goes on where the snapshot was taken. */
  static restore(options: ChangeModelOptions, kept: Kept): ChangeModel {
    return new ChangeModel(options, kept);
  }

  /** What is said of a frame is of all sensors together. */
  protected override blank(): void {}
}

/** What is known of a sensor's kind. */
const KIND_BYTES = 1500;

/** Which detectors the numbers of a snapshot are of: 1, which is not named there, had the scan and a filter of their own. */
const DETECTOR = 2;

/** Numbers of the former detectors mean nothing to these. */
function refuseFormerDetector(meta: Json): void {
  const { config } = (meta ?? {}) as { config?: { kind?: Json; detector?: Json } };
  if (config?.kind !== 'change' || config.detector === DETECTOR) return;
  throw new PsmfError(
    'OTHER_SETTINGS',
    'The snapshot',
    'the state of a detector of this version',
    'that of a former one',
    'There is nothing to do: changes are found by another detector now, which learns afresh.',
  );
}

/** The largest score of a frame in which no change is told. */
const BELOW_ALARM = 0.999;

function createMaker(options: ChangeModelOptions, log: AlertLog): EngineMaker<ChangeAnswer> {
  const method = readMethod(options.method);
  const sensitivity = readSensitivity(options.sensitivity);
  const { words } = options;
  const kinds = readKinds(options.kinds);
  return {
    config: { kind: 'change', method, detector: DETECTOR }, // sensitivity sets thresholds only, and may change
    bytesFor: (sensors) => 18_000 + (KIND_BYTES + bytesPerSensorOf(method)) * sensors,
    create: (sensors) => {
      const columns = new KindColumns(kinds, sensors, null);
      return new ChangeEngine(
        createDetector({ names: columns.names, method, sensitivity, words }),
        columns,
        log,
        words,
      );
    },
    restore: (sensors, state, extra) => {
      const stored = extra as { readonly rank: number; readonly alerts?: Json; readonly kinds?: unknown };
      const { rank } = stored;
      const { kinds: stood, rest: data } = takeKinds(stored.kinds, state, sensors.length);
      const kept = stood ?? keptAsPlain(sensors);
      const columns = new KindColumns(kinds, sensors, kept);
      const names = columns.names.slice(0, 1 + Math.max(...kept.flatMap((sensor) => sensor.columns)));
      const { config } = createDetector({ names, method, sensitivity }).snapshot();
      log.restore(stored.alerts, names.length, rank);
      const detector = restoreDetector({ method, config: { ...config, rank }, names, data }, words);
      return new ChangeEngine(detector, columns, log, words);
    },
    createAnswer,
  };
}

class ChangeEngine implements Engine<ChangeAnswer> {
  readonly answer: Draft<ChangeAnswer> = createAnswer();

  constructor(
    readonly detector: FollowingDetector,
    readonly columns: KindColumns,
    readonly log: AlertLog,
    readonly words: ChangeWords | undefined,
  ) {
    log.nameOf = columns.nameOf;
    log.saidOf = columns.saidOf;
    this.#addColumns();
  }

  get seq(): number {
    return this.detector.seq;
  }

  addSensor(name: string): void {
    this.columns.addSensor(name);
    this.#addColumns();
  }

  replaceSensor(j: number, name: string): void {
    const { detector, columns, log } = this;
    for (const column of columns.replaceSensor(j, name)) {
      detector.replaceSensor(column, columns.names[column]);
      log.forgetSensor(column);
    }
    this.#addColumns();
  }

  /** What the detector does not know yet. */
  #addColumns(): void {
    const { detector, columns } = this;
    for (let i = detector.sensors; i < columns.length; i++) detector.addSensor(columns.names[i]);
  }

  learn(readings: Float64Array, dt: number, time: number): void {
    const { answer, detector, columns, log } = this;
    const seen = columns.transform(readings, dt);
    detector.isWithholding = log.isMaintained;
    const verdict = detector.update(seen, dt, time);
    if (verdict.alarm?.kind === 'stuck')
      for (const column of columns.besides(verdict.alarm.sensors[0].name)) detector.noteStuck?.(column);
    const told = log.learn(detector, seen, time, verdict.alarm);
    answer.phase = told.alarm === null ? detector.phase : 'ready'; // after an alarm it warms up anew
    answer.score = verdict.alarm !== null && told.alarm === null ? BELOW_ALARM : verdict.score;
    answer.alarm =
      told.alarm === null
        ? null
        : columns.describe(told.alarm, (column) => detector.readAround?.(column) ?? null, this.words);
    const drift = this.#tellDrift(time);
    const news = drift === null ? told.news : [...told.news, drift];
    answer.news = news.length === 0 ? news : columns.describeNews(news);
    columns.learn(readings, dt);
    this.#addColumns();
    this.#describe();
  }

  #tellDrift(time: number): ChangeNews | null {
    const { detector, log } = this;
    const event = detector.drift === null ? null : log.tellDrift(detector.drift, detector.names, time);
    if (event !== null) detector.tellDrift();
    return event;
  }

  predict(): void {
    const { answer, detector } = this;
    answer.phase = detector.phase;
    answer.score = detector.score;
    answer.alarm = null;
    answer.news = NO_NEWS;
    this.#describe();
  }

  pack(): Packed {
    const { config, data } = this.detector.snapshot();
    const kinds = packKinds(this.columns.pack());
    const all = new Float64Array(data.length + kinds.length);
    all.set(data);
    all.set(kinds, data.length);
    const extra = { rank: config.rank, alerts: this.log.state, kinds: kinds.length };
    return { data: all, extra: plainSettings(extra) };
  }

  #describe(): void {
    this.answer.pause = this.detector.pause;
    this.answer.maintenance = this.log.isMaintained;
  }
}

const NO_NEWS: readonly ChangeNews[] = [];

const createAnswer = (): Draft<ChangeAnswer> => ({
  ...createHead(),
  ...{ score: 0, alarm: null, news: NO_NEWS, pause: 0, maintenance: false },
});
