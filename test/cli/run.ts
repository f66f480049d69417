import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

export const program = path.resolve(__dirname, '../../src/cli/psmf.js');

export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the compiled command as a user would; where options bound its heap, no coverage is counted in it. */
export function psmf(args: readonly string[], input?: string, nodeOptions: readonly string[] = []): Outcome {
  const run = spawnSync(process.execPath, [...nodeOptions, program, ...args], {
    env: nodeOptions.length > 0 ? { ...process.env, NODE_V8_COVERAGE: '' } : process.env,
    encoding: 'utf8',
    input: input ?? '',
    maxBuffer: 1e9,
  });
  return { code: run.status, stdout: run.stdout, stderr: run.stderr };
}

/** A folder of its own for the files of a test. */
export class Folder {
  readonly path = mkdtempSync(path.join(tmpdir(), 'psmf-test-'));

  file(name: string): string {
    return path.join(this.path, name);
  }

  write(name: string, text: string): string {
    writeFileSync(this.file(name), text);
    return this.file(name);
  }

  read(name: string): string {
    return readFileSync(this.file(name), 'utf8');
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}

/** Text of a file with one line for each row. */
export const lines = (rows: readonly (readonly (string | number)[])[], delimiter = ','): string =>
  rows.map((row) => `${row.join(delimiter)}\n`).join('');

/** The rows of such a text, split at commas. */
export const cells = (text: string, delimiter = ','): string[][] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => line.split(delimiter));
