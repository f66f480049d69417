import { parseArgs } from 'node:util';

/** The switches a program was called with, or the one sentence that says what is wrong with them. */
export function readSwitches<Name extends string>(
  args: readonly string[],
  names: readonly Name[],
): Record<Name, boolean> | string {
  const options = Object.fromEntries(names.map((name) => [name, { type: 'boolean' as const }]));
  try {
    const { values } = parseArgs({ args: [...args], options, strict: true, allowPositionals: false });
    return Object.fromEntries(names.map((name) => [name, values[name] === true])) as Record<Name, boolean>;
  } catch (error) {
    const known = names.map((name) => `--${name}`).join(', ');
    const what = /'(-[^' ]*|[^']*)/.exec(error instanceof Error ? error.message : '')?.[1] ?? args.join(' ');
    return `Cannot read ${JSON.stringify(what)}: the options are ${known}, none takes a value.`;
  }
}
