import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** The package's folder, seen from dist/test. */
export const ROOT = resolve(__dirname, '..', '..');

export interface PackageJson {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly keywords: readonly string[];
  readonly engines: Readonly<Record<string, string>>;
  readonly scripts: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly bin: Readonly<Record<string, string>>;
  readonly main: string;
  readonly types: string;
  readonly exports: Readonly<Record<string, unknown>>;
  readonly files: readonly string[];
  readonly 'node-red': {
    readonly version: string;
    readonly nodes: Readonly<Record<string, string>>;
    readonly plugins: Readonly<Record<string, string>>;
  };
}

export const packageJson = JSON.parse(readFileSync(`${ROOT}/package.json`, 'utf8')) as PackageJson;
