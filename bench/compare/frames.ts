import { Draws } from './draws';

/** In frames. All divide CYCLE, so that a pool of whole cycles can be gone through on and on without a jump in the stream. */
const PERIODS = [40, 25, 20];
const CYCLE = 200;
/** Many frames, so that no pattern of gaps comes again soon enough for the processor to learn it. */
const POOLED_READINGS = 100_000;
const MOST_POOLED_FRAMES = 2000;
const NOISE = 0.3;

export type Named = Record<string, number | null>;

export function poolLength(sensors: number): number {
  const cycles = Math.ceil(POOLED_READINGS / sensors / CYCLE);
  return Math.min(MOST_POOLED_FRAMES, cycles * CYCLE);
}

/** Sensors that follow three swings, each in a phase and to a degree of its own, with noise; NaN where a reading is missing. */
export function drawReadings(sensors: number, frames: number, missing: number, seed: number): Float64Array[] {
  const draws = new Draws(seed);
  const loadings = Array.from({ length: sensors }, () =>
    PERIODS.map((period) => ({ period, sine: draws.normal(), cosine: draws.normal() })),
  );
  return Array.from({ length: frames }, (_, t) =>
    Float64Array.from(loadings, (row) => {
      let value = 50 + NOISE * draws.normal();
      for (const { period, sine, cosine } of row) {
        const angle = (2 * Math.PI * t) / period;
        value += sine * Math.sin(angle) + cosine * Math.cos(angle);
      }
      return draws.uniform() < missing ? NaN : value;
    }),
  );
}

export const nameOf = (column: number): string => `sensor${column}`;

/** A frame as it comes out of a parsed message; null where a reading is missing. */
export function nameReadings(readings: Float64Array): Named {
  const fields = Array.from(readings, (value, j) => [nameOf(j), Number.isNaN(value) ? null : value] as const);
  return JSON.parse(JSON.stringify(Object.fromEntries(fields))) as Named;
}
