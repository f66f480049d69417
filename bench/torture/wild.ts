import { PsmfFilter, type Dynamics, type FilterOptions } from '../../src';
import { nextUniform } from '../../src/random';
import { examine } from './health';

const FRAMES = 12;

/**
 * Filters with settings drawn from the whole range that options allow, fed with readings and gaps of any size: no scale
 * that anyone would choose, so every guard against overflow and cancellation is reached. Returns what broke.
 */
export function endureWildSettings(filters: number, seed: number): string[] {
  const draws = Float64Array.of(seed);
  return Array.from({ length: filters }, (_, i) => {
    const options = drawOptions(draws);
    const broken = feed(new PsmfFilter(options), draws);
    return broken === undefined ? [] : [`filter ${i}, ${broken}: ${JSON.stringify(options)}`];
  }).flat();
}

function feed(filter: PsmfFilter, draws: Float64Array): string | undefined {
  for (let k = 1; k <= FRAMES; k++) {
    const readings = Array.from({ length: filter.sensors }, () =>
      chance(draws, 0.1) ? NaN : anySign(draws) * magnitude(draws, chance(draws, 0.5) ? 2 : 70),
    );
    filter.learnOne(readings, chance(draws, 0.5) ? 1 : magnitude(draws, 30));
    const broken = examine(filter);
    if (broken !== undefined) return `frame ${k}: ${broken}`;
  }
  return undefined;
}

function drawOptions(draws: Float64Array): FilterOptions {
  const sensors = upTo(draws, 4);
  const rank = upTo(draws, 4);
  return {
    sensors,
    rank,
    robust: chance(draws, 0.5),
    dynamics: drawDynamics(rank, draws),
    R: magnitude(draws, 60),
    V0: magnitude(draws, 60),
    P0: chance(draws, 0.3) ? undefined : magnitude(draws, 60),
    lambda0: magnitude(draws, 3),
    C0: chance(draws, 0.5) ? undefined : drawMatrix(sensors, rank, 60, draws),
  };
}

function drawDynamics(rank: number, draws: Float64Array): Dynamics {
  const mild = chance(draws, 0.5);
  switch (upTo(draws, 3)) {
    case 1:
      return { type: 'random-walk', Q: chance(draws, 0.2) ? 0 : magnitude(draws, 60) };
    case 2:
      return { type: 'linear', A: drawMatrix(rank, rank, mild ? 1 : 60, draws), Q: magnitude(draws, 60) };
    default:
      return {
        type: 'matern',
        nu: ([0.5, 1.5, 2.5] as const)[upTo(draws, 3) - 1],
        sigma2: magnitude(draws, mild ? 2 : 60),
        lengthScale: magnitude(draws, mild ? 2 : 50),
      };
  }
}

const drawMatrix = (rows: number, columns: number, decades: number, draws: Float64Array): number[][] =>
  Array.from({ length: rows }, () =>
    Array.from({ length: columns }, () => anySign(draws) * magnitude(draws, decades)),
  );
const chance = (draws: Float64Array, share: number): boolean => nextUniform(draws, 0) < share;
const upTo = (draws: Float64Array, most: number): number => 1 + Math.floor(most * nextUniform(draws, 0));
const anySign = (draws: Float64Array): number => (chance(draws, 0.5) ? 1 : -1);
/** Evenly over the decades from -most to most. */
const magnitude = (draws: Float64Array, most: number): number =>
  10 ** (most * (2 * nextUniform(draws, 0) - 1));
