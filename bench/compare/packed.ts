import { spawnSync } from 'node:child_process';

/** The package as npm would publish it, in bytes. */
export interface Packed {
  readonly size: number;
  readonly unpackedSize: number;
  readonly entryCount: number;
}

const NOTHING: Packed = { size: NaN, unpackedSize: NaN, entryCount: NaN };

/** NaN where npm cannot pack it. */
export function measurePacked(root: string): Packed {
  const { status, stdout } = spawnSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    ...{ cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
    shell: process.platform === 'win32',
  });
  if (status !== 0) return NOTHING;
  const [packed] = JSON.parse(stdout) as readonly Packed[];
  return packed ?? NOTHING;
}
