import type { Kind } from '../kinds/kind';
import { turn } from '../kinds/angle';
import { INTERVAL_SD } from '../scale/limits';
import { bridgeGap, type BridgedFrame, type FilledFrame, type GapEnd } from './bridge';
import type { Estimates, Outcome } from './imputer';
import { MOST_KEPT, OPEN_GAP_BYTES, OpenGap, type KeptFrame } from './open-gap';
import { RefillTrial, TRIAL_BYTES, type HiddenFills, type Paths } from './refill-trial';

/** A moment of a gap, filled with both ends known. */
export interface RefilledPoint {
  /** Of the frame, epoch ms. */
  readonly time: number;
  readonly value: number;
  /** The 95 % interval. */
  readonly lower: number;
  readonly upper: number;
}

/** A gap that a reading has just ended, filled once more. */
export interface RefilledGap {
  /** The column of the sensor. */
  readonly column: number;
  /** Frames without a reading. */
  readonly gap: number;
  /** Of the last frames of the gap, oldest first. */
  readonly points: readonly RefilledPoint[];
}

/** What is known of the sensors of a frame. */
interface HindsightFrame {
  readonly readings: ArrayLike<number>;
  readonly time: number;
  /** Nominal periods since the frame before. */
  readonly dt: number;
  readonly outcome: readonly Outcome[];
  /** What each sensor would have been given, had it been missing. */
  readonly estimates: Estimates;
  readonly kinds: readonly Kind[];
}

export const bytesOfHindsight = (sensors: number): number => 1000 + (OPEN_GAP_BYTES + TRIAL_BYTES) * sensors;

/** What a model can say of the frames before the one it has just learned. */
export interface Retrospect {
  readonly paths: Paths;
  readonly fills: HiddenFills;
  /** The column of the model that says what sensor j is given while it is plain; -1: others do, too. */
  columnOf(j: number): number;
  /** An angle of sensor j where its readings are. */
  wrapAngle(j: number, degrees: number): number;
}

/**
 * Fills gaps once more when a sensor is back: the error that shows then is carried back over the gap, and as far as that has
 * proved itself on readings that the model hid from itself, the likeliest path given all that was read meanwhile takes its place.
 * A counter comes to meet its reading and never falls; an angle goes the short way round; states and sensors that report on
 * change stay as they were.
 */
export class Hindsight {
  readonly #retrospect: Retrospect;
  readonly #trial = new RefillTrial();
  /** By column; absent: not read since this began, so that it is not known where its gap began. */
  readonly #gaps: (OpenGap | undefined)[] = [];

  constructor(retrospect: Retrospect) {
    this.#retrospect = retrospect;
  }

  /** Sensor j is from now on another. */
  replaceSensor(j: number, column: number): void {
    this.#gaps[j] = undefined;
    this.#trial.evidence.clear(column);
  }

  /** Takes in a frame; returns the gaps that end with it. */
  learn(frame: HindsightFrame): readonly RefilledGap[] {
    let refilled: RefilledGap[] | null = null;
    this.#trial.learn(this.#retrospect.fills, this.#retrospect.paths);
    const empty = frame.outcome.includes('observed') ? 0 : 1;
    for (let j = 0; j < frame.outcome.length; j++) {
      const isRead = frame.outcome[j] === 'observed';
      const gap = this.#gaps[j];
      if (gap === undefined) {
        if (isRead) (this.#gaps[j] = new OpenGap()).begin(frame.readings[j]);
        continue;
      }
      if (isRead) {
        const points = this.#refill(gap, frame, j);
        if (points !== null) (refilled ??= []).push({ column: j, gap: gap.length, points });
        gap.begin(frame.readings[j]);
      } else {
        gap.length += 1;
        gap.elapsed += frame.dt;
        gap.empty += empty;
        keepFilled(gap, frame, j);
      }
    }
    return refilled ?? NONE;
  }

  /** Null: the reading tells nothing of the gap, or there is none. */
  #refill(
    gap: OpenGap,
    { readings, dt, estimates, kinds }: HindsightFrame,
    j: number,
  ): RefilledPoint[] | null {
    const { first, last } = gap;
    const variance = estimates.sd[j] ** 2;
    const difference = readings[j] - estimates.mean[j];
    if (first === null || !Number.isFinite(difference) || !(variance > 0 && variance < Infinity)) return null;
    const { frames } = gap;
    const end: GapEnd = { elapsed: gap.elapsed + dt, error: difference, variance };
    switch (kinds[j]) {
      case 'plain': {
        const bridged = bridgeGap(first, frames, end);
        return describe(frames, this.#follow(gap, frames, bridged, end, j));
      }
      case 'angle': {
        const points = describe(frames, bridgeGap(first, frames, { ...end, error: turn(difference) }));
        return points?.map((point) => this.#wrap(point, j)) ?? null;
      }
      case 'counter':
        return readings[j] < last ? null : describe(frames, meetReading(frames, end, last, readings[j]));
      default:
        return null;
    }
  }

  /** Where the readings of an angle are, its interval around it. */
  #wrap(point: RefilledPoint, j: number): RefilledPoint {
    const value = this.#retrospect.wrapAngle(j, point.value);
    const turned = value - point.value;
    return { ...point, value, lower: point.lower + turned, upper: point.upper + turned };
  }

  /** Goes over to the path through the gap as far as that may be believed. Errors of the two are alike: so deviations mix as means do. */
  #follow(
    { length, empty }: OpenGap,
    frames: readonly KeptFrame[],
    bridged: BridgedFrame[],
    end: GapEnd,
    j: number,
  ): BridgedFrame[] {
    const { paths } = this.#retrospect;
    const column = this.#retrospect.columnOf(j);
    if (!paths.solve(column, Math.min(length, MOST_KEPT), null)) return bridged;
    const weight = this.#trial.evidence.weight(column, length, empty);
    const sd = Math.sqrt(end.variance);
    this.#trial.learnEnd(column, length, empty, end.error / sd, paths.endError() / sd);
    if (weight === 0) return bridged;
    return bridged.map((frame, i) => {
      const ago = length + 1 - frames[i].number;
      const change = paths.mean(ago) - frames[i].mean - frame.correction;
      const sd = (1 - weight) * Math.sqrt(frame.variance) + weight * Math.sqrt(paths.variance(ago));
      if (!Number.isFinite(change + sd)) return frame;
      return { correction: frame.correction + weight * change, variance: sd * sd };
    });
  }
}

const NONE: readonly RefilledGap[] = [];

function keepFilled(
  gap: OpenGap,
  { outcome, time, estimates: { mean, sd } }: HindsightFrame,
  j: number,
): void {
  const variance = sd[j] * sd[j];
  if (outcome[j] !== 'filled' || !(variance > 0 && variance < Infinity)) return;
  gap.keep({ time, number: gap.length, elapsed: gap.elapsed, mean: mean[j], variance });
}

/** What a counter counted beyond its estimate came about evenly; it does not fall, nor pass the reading. */
function meetReading(
  frames: readonly FilledFrame[],
  end: GapEnd,
  last: number,
  reading: number,
): BridgedFrame[] {
  let least = last;
  return frames.map(({ elapsed, mean, variance }) => {
    const share = elapsed / end.elapsed;
    least = Math.min(Math.max(mean + share * end.error, least), reading);
    return { correction: least - mean, variance: variance * (1 - share) ** 2 };
  });
}

function describe(frames: readonly FilledFrame[], bridged: readonly BridgedFrame[]): RefilledPoint[] | null {
  if (bridged.every(({ correction }) => correction === 0)) return null;
  return frames.map(({ time, mean }, i) => {
    const value = mean + bridged[i].correction;
    const halfWidth = INTERVAL_SD * Math.sqrt(bridged[i].variance);
    return { time, value, lower: value - halfWidth, upper: value + halfWidth };
  });
}
