import assert from 'node:assert/strict';
import { AdaptiveModel, type FrameEstimates } from '../../src';
import { createFrameEstimates } from '../../src/adaptive/estimates';
import { experts } from '../../src/adaptive/experts';
import { createFilter, type Filter } from '../../src/adaptive/filter';
import type { Expert } from '../../src/adaptive/experts/expert';
import type { Variant } from '../../src/adaptive/variant';
import { createFrame, fillFrame } from '../../src/adaptive/reading';
import { learnFrame } from '../../src/adaptive/step';
import { referenceVariant } from '../../src/adaptive/variant';
import { activate } from '../../src/adaptive/warm-start';

/** Copies of what a model said of its last frame. */
export const copyOf = (estimates: FrameEstimates): Record<keyof FrameEstimates, number[]> =>
  Object.fromEntries(
    Object.entries(estimates).map(([name, values]: [string, ArrayLike<number>]) => [
      name,
      Array.from(values),
    ]),
  ) as Record<keyof FrameEstimates, number[]>;

/** Everything a model says and keeps, bit for bit. */
export const everything = (model: AdaptiveModel): unknown => ({
  seq: model.seq,
  phase: model.phase,
  features: Array.from(model.features),
  predicted: model.predictOne(1.5),
  forecast: model.forecast(3),
  state: model.snapshot(),
});

export function learn(
  model: AdaptiveModel,
  frames: readonly ArrayLike<number>[],
  from = 0,
  to = frames.length,
): void {
  for (let k = from; k < to; k++) model.learnOne(frames[k]);
}

/** No infinity anywhere; a finite mean and sd for every sensor that `wasRead` before the frame; a finite state. */
export function assertSound(model: AdaptiveModel, wasRead: readonly boolean[], what = ''): void {
  const { mean, sd, ...others } = model.estimates;
  for (let j = 0; j < model.sensors; j++) {
    if (wasRead[j]) {
      assert.ok(Number.isFinite(mean[j]), `${what} mean[${j}] is ${mean[j]}`);
      assert.ok(Number.isFinite(sd[j]) && sd[j] >= 0, `${what} sd[${j}] is ${sd[j]}`);
    }
  }
  for (const [name, values] of Object.entries(others)) {
    values.forEach((value: number, j: number) => {
      assert.ok(Math.abs(value) !== Infinity, `${what} ${name}[${j}] is ${value}`);
    });
  }
  for (const value of model.snapshot().data)
    assert.ok(Number.isFinite(value), `${what} state holds ${value}`);
}

/** A filter whose sensors all have units 0, 1; in those of `scale` where they are given. */
export function activeFilter(d: number, rank: number, changes: Partial<Variant> = {}, scale = 1): Filter {
  const filter = createFilter(d, rank, { ...referenceVariant, ...changes }, 42);
  for (const sensor of filter.sensors) activate(sensor, { location: 0, scale });
  return filter;
}

/** One frame, dt after the last; returns what is said of it, in z. */
export function learnReadings(filter: Filter, readings: ArrayLike<number>, dt = 1): FrameEstimates {
  const frame = createFrame(readings.length);
  const estimates = createFrameEstimates(readings.length);
  fillFrame(frame, readings, dt);
  learnFrame(filter, frame, estimates);
  return estimates;
}

/** The default model's experts without those named. */
export const expertsWithout = (...names: readonly string[]): readonly Expert[] => {
  for (const name of names)
    assert.ok(
      experts.some((expert) => expert.name === name),
      name,
    );
  return experts.filter(({ name }) => !names.includes(name));
};
