import { checkDt, checkReadings } from '../arguments';
import { PsmfError, describe } from '../errors';
import type { SensorRow } from './evidence/sensor-row';

export interface SensorContribution {
  readonly name: string;
  readonly contribution: number;
}

/** What became another: the level, the noise, or how the sensor moves with the others; stuck: one value for too long. */
export type ChangeKind = 'level' | 'noise' | 'relation' | 'stuck';

export interface LevelSpread {
  readonly level: number;
  readonly spread: number;
}

/** How a sensor was before a change, or would be had nothing changed, and how it is since, in its own unit. */
export interface BeforeAfter {
  readonly before: LevelSpread;
  readonly after: LevelSpread;
}

/** A sensor that shows a change. */
export interface ChangedSensor extends SensorContribution, BeforeAfter {
  readonly kind: ChangeKind;
  /** Of the level, or of the noise; of an angle up is clockwise. */
  readonly direction: 'up' | 'down' | 'none';
}

/** What the calibrated method says of a change beside when it was and who shows it. */
export interface ChangeMeaning {
  /** Of the first sensor; joint: small changes in many sensors, of which none shows enough by itself. */
  readonly kind: ChangeKind | 'joint';
  /** One sensor against the others is probably the sensor, many together are probably the plant. */
  readonly scope: 'sensor' | 'plant';
  /** When the change began, epoch ms; null where no time was given. */
  readonly since: number | null;
  /** A plant that behaves as before rises so high about once in so many frames. */
  readonly rarity: number;
  /** "flow rose from 3.1 to 4.2, outlet fell from 35 to 31". */
  readonly summary: string;
}

/** How sensors follow each other, for what is compared with the past. */
export interface RowSource {
  readonly names: readonly string[];
  /** How a sensor follows the others as far as is known now; null: nothing is. */
  rowOf(column: number): SensorRow | null;
  /** What the others said of a sensor in the last frame, if it follows them as in this row; NaN: it was not read. */
  expectedBy(row: SensorRow, column: number): number;
  /** Where a sensor drifts to, if that was told and is not over; null: it does not. */
  driftOf(column: number): DriftDirection | null;
}

export type DriftDirection = 'up' | 'down';

/** A sensor that slowly leaves what the others say of it, in its own unit. */
export interface Drift {
  readonly column: number;
  /** First frame of it that is known of: its number, and its time in epoch ms; null where none was given. */
  readonly index: number;
  readonly since: number | null;
  readonly direction: DriftDirection;
  /** In 1,000 frames; and since `index`. */
  readonly rate: number;
  readonly size: number;
  /** What it reads now, in the mean of the last frames. */
  readonly level: number;
}

/** One change. Indices count the frames of this model from 0, those with nothing read included. */
export interface ChangeEvent extends Partial<ChangeMeaning> {
  /** Counts the changes that a model has told, from 1; for `msg.acknowledge`. A detector by itself gives none. */
  readonly id?: number;
  /** The id of the change that this one undoes. */
  readonly resolves?: number;
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
  /** Those that showed something of it, largest first; by the calibrated method, what each did. */
  readonly sensors: readonly (SensorContribution | ChangedSensor)[];
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

/** What the detectors of this package can do besides. */
export interface FollowingDetector extends ChangeDetector, RowSource {
  readonly names: readonly string[];
  /** Frames left of the pause after an alarm; 0 where a method has none. */
  readonly pause: number;
  /** A drift that the last frame gave away and that has not been told; null where there is none, or a method looks for none. */
  readonly drift: Drift | null;
  /** That drift has been told. */
  tellDrift(): void;
  /** What a column read before the change that the last frame gave away, and since; null: it gave away none. Not every method has it. */
  readAround?(column: number): BeforeAfter | null;
  /** This column is of a sensor that was just found to be stuck by another one. Not every method looks for those. */
  noteStuck?(column: number): void;
  /** While true, nothing of what is found is told; a sensor that is stuck then is found again afterwards, if it still is. */
  isWithholding: boolean;
  /** Column j is from now on of another sensor, of which nothing is known; that it joins is no change. */
  replaceSensor(j: number, name: string): void;
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
