import { rowOf } from '../source/layout';
import { LEARNING } from '../source/settings';
import type { WindowedLayout } from './layout';

/** What the window is segmented on: the learned coefficients, or the standardised readings. */
export type Input = 'features' | 'values';

/** Sensors that take part in the detection. */
export function activeSensors(m: Float64Array, at: WindowedLayout): number[] {
  return Array.from({ length: at.d }, (_, j) => j).filter((j) => m[at.age + j] > LEARNING);
}

/** The frames of the window, oldest first: one row a frame. A missing reading counts as the sensor's last one. */
export function windowSignal(m: Float64Array, at: WindowedLayout, input: Input): number[][] {
  const frames = Array.from({ length: m[at.filled] }, (_, i) => m[at.recorded] - m[at.filled] + 1 + i);
  if (input === 'features') {
    return frames.map((k) => Array.from({ length: at.r }, (_, i) => m[at.features + rowOf(k, at.r) + i]));
  }
  const sensors = activeSensors(m, at);
  const last = sensors.map(() => 0);
  return frames.map((k) =>
    sensors.map((j, i) => {
      const level = m[at.level + rowOf(k, at.d) + j];
      if (level === level) last[i] = level;
      return last[i];
    }),
  );
}

/** Keeps the coefficients of the newest frame. */
export function recordFeatures(m: Float64Array, at: WindowedLayout): void {
  const row = at.features + rowOf(m[at.recorded], at.r);
  for (let i = 0; i < at.r; i++) m[row + i] = m[at.x + i * at.order];
}
