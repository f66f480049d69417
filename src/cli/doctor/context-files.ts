import { randomUUID } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { Failure, unwritable } from '../failure';

/** What a context file holds: values by key. */
export type Values = Record<string, unknown>;

/**
 * The context files below a folder, as the file store lays them out: a folder for each flow and one for what is global, with
 * the files of the flow and of its nodes in it.
 */
export function listContextFiles(context: string): string[] {
  return readFolder(context)
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .flatMap(({ name }) =>
      readFolder(path.join(context, name))
        .filter((entry) => entry.isFile() && entry.name.endsWith('.json'))
        .map((entry) => path.join(context, name, entry.name)),
    )
    .sort();
}

/** The values in a context file; as a sentence, why they cannot be read. */
export function readContextFile(file: string): Values | string {
  const text = readText(file);
  if (text.trim() === '') return 'empty: what it held is lost, as after a power cut';
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return `not JSON: ${error instanceof Error ? error.message : String(error)}`;
  }
  return value !== null && typeof value === 'object' && !Array.isArray(value)
    ? (value as Values)
    : 'JSON, but no object of values by key';
}

/** Puts a file out of the store's sight; its new name. */
export function moveAside(file: string, now: Date): string {
  const aside = `${file}.damaged-${now.toISOString().replace(/[:.]/g, '-')}`;
  try {
    renameSync(file, aside);
  } catch (error) {
    throw unwritable(aside, error);
  }
  return aside;
}

/** Writes a file so that at any moment, even if the power fails, either the old one or the new one is there. */
export function replaceFile(file: string, values: Values): void {
  const draft = `${file}.${randomUUID()}.tmp`;
  try {
    const handle = openSync(draft, 'wx');
    writeFileSync(handle, JSON.stringify(values, null, 4));
    fsyncSync(handle);
    closeSync(handle);
    renameSync(draft, file);
  } catch (error) {
    throw unwritable(file, error);
  }
}

const readFolder = (folder: string): ReturnType<typeof readEntries> => {
  try {
    return readEntries(folder);
  } catch (error) {
    throw unreadable(folder, error);
  }
};

const readEntries = (folder: string) => readdirSync(folder, { withFileTypes: true });

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw unreadable(file, error);
  }
}

const unreadable = (file: string, error: unknown): Failure =>
  new Failure(`Cannot read ${file}: ${error instanceof Error ? error.message : String(error)}.`);
