import { checkModelOptions, type ModelOptions } from '../stream/default-model';
import type { OptionSpec, Values } from './command-line';
import { readSetting } from './failure';

/** What a node is told of its sensors, for commands that look for changes. */
export const kindOption = { kinds: { type: 'string' } } as const satisfies Record<string, OptionSpec>;

export const KIND_HELP = `      --kinds KINDS       kinds of sensors where they are not to be found from the readings, such as
                          "meter*: counter, wind: angle" (also state, on-change, plain)`;

/** What a node is told of its default model. */
export const modelOptions = {
  ...kindOption,
  rhythm: { type: 'string' },
  'time-zone': { type: 'string' },
} as const satisfies Record<string, OptionSpec>;

export const MODEL_HELP = `      --rhythm RHYTHM     auto (default): day and week; none; or the length of another one in seconds
      --time-zone ZONE    whose day and week, such as Europe/Berlin (default the system's)
${KIND_HELP}`;

/** The same as the model takes them; what cannot be used is a usage failure. */
export function readModelOptions(values: Values<typeof modelOptions>): ModelOptions {
  const { rhythm, kinds, 'time-zone': timeZone } = values;
  const isNumber = rhythm !== undefined && rhythm.trim() !== '' && !Number.isNaN(Number(rhythm));
  const options = {
    ...{ timeZone, kinds },
    rhythm: (isNumber ? Number(rhythm) : rhythm) as ModelOptions['rhythm'],
  };
  readSetting(() => checkModelOptions(options));
  return options;
}
