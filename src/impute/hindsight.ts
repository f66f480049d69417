import type { Kind } from '../kinds/kind';
import { turn } from '../kinds/angle';
import { INTERVAL_SD } from '../scale/limits';
import { bridgeGap, type BridgedFrame, type FilledFrame, type GapEnd } from './bridge';
import type { Estimates, Outcome } from './imputer';
import { OPEN_GAP_BYTES, OpenGap } from './open-gap';

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

export const bytesOfHindsight = (sensors: number): number => 500 + OPEN_GAP_BYTES * sensors;

/**
 * Fills gaps once more when a sensor is back: the error that shows then is carried back over the gap. A counter comes to meet
 * its reading and never falls; an angle goes the short way round; states and sensors that report on change stay as they were.
 */
export class Hindsight {
  /** By column; absent: not read since this began, so that it is not known where its gap began. */
  readonly #gaps: (OpenGap | undefined)[] = [];

  /** Sensor j is from now on another. */
  replaceSensor(j: number): void {
    this.#gaps[j] = undefined;
  }

  /** Takes in a frame; returns the gaps that end with it. `wrap` puts an angle of a sensor where its readings are. */
  learn(frame: HindsightFrame, wrap: (column: number, degrees: number) => number): readonly RefilledGap[] {
    let refilled: RefilledGap[] | null = null;
    for (let j = 0; j < frame.outcome.length; j++) {
      const isRead = frame.outcome[j] === 'observed';
      const gap = this.#gaps[j];
      if (gap === undefined) {
        if (isRead) (this.#gaps[j] = new OpenGap()).begin(frame.readings[j]);
        continue;
      }
      if (isRead) {
        const points = refill(gap, frame, j, (degrees) => wrap(j, degrees));
        if (points !== null) (refilled ??= []).push({ column: j, gap: gap.length, points });
        gap.begin(frame.readings[j]);
      } else {
        gap.length += 1;
        gap.elapsed += frame.dt;
        keepFilled(gap, frame, j);
      }
    }
    return refilled ?? NONE;
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
  gap.keep({ time, elapsed: gap.elapsed, mean: mean[j], variance });
}

/** Null: the reading tells nothing of the gap, or there is none. */
function refill(
  gap: OpenGap,
  { readings, dt, estimates, kinds }: HindsightFrame,
  j: number,
  wrap: (degrees: number) => number,
): RefilledPoint[] | null {
  const { first, last } = gap;
  const variance = estimates.sd[j] ** 2;
  const difference = readings[j] - estimates.mean[j];
  if (first === null || !Number.isFinite(difference) || !(variance > 0 && variance < Infinity)) return null;
  const { frames } = gap;
  const end: GapEnd = { elapsed: gap.elapsed + dt, error: difference, variance };
  switch (kinds[j]) {
    case 'plain':
      return describe(frames, bridgeGap(first, frames, end));
    case 'angle': {
      const points = describe(frames, bridgeGap(first, frames, { ...end, error: turn(difference) }));
      return points?.map((point) => ({ ...point, value: wrap(point.value) })) ?? null;
    }
    case 'counter':
      return readings[j] < last ? null : describe(frames, meetReading(frames, end, last, readings[j]));
    default:
      return null;
  }
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
