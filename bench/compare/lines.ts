import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Extent {
  readonly files: number;
  readonly lines: number;
}

/** Files with one of these endings among `paths`, and their lines: ends of lines, as wc counts them. */
export function countLines(root: string, paths: readonly string[], endings: readonly string[]): Extent {
  const counted = paths.filter((path) => endings.some((ending) => path.endsWith(ending)));
  const lines = counted.map((path) => readFileSync(join(root, path), 'utf8').split('\n').length - 1);
  return { files: counted.length, lines: lines.reduce((sum, count) => sum + count, 0) };
}
