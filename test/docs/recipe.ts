import { readFileSync } from 'node:fs';
import { ROUNDS, type DeviceCase, type Sent } from '../devices/device-case';
import { ROOT } from '../package-root';

/** A recipe of docs/recipes.md: what comes in, with a gap, and what goes out. */
export interface Recipe {
  readonly title: string;
  readonly example: string;
  readonly sent: readonly Sent[];
  readonly out: unknown;
}

interface FlowNode {
  readonly type: string;
  readonly messageIs?: string;
}
type Json = Readonly<Record<string, unknown>> | readonly unknown[];

const isHolder = (value: unknown): value is Json => value !== null && typeof value === 'object';
const PART = /Flow: `([a-z0-9-]+)`.*? In:\n\n```json\n(.*?)```\n\nOut:\n\n```json\n(.*?)```/s;

export const readRecipes = (): readonly Recipe[] =>
  readFileSync(`${ROOT}/docs/recipes.md`, 'utf8')
    .split(/^## /m)
    .slice(1)
    .flatMap((section) => {
      const title = section.split('\n', 1)[0];
      const [, example, sent, out] = PART.exec(section) ?? [];
      if (example === undefined) return [];
      return [{ title, example, sent: JSON.parse(sent) as Sent[], out: JSON.parse(out) as unknown }];
    });

export const readExample = (name: string): FlowNode[] =>
  JSON.parse(readFileSync(`${ROOT}/examples/${name}.json`, 'utf8')) as FlowNode[];

/** The leaves of a payload by path. */
export function* leavesOf(value: unknown, path = ''): Generator<[path: string, leaf: unknown]> {
  if (!isHolder(value)) yield [path, value];
  else for (const [name, each] of Object.entries(value)) yield* leavesOf(each, `${path}/${name}`);
}

/** The case of a recipe: rounds without gaps, which swing together and end at the values of the recipe, then the gap. */
export function caseOf({ title, example, sent, out }: Recipe): DeviceCase {
  const { messageIs } = readExample(example).find(({ type }) => type === 'psmf-impute') ?? {};
  const whole = sent.map((message) => heal(message, out));
  return {
    ...{ family: 'recipe', name: title, sensors: [], settings: { messageIs } },
    round: (t, now) => whole.map((message) => swing(message, t, now) as Sent),
    gap: { send: () => sent, filled: {} },
  };
}

/** The message without its gap: its payload as it went out, or each of its values from the frame that went out. */
function heal(message: Sent, out: unknown): Sent {
  const { topic = '', payload } = message;
  const values = Object.entries(out as object).filter(([name]) => name.startsWith(topic));
  if (values.length === 0) return { ...message, payload: out };
  const good = message.statusCode === undefined ? {} : { statusCode: { value: 0 } };
  if (!isHolder(payload)) return { ...message, ...good, payload: values[0][1] };
  const valueOf = (path: string): unknown => values.find(([name]) => endOf(path).test(name))?.[1];
  return { ...message, payload: mapLeaves(payload, (leaf, path) => leaf ?? valueOf(path)) };
}

/** The end of a sensor's name for a path: its last part, and the one before where there is one in the name. */
const endOf = (path: string): RegExp =>
  new RegExp(
    `[/.]${path
      .split('/')
      .at(-1)
      ?.replace(/[.*+?^$()|[\]\\]/g, '\\$&')}$`,
  );

const mapLeaves = (value: unknown, map: (leaf: unknown, path: string) => unknown, path = ''): unknown => {
  if (Array.isArray(value)) return value.map((each, i) => mapLeaves(each, map, `${path}/${i}`));
  if (!isHolder(value)) return map(value, path);
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, mapLeaves(each, map, `${path}/${name}`)]),
  );
};

const END = Date.parse('2026-03-01T10:48:00Z');

/** The message as it was in round `t`: times of then, and every number on its way to its own value. */
function swing(message: Sent, t: number, now: number): unknown {
  const factor = 1 + 0.08 * Math.sin((t - ROUNDS) / 6) + 0.03 * Math.sin((t - ROUNDS) / 2.3);
  return mapLeaves(message, (leaf) => {
    if (typeof leaf === 'string' && leaf.startsWith('2026-')) return atTime(leaf, now);
    const number = typeof leaf === 'string' ? Number(leaf || NaN) : leaf;
    if (typeof number !== 'number' || Number.isNaN(number)) return leaf;
    const unit = [1, 1e3, 1e6, 1e9].find((each) => Math.abs(number / each - END / 1e3) < 1e6);
    if (unit !== undefined) return number + ((now - END) / 1e3) * unit;
    const decimals = (String(leaf).split('.')[1] ?? '').length;
    const swung = (number * factor).toFixed(decimals);
    return typeof leaf === 'string' ? swung : Number(swung);
  });
}

/** In the form of the text: with a zone, or without one in local time. */
function atTime(text: string, now: number): string {
  if (text.endsWith('Z')) return new Date(now).toISOString();
  return new Date(now - new Date(now).getTimezoneOffset() * 60_000).toISOString().slice(0, text.length);
}
