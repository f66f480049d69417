import { nextNormal, nextUniform } from '../../src/random';

export const SENSORS = 20;
const FACTORS = 3;
const MISSING = 0.1;

/** Frames of 20 sensors that follow three swings, a tenth of the readings missing. */
export function createFrames(count: number): Record<string, number | null>[] {
  const random = Float64Array.of(7);
  const loadings = Array.from({ length: SENSORS }, () =>
    Array.from({ length: FACTORS }, () => nextNormal(random, 0)),
  );
  return Array.from({ length: count }, (_, t) => {
    const factors = [40, 17, 29].map((period) => Math.sin((2 * Math.PI * t) / period));
    return Object.fromEntries(
      loadings.map((row, j) => {
        const value = 50 + row.reduce((sum, loading, k) => sum + loading * factors[k], 0);
        const isMissing = nextUniform(random, 0) < MISSING;
        return [`sensor${j}`, isMissing ? null : value + 0.1 * nextNormal(random, 0)];
      }),
    );
  });
}
