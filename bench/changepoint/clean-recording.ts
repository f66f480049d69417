import { Draws } from './draws';

const LENGTH = 2000;
/**
 * Whole turns within the recording, of periods from 24 to 71 frames: it can be played again and again without a seam, and
 * every swing is seen from end to end while the detector learns. Slower ones it takes for changes.
 */
const TURNS = [50, 28, 83] as const;
const NOISE = 0.3;

/**
 * A recording of a plant in which nothing changes, to be played in a loop: each sensor follows three swings and a noise of
 * its own with now and then an outlier, in units of its own about a level of its own; one reading in fifty is missing.
 */
export function recordClean(sensors: number): Float64Array[] {
  const draws = new Draws(sensors);
  const plant = Array.from({ length: sensors }, () => ({
    loadings: TURNS.map(() => ({ size: draws.normal(), phase: 2 * Math.PI * draws.uniform() })),
    unit: 10 ** (4 * draws.uniform() - 2),
    level: 10 * draws.normal(),
  }));
  return Array.from({ length: LENGTH }, (_, t) =>
    Float64Array.from(plant, ({ loadings, unit, level }) => {
      if (draws.uniform() < 0.02) return NaN;
      const outlier = draws.uniform() < 0.01 ? 3 * draws.studentT(2) : 0;
      const signal = loadings.reduce(
        (sum, { size, phase }, i) => sum + size * Math.sin((2 * Math.PI * TURNS[i] * t) / LENGTH + phase),
        0,
      );
      return unit * (level + signal + NOISE * (draws.normal() + outlier));
    }),
  );
}
