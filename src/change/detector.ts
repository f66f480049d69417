import { checkDt, checkReadings } from '../arguments';
import { PsmfError, describe } from '../errors';

export interface SensorContribution {
  readonly name: string;
  readonly contribution: number;
}

/** One change. Indices count the frames of this model from 0, those with nothing read included. */
export interface ChangeEvent {
  /** The first changed frame, as far as can be told. */
  readonly index: number;
  /** The frame that gave it away. */
  readonly detectedIndex: number;
  /** When those two frames were, in epoch ms; null where no time was given. */
  readonly time: number | null;
  readonly detectedAt: number | null;
  /** detectedIndex - index. */
  readonly delay: number;
  /** Statistic / threshold at the alarm. */
  readonly score: number;
  readonly method: string;
  /** Those that showed something of it, largest first. */
  readonly sensors: readonly SensorContribution[];
}

/** What one frame showed. A detector hands out the same object each time: read it before the next update. */
export interface Verdict {
  /** Statistic / threshold: 1 and more alarms, 0 while nothing can be said. */
  score: number;
  alarm: ChangeEvent | null;
}

/** All a detector needs to go on bit for bit: plain settings, and its state as one array. */
export interface DetectorState {
  readonly method: string;
  readonly config: Readonly<Record<string, string | number | boolean>>;
  readonly names: readonly string[];
  readonly data: Float64Array;
}

/** What every detector can do, whatever its method. */
export interface ChangeDetector {
  readonly method: string;
  /** Whether changes are found long after the fact, on whole windows, and not frame by frame. */
  readonly retrospective: boolean;
  readonly names: readonly string[];
  readonly sensors: number;
  /** "warming" until there is something to compare a frame with: at the start, and again after an alarm. */
  readonly phase: 'warming' | 'ready';
  /** Frames taken in. */
  readonly seq: number;
  /** Score of the last frame, for an answer without learning; 0 while warming. */
  readonly score: number;
  /**
   * Takes in one frame: a reading for each sensor, dt nominal periods after the last frame, at `time` (epoch ms).
   * NaN, and anything else that is not a number of sane size, is a missing reading.
   */
  update(readings: ArrayLike<number>, dt?: number, time?: number | null): Verdict;
  /** Adds a sensor as the last column; it takes part once enough of it is known, and its joining is no change. */
  addSensor(name?: string): void;
  snapshot(): DetectorState;
}

/** Refuses what cannot be a detector's state, before its parts are looked at one by one. */
export function checkState(state: unknown): DetectorState {
  const fields = (state ?? {}) as Readonly<Record<string, unknown>>;
  const isObject = fields.config !== null && typeof fields.config === 'object';
  if (isObject && Array.isArray(fields.names) && fields.data instanceof Float64Array)
    return state as DetectorState;
  throw new PsmfError(
    'BAD_SNAPSHOT',
    "A detector's state",
    'config, names and a Float64Array of data',
    describe(state),
    'Restore an earlier snapshot or start afresh.',
  );
}

/** Refuses a frame of the wrong length or an impossible dt, before anything has changed. */
export function checkFrame(readings: ArrayLike<number>, sensors: number, dt: number): void {
  checkReadings(readings, sensors);
  checkDt(dt);
}
