import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

/** What the compiled modules and all they require of this package say, in sixteen digits: another one, other code. */
export function fingerprintOf(modules: readonly string[]): string {
  const texts = new Map<string, string>();
  const open = modules.map((path) => normalize(path));
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (texts.has(path)) continue;
    const file = require.resolve(path);
    const text = readFileSync(file, 'utf8');
    texts.set(path, text);
    for (const [, required] of text.matchAll(/require\(["'](\.[^"']*)["']\)/g))
      if (!required.endsWith('.json')) open.push(require.resolve(join(dirname(file), required)));
  }
  const hash = createHash('sha256');
  for (const text of [...texts.values()].map((each) => each.replace(/\n\/\/# source.*/g, '')).sort())
    hash.update(text);
  return hash.digest('hex').slice(0, 16);
}
