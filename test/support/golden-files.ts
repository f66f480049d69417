import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { GoldenFile } from '../../bench/golden/format';

/** The project's folder: compiled tests stand in dist/test. */
export const root = path.resolve(__dirname, '../../..');

export function goldenFiles(): GoldenFile[] {
  const folder = path.join(root, 'test/fixtures/golden');
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as GoldenFile);
}
