import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface PackageJson {
  readonly 'node-red': { readonly nodes: Readonly<Record<string, string>> };
}

/** What Node-RED loads of the build in `root`, by node. */
export function nodeFiles(root: string): Readonly<Record<string, string>> {
  const text = readFileSync(join(root, 'package.json'), 'utf8');
  return (JSON.parse(text) as PackageJson)['node-red'].nodes;
}
