import { nextNormal } from '../../src/random';

/** Sensors s0, s1, ... that follow two common patterns with noise; the same for the same seed. */
export function simulateFrames(count: number, sensors: number, seed = 7): Record<string, number>[] {
  const state = Float64Array.of(seed);
  const loadings = Array.from({ length: sensors }, () => [nextNormal(state, 0), nextNormal(state, 0)]);
  return Array.from({ length: count }, (_, t) =>
    Object.fromEntries(
      loadings.map(([a, b], j) => [
        `s${j}`,
        20 + 3 * a * Math.sin(t / 25) + 3 * b * Math.cos(t / 60) + 0.5 * nextNormal(state, 0),
      ]),
    ),
  );
}
