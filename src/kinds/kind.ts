import { PsmfError, describe } from '../errors';
import { isNamed, readNamedRules } from '../named-rules';

/**
 * plain: a number like any other. counter: never falls but for resets. angle: degrees, 0 to 360 or -180 to 180. state: one of a
 * few values. on-change: sent only when it has moved. In states they are numbered in this order.
 */
export const kinds = ['plain', 'counter', 'angle', 'state', 'on-change'] as const;
export type Kind = (typeof kinds)[number];

/** Kinds by name; a name may end in * and then stands for all that begin so. "auto" leaves it to the readings. */
export type KindSettings = Readonly<Record<string, Kind | 'auto'>>;

/** Reads `meter*: counter, wind.dir: angle`, or such an object; throws for a kind that there is none of. */
export function readKinds(value: unknown): KindSettings {
  if (value === undefined || value === null || value === '') return {};
  const rules = typeof value === 'string' ? readNamedRules(value, 'kinds') : null;
  if (rules === null && (typeof value !== 'object' || Array.isArray(value))) throw bad(describe(value));
  const nameless = rules?.find(({ name }) => name === '');
  if (nameless !== undefined) throw bad(describe(nameless.entry));
  const pairs =
    rules?.map(({ name, rule }): [string, string] => [name, rule]) ??
    Object.entries(value as Record<string, unknown>);
  for (const [name, kind] of pairs) {
    const isKind = kind === 'auto' || (kinds as readonly unknown[]).includes(kind);
    if (name === '' || !isKind) throw bad(`${describe(name)}: ${describe(kind)}`);
  }
  return Object.fromEntries(pairs) as KindSettings;
}

/** The kind set for a sensor; null: the readings tell. A whole name goes before a pattern, a longer pattern before a shorter. */
export function kindOf(settings: KindSettings, name: string): Kind | null {
  let chosen: Kind | 'auto' = 'auto';
  let length = -1;
  for (const [pattern, kind] of Object.entries(settings)) {
    const rank = pattern.endsWith('*') ? pattern.length : Infinity;
    if (isNamed(pattern, name) && rank > length) [chosen, length] = [kind, rank];
  }
  return chosen === 'auto' ? null : chosen;
}

const bad = (got: string): PsmfError =>
  new PsmfError(
    'BAD_OPTION',
    'kinds',
    `names with one of ${kinds.join(', ')}, such as "meter*: counter, wind.dir: angle"`,
    got,
    'Name the sensors whose kind is not found by itself, or leave it empty.',
  );
