import { createRequire } from 'node:module';
import { join } from 'node:path';

type Exports = typeof import('../../../src');

/** A value that the build in `root` exports from its entry; throws where it has none of that name. */
export function importFrom<Name extends keyof Exports>(root: string, name: Name): Exports[Name] {
  const entry = createRequire(join(root, 'package.json'))('./dist/src/index.js') as Partial<Exports>;
  const found = entry[name];
  if (found === undefined) throw new Error(`it has no export ${name}.`);
  return found;
}
