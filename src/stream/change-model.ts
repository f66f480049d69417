import {
  createDetector,
  methods,
  restoreDetector,
  type ChangeDetector,
  type ChangeEvent,
  type Method,
  type Sensitivity,
} from '../change';
import { readSensitivity } from '../change/sensitivity';
import { readChoice } from '../options';
import { createHead, type Draft, type Engine, type EngineMaker, type Packed } from './engine';
import { NamedStream, type Kept } from './named-stream';
import type { Answer, StreamOptions } from './stream-model';

export interface ChangeModelOptions extends StreamOptions {
  readonly method?: Method;
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
    super(options, createMaker(options), kept);
  }

  /** A model that goes on where the snapshot was taken. */
  static restore(options: ChangeModelOptions, kept: Kept): ChangeModel {
    return new ChangeModel(options, kept);
  }
}

function createMaker(options: ChangeModelOptions): EngineMaker<ChangeAnswer> {
  const method = readChoice('method', options.method ?? 'scan', methods);
  const sensitivity = readSensitivity(options.sensitivity);
  return {
    config: { kind: 'change', method }, // sensitivity multiplies thresholds only, and may change
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
