import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, cp, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../package-root';

const run = promisify(execFile);

/** What `npm pack` would publish. */
export interface Tarball {
  readonly filename: string;
  readonly size: number;
  /** Of its content. */
  readonly shasum: string;
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
  const tarball = await pack(userDir);
  const installed = join(ROOT, '.cache', 'installed', tarball.shasum);
  if (!existsSync(installed)) await install(tarball, installed);
  await cp(installed, userDir, { recursive: true, verbatimSymlinks: true });
  return { userDir, tarball };
}

/** Installs a tarball once for all tests, which copy the folder: it is there when it is complete. */
async function install({ filename }: Tarball, folder: string): Promise<void> {
  await mkdir(dirname(folder), { recursive: true });
  const draft = await mkdtemp(`${folder}-`);
  await writeFile(join(draft, 'package.json'), '{"private":true}');
  await copyFile(filename, join(draft, basename(filename)));
  const flags = ['--no-audit', '--no-fund', '--prefer-offline', '--omit=dev'];
  await npm(['install', ...flags, `./${basename(filename)}`], draft);
  await rename(draft, folder).catch(() => rm(draft, { recursive: true })); // another test was as fast
}

export const removeUserDir = (userDir: string): Promise<void> =>
  rm(userDir, { recursive: true, force: true });

const npm = (args: readonly string[], cwd: string): Promise<{ stdout: string }> =>
  run('npm', args, { cwd, shell: process.platform === 'win32', maxBuffer: 2 ** 24 });
