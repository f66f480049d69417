import assert from 'node:assert/strict';
import { AdaptiveModel } from '../../src';
import type { Variant } from '../../src/adaptive/variant';
import { defaultVariant } from '../../src/adaptive/variant';
import { Random } from './random';

export const D = 6;

export interface Stream {
  readonly frames: number;
  /** The readings of frame t; NaN where a sensor is not there. */
  readonly read: (t: number, random: Random) => number[];
  readonly isHidden: (t: number, j: number) => boolean;
}

/** The mean over sensors of log rmse where readings were hidden, from frame 520 on. */
function logError({ frames, read, isHidden }: Stream, changes: Partial<Variant>): number {
  const random = new Random(11);
  const model = new AdaptiveModel({ sensors: D }, { ...defaultVariant, ...changes });
  const squares = new Float64Array(D);
  for (let t = 0; t < frames; t++) {
    const truth = read(t, random);
    model.learnOne(truth.map((y, j) => (isHidden(t, j) ? NaN : y)));
    truth.forEach((y, j) => {
      if (t >= 520 && isHidden(t, j)) squares[j] += (model.estimates.mean[j] - y) ** 2;
    });
  }
  return squares.reduce((sum, square) => sum + Math.log(square) / 2, 0) / D;
}

/** The default model's error is less than `most` times that of one with the given changes. */
export function assertNoWorse(stream: Stream, without: Partial<Variant>, most: number): void {
  const ratio = Math.exp(logError(stream, {}) - logError(stream, without));
  assert.ok(ratio < most, `${ratio} times the error without`);
}
