import { parseArgs } from 'node:util';
import { quote, usage } from './failure';

/** An option of a command: a switch, or one that takes a value. */
export interface OptionSpec {
  readonly type: 'boolean' | 'string';
  readonly short?: string;
}

export type Values<T extends Readonly<Record<string, OptionSpec>>> = {
  readonly [K in keyof T]?: T[K]['type'] extends 'boolean' ? boolean : string;
};

/** Splits the arguments into options and files; a wrong one is a usage failure. */
export function readArguments<T extends Readonly<Record<string, OptionSpec>>>(
  args: readonly string[],
  options: T,
): { readonly values: Values<T>; readonly files: readonly string[] } {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options,
      strict: true,
      allowPositionals: true,
    });
    return { values, files: positionals };
  } catch (error) {
    throw usage(`${firstSentence(error)}`);
  }
}

const firstSentence = (error: unknown): string => {
  const message = error instanceof Error ? error.message : String(error);
  return `${message.split(/[.\n]/)[0].replaceAll("'", '"')}.`;
};

/** The one file a command works on. */
export function readFile(files: readonly string[]): string {
  if (files.length === 0) throw usage('Which file? Name one CSV file, or - for standard input.');
  if (files.length > 1) throw usage(`One file at a time, please: got ${files.map(quote).join(' and ')}.`);
  return files[0];
}

export function readWhole(name: string, text: string, least: number, most: number): number {
  const value = /^\d+$/.test(text) ? Number(text) : NaN;
  if (value >= least && value <= most) return value;
  throw usage(`--${name}: expected a whole number from ${least} to ${most}, got ${quote(text)}.`);
}

export function readOneOf<T extends string>(name: string, text: string, choices: readonly T[]): T {
  const found = choices.find((choice) => choice === text);
  if (found !== undefined) return found;
  throw usage(`--${name}: expected ${choices.join(' or ')}, got ${quote(text)}.`);
}
