import {
  createDetector,
  readMethod,
  readSensitivity,
  restoreDetector,
  type ChangeDetector,
  type ChangeEvent,
  type Method,
  type MethodName,
  type Sensitivity,
} from '../change';
import { PsmfError } from '../errors';
import type { Json } from '../snapshot/canonical-json';
import { createHead, type Draft, type Engine, type EngineMaker, type Packed } from './engine';
import { NamedStream, type Kept } from './named-stream';
import type { Answer, StreamOptions } from './stream-model';

export interface ChangeModelOptions extends StreamOptions {
  readonly method?: MethodName;
  readonly sensitivity?: Sensitivity;
}

export interface ChangeAnswer extends Answer {
  /** Statistic / threshold: 1 and more alarms, 0 while nothing can be said. Of the last learned frame, if this is not. */
  readonly score: number;
  /** The change this frame gave away; its indices count the frames this model has learned, from 0. */
  readonly alarm: ChangeEvent | null;
}

/** Finds changes in a stream of frames. */
export class ChangeModel extends NamedStream<ChangeAnswer> {
  constructor(options: ChangeModelOptions = {}, kept?: Kept) {
    if (kept !== undefined) refuseFormerDetector(kept.meta);
    super(options, createMaker(options), kept);
  }

  /** A model that goes on where the snapshot was taken. */
  static restore(options: ChangeModelOptions, kept: Kept): ChangeModel {
    return new ChangeModel(options, kept);
  }

  /** What is said of a frame is of all sensors together. */
  protected override blank(): void {}
}

/** A detector's memory of the last frames and what it keeps of each sensor. */
const BYTES_PER_SENSOR: Readonly<Record<Method, number>> = {
  calibrated: 3000,
  bocpd: 4500,
  'pelt-features': 1500,
  'pelt-values': 2200,
};

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

function createMaker(options: ChangeModelOptions): EngineMaker<ChangeAnswer> {
  const method = readMethod(options.method);
  const sensitivity = readSensitivity(options.sensitivity);
  return {
    config: { kind: 'change', method, detector: DETECTOR }, // sensitivity sets thresholds only, and may change
    bytesFor: (sensors) => 14_000 + BYTES_PER_SENSOR[method] * sensors,
    create: (names) => new ChangeEngine(createDetector({ names, method, sensitivity })),
    restore: (names, data, extra) => {
      const { config } = createDetector({ names, method, sensitivity }).snapshot();
      const { rank } = extra as Readonly<Record<string, number>>;
      return new ChangeEngine(restoreDetector({ method, config: { ...config, rank }, names, data }));
    },
    createAnswer,
  };
}

class ChangeEngine implements Engine<ChangeAnswer> {
  readonly answer: Draft<ChangeAnswer> = createAnswer();

  constructor(readonly detector: ChangeDetector) {}

  get seq(): number {
    return this.detector.seq;
  }

  addSensor(name: string): void {
    this.detector.addSensor(name);
  }

  learn(readings: Float64Array, dt: number, time: number): void {
    const { answer, detector } = this;
    const verdict = detector.update(readings, dt, time);
    answer.phase = verdict.alarm === null ? detector.phase : 'ready'; // after an alarm it warms up anew
    answer.score = verdict.score;
    answer.alarm = verdict.alarm;
  }

  predict(): void {
    const { answer, detector } = this;
    answer.phase = detector.phase;
    answer.score = detector.score;
    answer.alarm = null;
  }

  pack(): Packed {
    const { config, data } = this.detector.snapshot();
    return { data, extra: { rank: config.rank } };
  }
}

const createAnswer = (): Draft<ChangeAnswer> => ({ ...createHead(), score: 0, alarm: null });
