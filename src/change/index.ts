import { readChoice } from '../options';
import { BocpdDetector } from './bocpd/bocpd-detector';
import { CalibratedDetector, FIRST_ALARM } from './calibrated/calibrated-detector';
import { checkState, type DetectorState, type FollowingDetector } from './detector';
import type { SensorOptions } from './names';
import type { Sensitivity } from './sensitivity';
import type { ChangeWords } from './words';
import { PeltDetector } from './windowed/pelt-detector';
import type { Input } from './windowed/window-signal';

/** What the default method was called before; it is accepted and means the default. */
const FORMER_NAME = 'scan';
export type MethodName = Method | typeof FORMER_NAME;

export interface DetectorOptions extends SensorOptions {
  readonly method?: MethodName;
  readonly sensitivity?: Sensitivity;
  /** What summaries are written in; English unless told. */
  readonly words?: ChangeWords;
}

interface Maker {
  create(options: DetectorOptions): FollowingDetector;
  restore(state: DetectorState, words?: ChangeWords): FollowingDetector;
  /** A detector's memory of the last frames and what it keeps of a sensor. */
  readonly bytesPerSensor: number;
}

const peltOn = (input: Input, bytesPerSensor: number): Maker => ({
  create: (options) => new PeltDetector({ ...options, input }),
  restore: (state) => PeltDetector.restore(state),
  bytesPerSensor,
});

/** Every method, by its name; the first is the default. A new one is a folder and a line here. */
const makers = {
  calibrated: {
    create: (options) => new CalibratedDetector(options),
    restore: (state, words) => CalibratedDetector.restore(state, words),
    bytesPerSensor: 3200,
  },
  bocpd: {
    create: (options) => new BocpdDetector(options),
    restore: (state) => BocpdDetector.restore(state),
    bytesPerSensor: 4500,
  },
  'pelt-features': peltOn('features', 1500),
  'pelt-values': peltOn('values', 2200),
} satisfies Readonly<Record<string, Maker>>;

export type Method = keyof typeof makers;
export const methods = Object.keys(makers) as readonly Method[];
export const methodNames: readonly MethodName[] = [...methods, FORMER_NAME];

const makerOf = (method: Method): Maker => makers[method];

export const bytesPerSensorOf = (method: Method): number => makerOf(method).bytesPerSensor;

export function readMethod(value: unknown): Method {
  const name = readChoice('method', value ?? methods[0], methodNames);
  return name === FORMER_NAME ? methods[0] : name;
}

/** Frames that the other methods learn from before the first alarm. */
const FIRST_ALARM_OF_OTHERS = 180;

/** Frames before the first alarm of a method can be. */
export const firstAlarmOf = (method?: MethodName): number =>
  readMethod(method) === methods[0] ? FIRST_ALARM : FIRST_ALARM_OF_OTHERS;

export function createDetector(options: DetectorOptions): FollowingDetector {
  return makerOf(readMethod(options.method)).create(options);
}

/** A detector that goes on exactly where the snapshot was taken. */
export function restoreDetector(state: DetectorState, words?: ChangeWords): FollowingDetector {
  const { method } = checkState(state);
  return makerOf(readChoice('method', method, methods)).restore(state, words);
}

export { AlertLog } from './alerts/alert-log';
export { readSmallestChanges } from './alerts/smallest-change';

export type {
  ChangeDetector,
  ChangedSensor,
  ChangeEvent,
  ChangeKind,
  ChangeMeaning,
  DetectorState,
  FollowingDetector,
  LevelSpread,
  SensorContribution,
  Verdict,
} from './detector';
export type { Correction } from './faults/correction';
export type { ChangeNews, DriftEvent, FaultEvent, ResolvedEvent } from './news';
export { ENGLISH, type ChangeWords } from './words';
export { LEAST_FRAMES, MOST_FRAMES, readSensitivity, sensitivities, type Sensitivity } from './sensitivity';
