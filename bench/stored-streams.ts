import { nextNormal, nextUniform } from '../src/random';
import type { Frame } from '../src';

const START = Date.UTC(2026, 0, 5);
const DAY_MS = 86_400_000;
/** Of a stream without times, in frames. */
const PERIOD = 50;
const SEED = 19;
const MISSING = 0.1;

/** Streams that a model stores different things of, by the time between their frames; 0: they have no times. */
export const STORED_STREAMS = [
  { name: 'frames of 1 s', stepMs: 1000 },
  { name: 'frames of 1 min', stepMs: 60_000 },
  { name: 'frames of 5 min', stepMs: 300_000 },
  { name: 'without times', stepMs: 0 },
] as const;

/** Sensors that follow two causes, a day and a week, with two decimals as devices send them; some readings are missing. */
export function* drawStored(sensors: number, stepMs: number, count: number): Generator<Frame> {
  const state = Float64Array.of(SEED);
  const normal = (): number => nextNormal(state, 0);
  const loadings = Array.from({ length: sensors }, () => [normal(), normal(), normal(), normal()]);
  let slow = 0;
  let fast = 0;
  for (let t = 0; t < count; t++) {
    slow = 0.98 * slow + 0.2 * normal();
    fast = 0.9 * fast + 0.4 * normal();
    const turns = stepMs === 0 ? t / PERIOD : (t * stepMs) / DAY_MS;
    const fields: Record<string, number> = {};
    loadings.forEach(([a, b, c, phase], j) => {
      const rhythm = 2 * c * Math.sin(2 * Math.PI * turns + phase) + a * Math.sin((2 * Math.PI * turns) / 7);
      const reading = 50 + 10 * j + a * slow + b * fast + rhythm + 0.2 * normal();
      if (nextUniform(state, 0) > MISSING) fields[`sensor${j}`] = Math.round(100 * reading) / 100;
    });
    const arrival = START + t * stepMs;
    yield { fields, time: stepMs === 0 ? null : arrival, arrival };
  }
}
