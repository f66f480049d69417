// Deletes the declarations that the entry of the package does not lead to: they describe what nobody can import.
import { existsSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

const IMPORT = /from '(\.[^']*)'|import\("(\.[^"]*)"\)/g;

export function pruneDeclarations(directory, entry) {
  const reached = new Set();
  const visit = (file) => {
    if (reached.has(file)) return;
    reached.add(file);
    for (const [, from, inline] of readFileSync(file, 'utf8').matchAll(IMPORT)) {
      const target = join(dirname(file), from ?? inline);
      visit([`${target}.d.ts`, join(target, 'index.d.ts')].find(existsSync));
    }
  };
  visit(join(directory, entry));
  for (const name of readdirSync(directory, { recursive: true })) {
    const file = join(directory, name);
    if (file.endsWith('.d.ts') && !reached.has(file)) rmSync(file);
  }
}
