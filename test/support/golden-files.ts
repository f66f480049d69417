import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { GoldenFile } from '../../bench/golden/format';
import { ROOT } from '../package-root';

export function goldenFiles(): GoldenFile[] {
  const folder = path.join(ROOT, 'test/fixtures/golden');
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as GoldenFile);
}
