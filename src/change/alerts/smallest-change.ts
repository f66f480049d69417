import { PsmfError, describe } from '../../errors';
import { readNamedRules, type NamedRule } from '../../named-rules';
import type { ChangedSensor } from '../detector';

/** What of a sensor is worth an alarm. */
export interface SmallestChange {
  /** In the sensor's unit, or per cent of its level before; 0: any. */
  readonly size: number;
  readonly isPercent: boolean;
  /** The only direction that matters; null: both do. */
  readonly direction: 'up' | 'down' | null;
}

/** By name; a name may end in * and then stands for all that begin so. */
export type SmallestChanges = Readonly<Record<string, SmallestChange>>;

const RULE = /^(?:(\d+(?:\.\d+)?|\.\d+)\s*(%)?)?\s*(up|down)?$/;

/** Reads `flow: 0.5, temp*: 2 % up, level: down`. */
export function readSmallestChanges(value: unknown): SmallestChanges {
  if (value === undefined || value === null || value === '') return {};
  if (typeof value !== 'string') throw bad(describe(value));
  return Object.fromEntries(readNamedRules(value, 'smallestChange').map(readRule));
}

function readRule({ name, rule, entry }: NamedRule): [string, SmallestChange] {
  const match = RULE.exec(rule);
  if (name === '' || rule === '' || match === null) throw bad(describe(entry));
  const [, size = '0', percent, direction] = match;
  return [
    name,
    {
      size: Number(size),
      isPercent: percent !== undefined,
      direction: direction === undefined ? null : (direction as 'up' | 'down'),
    },
  ];
}

/** Whether what became of the sensor is worth an alarm: a level or a noise that is too small, or went the other way, is not. */
export function matters(
  changes: SmallestChanges,
  sensor: ChangedSensor,
  alsoCalled: string = sensor.name,
): boolean {
  const { kind, direction, before, after } = sensor;
  const rule = ruleOf(changes, [sensor.name, alsoCalled]);
  if (rule === null || (kind !== 'level' && kind !== 'noise')) return true;
  if (rule.direction !== null && direction !== rule.direction) return false;
  const size =
    kind === 'level' ? Math.abs(after.level - before.level) : Math.abs(after.spread - before.spread);
  return size >= (rule.isPercent ? (rule.size / 100) * Math.abs(before.level) : rule.size);
}

/** A whole name goes before a pattern, a longer pattern before a shorter. */
function ruleOf(changes: SmallestChanges, names: readonly string[]): SmallestChange | null {
  const whole = names.find((name) => Object.hasOwn(changes, name));
  if (whole !== undefined) return changes[whole];
  let chosen: SmallestChange | null = null;
  let length = 0;
  for (const [pattern, rule] of Object.entries(changes)) {
    if (!pattern.endsWith('*') || pattern.length <= length) continue;
    if (!names.some((name) => name.startsWith(pattern.slice(0, -1)))) continue;
    chosen = rule;
    length = pattern.length;
  }
  return chosen;
}

const bad = (got: string): PsmfError =>
  new PsmfError(
    'BAD_OPTION',
    'smallestChange',
    'sensors with a size, in their unit or per cent, and a direction, such as "flow: 0.5, temp*: 2 % up, level: down"',
    got,
    'Name the sensors of which small changes do not matter, or leave it empty.',
  );
