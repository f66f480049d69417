import { badOption, describe } from '../errors';
import { readChoice, readPositive, readVector } from '../options';
import { nextUniform } from '../random';

/** Adam's constants (D. P. Kingma, J. Ba, 2015); the defaults are the paper's. */
interface AdamOptions {
  readonly rate?: number;
  readonly beta1?: number;
  readonly beta2?: number;
  readonly epsilon?: number;
}

/** What every model with learned parameters can be told about them. */
export interface LearnedConfig {
  /** Where theta starts; drawn between the two numbers of `draw` where absent. */
  readonly theta0?: readonly number[];
  readonly draw?: readonly [number, number];
  /** The least and the greatest value an entry of theta may take: each step is projected onto them. */
  readonly bounds?: readonly [number, number];
  /** After every frame (recursive PSMF), when `updateParameters` is called (iterative PSMF), or not at all. */
  readonly learning?: 'frame' | 'pass' | 'never';
  readonly adam?: AdamOptions;
}

/** The learned parameters of a model: how many, where they start, how far they may go, how they move. */
export interface Parameters {
  readonly count: number;
  readonly start: Float64Array | null;
  readonly drawFrom: Float64Array;
  readonly drawTo: Float64Array;
  readonly lower: number;
  readonly upper: number;
  readonly learning: 'frame' | 'pass' | 'never';
  readonly rate: number;
  readonly beta1: number;
  readonly beta2: number;
  readonly epsilon: number;
  /** Brings theta, at m[theta], back to where it may be, beyond the bounds of each entry. */
  readonly project?: (m: Float64Array, theta: number) => void;
}

/** What a model takes for granted where its configuration is silent: ranges for all entries of theta, or one for each. */
interface ParameterDefaults {
  readonly draw: readonly [number, number] | readonly (readonly [number, number])[];
  readonly bounds: readonly [number, number];
}

/** No parameter grows beyond this, whatever the gradient: phases 2 pi theta k still have digits after the point. */
export const MAX_PARAMETER = 1e6;

export function readParameters(
  config: LearnedConfig,
  count: number,
  defaults: ParameterDefaults,
): Parameters {
  const { theta0, adam = {}, learning = 'frame' } = config;
  const [lower, upper] = readRange('dynamics.bounds', config.bounds ?? defaults.bounds);
  const draw = config.draw ?? defaults.draw;
  const rangeOf = (i: number): readonly number[] =>
    readRange('dynamics.draw', typeof draw[0] === 'number' ? draw : draw[i]);
  const clamp = (value: number): number => Math.min(upper, Math.max(lower, value));
  return {
    count,
    start: theta0 === undefined ? null : readStart(theta0, count, lower, upper),
    drawFrom: Float64Array.from({ length: count }, (_, i) => clamp(rangeOf(i)[0])),
    drawTo: Float64Array.from({ length: count }, (_, i) => clamp(rangeOf(i)[1])),
    lower,
    upper,
    learning: readChoice('dynamics.learning', learning, ['frame', 'pass', 'never']),
    rate: readPositive('dynamics.adam.rate', adam.rate ?? 1e-3),
    beta1: readShare('dynamics.adam.beta1', adam.beta1 ?? 0.9),
    beta2: readShare('dynamics.adam.beta2', adam.beta2 ?? 0.999),
    epsilon: readPositive('dynamics.adam.epsilon', adam.epsilon ?? 1e-8),
  };
}

/** Writes theta_0 at m[theta]: the start that is given, or one drawn with the generator at m[seed]. */
export function startParameters(m: Float64Array, theta: number, seed: number, parameters: Parameters): void {
  const { count, start, drawFrom, drawTo } = parameters;
  for (let i = 0; i < count; i++) {
    m[theta + i] = start ? start[i] : drawFrom[i] + (drawTo[i] - drawFrom[i]) * nextUniform(m, seed);
  }
}

function readStart(theta0: unknown, count: number, lower: number, upper: number): Float64Array {
  const start = readVector('dynamics.theta0', theta0, count);
  const outside = start.findIndex((value) => value < lower || value > upper);
  if (outside < 0) return start;
  throw badOption(
    `dynamics.theta0[${outside}]`,
    `a number from ${lower} to ${upper}`,
    `${start[outside]}`,
    'Start within the bounds, or set dynamics.bounds.',
  );
}

function readRange(name: string, value: unknown): [number, number] {
  const [low, high] = readVector(name, value, 2);
  if (low <= high && low >= -MAX_PARAMETER && high <= MAX_PARAMETER) return [low, high];
  throw badOption(
    name,
    `two numbers in order, from ${-MAX_PARAMETER} to ${MAX_PARAMETER}`,
    `${low} and ${high}`,
    'Give the smaller one first.',
  );
}

function readShare(name: string, value: unknown): number {
  if (typeof value === 'number' && value >= 0 && value < 1) return value;
  throw badOption(
    name,
    'a number from 0 up to, but not including, 1',
    describe(value),
    `Set ${name} to such a number.`,
  );
}
