import { Random } from '../support/random';

/**
 * The stream that the kept models have learned, and that the tests go on with. It must never change: state of released versions
 * stands in test/fixtures/upgrade, and a sample of its frames beside it.
 */
export const SENSORS = ['inlet', 'outlet', 'flow', 'power'] as const;
export type Sensor = (typeof SENSORS)[number];
export type Frame = Readonly<Record<Sensor, number>>;

export const START = Date.UTC(2026, 0, 1);
export const PERIOD_MS = 10_000;
/** Frames of the rhythm in it, and the same in seconds. */
const RHYTHM = 24;
export const RHYTHM_SECONDS = (RHYTHM * PERIOD_MS) / 1000;

/** By sensor: level, share of the first pattern, share of the second, noise, decimals. */
const SHAPES: Readonly<Record<Sensor, readonly [number, number, number, number, number]>> = {
  inlet: [21, 1.2, 0.9, 0.05, 3],
  outlet: [34, -0.8, 2.1, 0.08, 3],
  flow: [3.1, 0.25, -0.2, 0.01, 4],
  power: [120, 14, 9, 0.6, 2],
};
/** What is left of a pattern's deviation a frame later: changes of level would be found where there are none if this were near 1. */
const MEMORY = 0.5;

/** How far each sensor swings around its level: the unit in which errors are judged. */
export const SPREAD: Frame = shape(([, a, b]) => Math.hypot(a, b));

/** Seed of the stream that all nodes learn but those with keys. */
export const MAIN = 6;

/** The first `count` frames. The streams of seeds 6 to 11 differ in level too: their models cannot stand in for each other. */
export function simulate(count: number, seed = MAIN): Frame[] {
  const random = new Random(seed);
  let [first, second] = [0, 0];
  return Array.from({ length: count }, (_, t) => {
    first = MEMORY * first + 0.6 * random.normal();
    second = MEMORY * second + 0.8 * random.normal();
    const swing = first + Math.sin((2 * Math.PI * t) / RHYTHM);
    return shape(([level, a, b, noise, decimals]) =>
      round(level * (1 + (seed % MAIN)) + a * swing + b * second + noise * random.normal(), decimals),
    );
  });
}

/** Epoch ms of the frame with this index. */
export const timeOf = (index: number): number => START + index * PERIOD_MS;

function shape(value: (parts: (typeof SHAPES)[Sensor]) => number): Frame {
  return Object.fromEntries(SENSORS.map((name) => [name, value(SHAPES[name])])) as Frame;
}

/** So that no last bit of a sine, which may differ between machines, is in the stream. */
const round = (value: number, decimals: number): number => Number(value.toFixed(decimals));
