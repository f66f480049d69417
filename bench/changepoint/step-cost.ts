import { createDetector, type ChangeDetector } from '../../src';
import { Draws } from './draws';

export interface StepCost {
  readonly sensors: number;
  /** Frames taken in before the measurement. */
  readonly after: number;
  readonly microseconds: number;
}

const MEASURED = 2000;
const REPEATS = 5;

/** CPU time of one frame of the scan against the number of sensors, then against the length of the stream. */
export function measureCosts(quick: boolean): StepCost[] {
  const costs = [1, 8, 20, 100, 500].map((sensors) => measure(sensors, 1000));
  const lengths = quick ? [1000, 10_000] : [1000, 10_000, 100_000];
  return [...costs, ...lengths.map((after) => measure(8, after))];
}

function measure(sensors: number, after: number): StepCost {
  const draws = new Draws(sensors);
  const frames = Array.from({ length: 500 }, () => Float64Array.from(draws.normals(sensors)));
  const detector = createDetector({ sensors, sensitivity: 'low' });
  run(detector, frames, after);
  let least = Infinity;
  for (let i = 0; i < REPEATS; i++) least = Math.min(least, run(detector, frames, MEASURED) / MEASURED);
  return { sensors, after, microseconds: least };
}

function run(detector: ChangeDetector, frames: readonly Float64Array[], count: number): number {
  const before = process.cpuUsage();
  for (let t = 0; t < count; t++) detector.update(frames[t % frames.length]);
  return process.cpuUsage(before).user;
}
