import { badOption, describe, PsmfError } from '../errors';
import { readInteger, type MatrixOption } from '../options';
import { Dual } from './dual';
import { MAX_PARAMETER, readParameters, type LearnedConfig, type Parameters } from './parameters';

export interface CustomConfig extends LearnedConfig {
  readonly type: 'custom';
  /** The name of f among the functions given beside the options; a snapshot keeps the name, never the function. */
  readonly function: string;
  /** "dual": f computes on dual numbers, which differentiate it. "unscented": f takes plain numbers; sigma points need no slope. */
  readonly method?: 'dual' | 'unscented';
  /** Entries of theta; none where absent. */
  readonly parameters?: number;
  /** Process noise per nominal period. */
  readonly Q: MatrixOption;
}

/** f(theta, x, k, dt): the coefficients of frame k from those of the frame before, on duals. */
export type DualFunction = (
  theta: readonly Dual[],
  x: readonly Dual[],
  k: number,
  dt: number,
) => ArrayLike<Dual | number>;

/** The same on plain numbers, for method "unscented". */
export type PlainFunction = (
  theta: readonly number[],
  x: readonly number[],
  k: number,
  dt: number,
) => ArrayLike<number>;

/** Functions of the user by name: they stand beside the options, which are plain data. */
export type CustomFunctions = Readonly<Record<string, DualFunction | PlainFunction>>;

const MAX_PARAMETERS = 1024;

export interface CustomSetting {
  readonly f: DualFunction | PlainFunction;
  readonly name: string;
  readonly parameters: Parameters;
}

export function readCustom(config: CustomConfig, functions: CustomFunctions): CustomSetting {
  const name = config.function;
  if (typeof name !== 'string' || !Object.hasOwn(functions, name) || typeof functions[name] !== 'function') {
    throw badOption(
      'dynamics.function',
      'the name of a function given beside the options',
      describe(name),
      'Pass { functions: { name: f } } with the options, also when a snapshot is restored.',
    );
  }
  const count = readInteger('dynamics.parameters', config.parameters ?? 0, 0, MAX_PARAMETERS);
  return {
    f: functions[name],
    name,
    parameters: readParameters(config, count, { draw: [0, 0.1], bounds: [-MAX_PARAMETER, MAX_PARAMETER] }),
  };
}

/** f's answer once it is sure to be one finite value for each entry of x; otherwise an error that says what f did. */
export function callFunction<T extends Dual | number>(
  f: (theta: readonly T[], x: readonly T[], k: number, dt: number) => ArrayLike<T | number>,
  name: string,
  theta: readonly T[],
  x: readonly T[],
  k: number,
  dt: number,
): ArrayLike<T | number> {
  const count = x.length; // and what the entries are, before f can change them
  const isPlain = typeof x[0] === 'number';
  let values: ArrayLike<T | number>;
  try {
    values = f(theta, x, k, dt);
  } catch (error) {
    throw failed(name, k, count, `an exception: ${error instanceof Error ? error.message : describe(error)}`);
  }
  const length: unknown = (values as ArrayLike<unknown> | null | undefined)?.length;
  if (typeof values !== 'object' || length !== count) throw failed(name, k, count, describe(values));
  for (let i = 0; i < count; i++) {
    const entry: unknown = values[i];
    const value: unknown = entry instanceof Dual && !isPlain ? entry.value : entry;
    if (!(typeof value === 'number' && Math.abs(value) < Infinity))
      throw failed(name, k, count, `${describe(value)} as number ${i}`);
  }
  return values;
}

function failed(name: string, k: number, count: number, got: string): PsmfError {
  return new PsmfError(
    'BAD_FUNCTION',
    `The function ${describe(name)} at frame ${k}`,
    `${count} finite numbers, one for each coefficient`,
    got,
    'The model is as it was before the frame. Mend the function, or keep its values in range.',
  );
}
