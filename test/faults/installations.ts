import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Installation } from '../e2e/node-red';

export interface NamedInstallation extends Installation {
  /** Such as Node-RED 4.1.0. */
  readonly name: string;
}

function describeInstallation(node: string, folder: string): NamedInstallation {
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
  return { name: `Node-RED ${version}`, node, script: join(folder, 'red.js') };
}

/** The Node-RED of the development dependencies, and the one that NODE_RED_DIR and NODE_BINARY name if they are set. */
export function listInstallations(): NamedInstallation[] {
  const { NODE_RED_DIR, NODE_BINARY } = process.env;
  const own = describeInstallation(process.execPath, dirname(require.resolve('node-red/red.js')));
  if (NODE_RED_DIR === undefined) return [own];
  return [own, describeInstallation(NODE_BINARY ?? process.execPath, NODE_RED_DIR)];
}

/** Does the same with each of them; what was measured, by name. */
export async function withEach(run: (installation: NamedInstallation) => Promise<string>): Promise<string> {
  const figures: string[] = [];
  for (const installation of listInstallations())
    figures.push(`${installation.name}: ${await run(installation)}`);
  return figures.join('; ');
}
