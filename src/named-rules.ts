import { badOption, describe } from './errors';

/** What a setting says of one sensor, or of those whose names begin alike. */
export interface NamedRule {
  readonly name: string;
  /** What stands behind the colon. */
  readonly rule: string;
  /** Both, as they were written. */
  readonly entry: string;
}

/** What stands between commas, semicolons or ends of lines; those within a quoted name, with which an entry may begin, do not count. */
const ENTRY = /(?:\s*"(?:[^"]|"")*"(?=\s*:))?[^,;\n]*/g;
const QUOTED = /^"((?:[^"]|"")*)"\s*:(.*)$/s;

/**
 * Reads `boiler: > 80, "tank, left": < 10`; a quote within quotes is written twice. An entry without a colon has no name. Throws,
 * in the name of the setting, for a quote that is not closed.
 */
export function readNamedRules(text: string, setting: string): NamedRule[] {
  const entries = (text.match(ENTRY) ?? []).map((entry) => entry.trim());
  return entries.filter((entry) => entry !== '').map((entry) => readEntry(entry, setting));
}

function readEntry(entry: string, setting: string): NamedRule {
  const quoted = QUOTED.exec(entry);
  if (quoted === null && entry.startsWith('"'))
    throw badOption(
      setting,
      'a name between two quotes and then a colon, as in "tank, left": …',
      `${describe(entry)}, with a quote that is not closed or no colon behind it`,
      'Close it; a quote that is part of the name is written twice.',
    );
  if (quoted !== null) return { name: quoted[1].replaceAll('""', '"'), rule: quoted[2].trim(), entry };
  const colon = entry.lastIndexOf(':');
  return { name: entry.slice(0, Math.max(0, colon)).trim(), rule: entry.slice(colon + 1).trim(), entry };
}

/** Whether a setting for this name is for that sensor: a name that ends in * stands for all that begin so. */
export const isNamed = (name: string, sensor: string): boolean =>
  name.endsWith('*') ? sensor.startsWith(name.slice(0, -1)) : sensor === name;
