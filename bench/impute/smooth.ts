import type { ReadingsTable } from '../../src/evaluate/readings-table';
import { nextNormal, nextUniform } from '../../src/random';

const SENSORS = 8;
const ROWS = 3000;
const WAVES = 3;
const NOISE = 1e-3;

/**
 * Smooth series, almost without noise: each sensor is the sum of three sines of its own, with periods of 50 to 300 frames.
 * No sensor says anything of another, so a gap is filled from the sensor's own past.
 */
export function drawSmoothTable(seed: number): ReadingsTable {
  const draws = Float64Array.of(seed);
  const uniform = (from: number, to: number): number => from + (to - from) * nextUniform(draws, 0);
  const values = new Float64Array(ROWS * SENSORS);
  for (let j = 0; j < SENSORS; j++) {
    const waves = Array.from({ length: WAVES }, () => ({
      rate: (2 * Math.PI) / uniform(50, 300),
      phase: uniform(0, 2 * Math.PI),
    }));
    for (let row = 0; row < ROWS; row++) {
      const signal = waves.reduce((sum, { rate, phase }) => sum + Math.sin(rate * row + phase), 0);
      values[row * SENSORS + j] = signal + NOISE * nextNormal(draws, 0);
    }
  }
  return { rows: ROWS, sensors: SENSORS, values, dt: new Float64Array(ROWS).fill(1) };
}
