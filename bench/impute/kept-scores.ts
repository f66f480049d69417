import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { evaluate } from '../../src/evaluate/evaluation';
import type { Mask } from '../../src/evaluate/mask';
import type { Method } from '../../src/evaluate/method';
import type { ReadingsTable } from '../../src/evaluate/readings-table';
import type { MethodScore } from '../../src/evaluate/score';

/** How a method did on one masked table, whole and by gaps of 1, 2-3, 4-7, ... frames. */
export interface KeptScore {
  readonly total: MethodScore;
  readonly byGap: readonly MethodScore[];
}

/** A method and what its scores depend on beside the table: a fingerprint of its code, or a commit. */
export interface Contestant {
  readonly version: string;
  readonly create: (sensors: number) => Method;
}

/** Where scores are kept; git ignores it. */
const FOLDER = join('.cache', 'impute');

/** Whether all of them are kept: nothing is left to measure. */
export function areKept(
  table: ReadingsTable,
  mask: Mask,
  contestants: Readonly<Record<string, Contestant>>,
  folder = FOLDER,
): boolean {
  const data = describeData(table, mask);
  return Object.entries(contestants).every(([name, { version }]) =>
    existsSync(fileOf(folder, data, name, version)),
  );
}

/**
 * The scores of every contestant on the same hidden values, each measured once for a version of it: a run that was stopped goes
 * on where it was, several may share the work, and after a change only what has changed is measured.
 */
export function scoreOnce<Name extends string>(
  table: ReadingsTable,
  mask: Mask,
  contestants: Readonly<Record<Name, Contestant>>,
  folder = FOLDER,
): Record<Name, KeptScore> {
  const data = describeData(table, mask);
  const names = Object.keys(contestants) as Name[];
  const pathOf = (name: Name): string => fileOf(folder, data, name, contestants[name].version);
  const missing = names.filter((name) => !existsSync(pathOf(name)));
  if (missing.length > 0) {
    const methods = Object.fromEntries(
      missing.map((name) => [name, contestants[name].create(table.sensors)]),
    ) as Record<string, Method>;
    const { scorers } = evaluate(table, mask, methods);
    mkdirSync(folder, { recursive: true });
    for (const name of missing) {
      const { total, byGap } = scorers[name];
      const partial = `${pathOf(name)}.${process.pid}`;
      writeFileSync(partial, JSON.stringify({ total, byGap }));
      renameSync(partial, pathOf(name));
    }
  }
  return Object.fromEntries(
    names.map((name) => [name, JSON.parse(readFileSync(pathOf(name), 'utf8'))]),
  ) as Record<Name, KeptScore>;
}

const fileOf = (folder: string, data: string, name: string, version: string): string =>
  join(folder, `${data}-${name}-${version}.json`);

function describeData({ values, dt, ms, turns }: ReadingsTable, mask: Mask): string {
  const hash = createHash('sha256');
  for (const part of [values, dt, ms, turns, mask])
    if (part !== undefined) hash.update(new Uint8Array(part.buffer, part.byteOffset, part.byteLength));
  return hash.digest('hex').slice(0, 16);
}
