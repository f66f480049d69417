import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Gives the result of that name, computed unless it is known already. Results survive JSON. */
export type Keep = <T>(key: string, compute: () => T) => T;

export const computeAlways: Keep = (_key, compute) => compute();

/**
 * Results of finished parts, a line of JSON each, so that a long run that was stopped goes on where it was. A result counts
 * only under the fingerprint of the code that made it; a line that was cut off is computed again.
 */
export function keepIn(file: string, fingerprint: string): Keep {
  const known = readKnown(file, fingerprint);
  mkdirSync(dirname(file), { recursive: true });
  return <T>(key: string, compute: () => T): T => {
    if (known.has(key)) return known.get(key) as T;
    const value = compute();
    known.set(key, value);
    appendFileSync(file, `\n${JSON.stringify({ fingerprint, key, value })}`);
    return value;
  };
}

function readKnown(file: string, fingerprint: string): Map<string, unknown> {
  const known = new Map<string, unknown>();
  if (!existsSync(file)) return known;
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const entry = parse(line);
    if (entry?.fingerprint === fingerprint) known.set(entry.key, entry.value);
  }
  return known;
}

function parse(line: string): { fingerprint: string; key: string; value: unknown } | null {
  try {
    return JSON.parse(line) as { fingerprint: string; key: string; value: unknown };
  } catch {
    return null; // a line that was being written when the run was stopped
  }
}

/** A digest of the compiled code in these files and folders. */
export function fingerprintOf(paths: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of paths.flatMap(listCode)) hash.update(readFileSync(file)).update('\0');
  return hash.digest('hex').slice(0, 12);
}

function listCode(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => listCode(join(path, name)))
    .filter((file) => file.endsWith('.js'));
}
