import { Random } from '../support/random';

/** What a sensor shows in frame t, at its own place in the rhythm (0 to 1). */
type Shape = (place: number) => number;

const bell = (place: number, at: number): number => Math.exp(-(((place - at) / 0.06) ** 2));

/** Rhythms of one shape, some 1.4 to 4 deviations of the noise high. */
export const shapes: Readonly<Record<string, Shape>> = {
  sine: (place) => 1.4 * Math.sin(2 * Math.PI * place),
  saw: (place) => 3 * place,
  pulse: (place) => (place < 0.1 ? 4 : 0),
  humps: (place) => 3 * bell(place, 0.3) + bell(place, 0.8),
};

/** Readings of so many sensors, frame by frame. */
type Next = (t: number) => Float64Array;

/** Sensors of one rhythm, each at its own place in it and of its own height, and noise. `periodAt`: its length in frame t. */
export function rhythmic(
  seed: number,
  sensors: number,
  shape: Shape,
  periodAt: number | ((t: number) => number),
): Next {
  const random = new Random(seed);
  const places = Array.from({ length: sensors }, () => random.uniform());
  const heights = Array.from({ length: sensors }, () => 0.6 + random.uniform());
  let turns = 0;
  return (t) => {
    turns += 1 / (typeof periodAt === 'number' ? periodAt : periodAt(t));
    return Float64Array.from(places, (place, j) => {
      const at = turns + place;
      return 10 * j + heights[j] * shape(at - Math.floor(at)) + 0.4 * random.normal();
    });
  };
}

/** Streams in which nothing comes back. */
export const aperiodic: Readonly<Record<string, (seed: number, sensors: number) => Next>> = {
  'white noise': (seed, sensors) => {
    const random = new Random(seed);
    return () => Float64Array.from({ length: sensors }, () => random.normal());
  },
  'random walks': (seed, sensors) => {
    const random = new Random(seed);
    const walks = new Float64Array(sensors);
    return () => Float64Array.from(walks, (_, j) => (walks[j] += random.normal()));
  },
  'one slow cause': (seed, sensors) => {
    const random = new Random(seed);
    let cause = 0;
    return () => {
      cause = 0.99 * cause + 0.14 * random.normal();
      return Float64Array.from({ length: sensors }, (_, j) => (j + 1) * cause + 0.3 * random.normal());
    };
  },
  drifts: (seed, sensors) => {
    const random = new Random(seed);
    return (t) => Float64Array.from({ length: sensors }, (_, j) => 0.01 * (j - 1) * t + random.normal());
  },
  'constants and one that is none': (seed, sensors) => {
    const random = new Random(seed);
    return () => Float64Array.from({ length: sensors }, (_, j) => (j === 0 ? random.normal() : 5));
  },
};

/** The frame with a tenth of its readings missing, and all of them for 30 frames of every 250 from the second on. */
export function withGaps(readings: Float64Array, t: number, random: Random): Float64Array {
  return readings.map((reading) => (random.uniform() < 0.1 || isOutage(t) ? NaN : reading));
}

export const isOutage = (t: number): boolean => t > 250 && t % 250 >= 220;
