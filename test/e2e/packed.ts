import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../package-root';

const run = promisify(execFile);

/** What `npm pack` would publish. */
export interface Tarball {
  readonly filename: string;
  readonly size: number;
  readonly files: readonly { readonly path: string }[];
}

/** Packs what the build has made; the scripts would build again, under the feet of the tests. */
export async function pack(folder: string): Promise<Tarball> {
  const { stdout } = await npm(['pack', '--ignore-scripts', '--json', '--pack-destination', folder], ROOT);
  const [tarball] = JSON.parse(stdout) as Tarball[];
  return { ...tarball, filename: join(folder, tarball.filename) };
}

/** A fresh folder as Node-RED users have one, with the package installed from its tarball. */
export async function createUserDir(): Promise<{ userDir: string; tarball: Tarball }> {
  const userDir = await mkdtemp(join(tmpdir(), 'psmf-e2e-'));
  await writeFile(join(userDir, 'package.json'), '{"private":true}');
  const tarball = await pack(userDir);
  const flags = ['--no-audit', '--no-fund', '--prefer-offline', '--omit=dev'];
  await npm(['install', ...flags, tarball.filename], userDir);
  return { userDir, tarball };
}

export const removeUserDir = (userDir: string): Promise<void> =>
  rm(userDir, { recursive: true, force: true });

const npm = (args: readonly string[], cwd: string): Promise<{ stdout: string }> =>
  run('npm', args, { cwd, shell: process.platform === 'win32', maxBuffer: 2 ** 24 });
