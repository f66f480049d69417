import { isNamed, readNamedRules } from '../named-rules';
import { nameOf } from './csv/records';
import { listNames } from './csv/structure';
import { quote } from './failure';

/** Options that say something of sensors by name. */
const OPTIONS = ['kinds', 'smallest-change'] as const;

/** Names in the options that no sensor of the file has, a line for each option. */
export function noteNames(
  file: string,
  values: { readonly [option in (typeof OPTIONS)[number]]?: string },
  sensors: readonly string[],
): string[] {
  return OPTIONS.flatMap((option) => {
    const rules = readNamedRules(values[option] ?? '', option);
    const unknown = rules.filter(({ name }) => !sensors.some((sensor) => isNamed(name, sensor)));
    if (unknown.length === 0) return [];
    const names = unknown.map(({ name }) => quote(name)).join(' or ');
    return [`${nameOf(file)}: --${option}: no sensor is called ${names}, only ${listNames(sensors)}.`];
  });
}
