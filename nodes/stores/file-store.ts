import { randomUUID } from 'node:crypto';
import { access, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { errorOf } from '../../src/errors';
import { JsonPieces } from './json-pieces';
import { parseKeyPath, readAt, writeAt } from './key-path';

/** What stands under `config` in the `contextStorage` setting; Node-RED adds its own settings. */
interface FileStoreConfig {
  /** The folder that `base` stands in; Node-RED's user folder unless it is given. */
  readonly dir?: string;
  readonly base?: string;
  readonly settings?: { readonly userDir?: string };
  readonly warn?: (sentence: string) => void;
}

type Callback = (error: Error | null, ...values: unknown[]) => void;

const BASE = 'psmf-context';
/** A file name without its end may have so many characters on every file system in use. */
const LONGEST_FILE_NAME = 200;
const END = '.json';
/** What a write that was cut short leaves behind. */
const UNFINISHED = '.tmp';

/**
 * A context store of Node-RED with one file for each key. Nothing of it is kept in memory, and what it says is written is on the
 * disk: a file is written beside the old one, forced out, and renamed. Made for many keys and large values, of which few change.
 */
class FileStore {
  readonly #folder: string;
  readonly #warn: (sentence: string) => void;
  /** The folder was there, so it has to be. */
  #isMade = false;
  /** By file: the last thing under way on it. */
  readonly #busy = new Map<string, Promise<unknown>>();

  constructor({ dir, base = BASE, settings, warn = logWarning }: FileStoreConfig) {
    const parent = dir ?? settings?.userDir;
    if (parent === undefined)
      throw new Error('file-store: expected config.dir, the folder to keep context in, got nothing.');
    this.#folder = join(parent, base);
    this.#warn = warn;
  }

  /** Clears away what writes that were cut short have left. A folder that cannot be used yet is reported, and tried again. */
  async open(): Promise<void> {
    try {
      await this.#clearAway();
    } catch (error) {
      const { message } = errorOf(error);
      this.#warn(
        `The folder ${this.#folder} cannot be used: ${message}. It is tried again at every read and write.`,
      );
    }
  }

  async #clearAway(): Promise<void> {
    await this.#requireFolder();
    for (const scope of await listFolder(this.#folder)) {
      const folder = join(this.#folder, scope);
      const unfinished = (await listFolder(folder)).filter((name) => name.endsWith(UNFINISHED));
      await Promise.all(unfinished.map((name) => rm(join(folder, name), { force: true })));
    }
  }

  async close(): Promise<void> {
    while (this.#busy.size > 0) await Promise.allSettled(this.#busy.values());
  }

  get(scope: string, key: string | readonly string[], callback?: Callback): void {
    const keys = typeof key === 'string' ? [key] : key;
    const values = Promise.all(keys.map((each) => this.#read(scope, each)));
    answerLater(values, requireCallback(callback), (all) => all);
  }

  set(scope: string, key: string | readonly string[], value: unknown, callback: Callback = () => {}): void {
    const keys = typeof key === 'string' ? [key] : key;
    const values: readonly unknown[] =
      typeof key === 'string' ? [value] : Array.isArray(value) ? (value as unknown[]) : [value];
    const writes = keys.map((each, n) => this.#write(scope, each, n < values.length ? values[n] : null));
    answerLater(Promise.all(writes), callback, () => []);
  }

  keys(scope: string, callback?: Callback): void {
    answerLater(this.#list(scope), requireCallback(callback), (names) => [names]);
  }

  async delete(scope: string): Promise<void> {
    const folder = this.#folderOf(scope);
    await Promise.allSettled(
      [...this.#busy].filter(([file]) => file.startsWith(folder)).map(([, done]) => done),
    );
    await rm(folder, { recursive: true, force: true });
  }

  /** Erases the context of flows and nodes that are not among these. */
  async clean(activeNodes: readonly string[]): Promise<void> {
    const active = new Set(activeNodes);
    for (const name of await listFolder(this.#folder)) {
      const scope = decodeName(name);
      const [node, flow] = scope.split(':');
      const isActive = scope === 'global' || (active.has(node) && (flow === undefined || active.has(flow)));
      if (!isActive) await this.delete(scope);
    }
  }

  /** An empty folder in the place of one that has gone would look as if nothing had been kept. */
  async #requireFolder(): Promise<void> {
    if (!this.#isMade) await mkdir(this.#folder, { recursive: true });
    else
      await access(this.#folder).catch((error: unknown) => {
        throw new Error(
          `file-store: the folder ${this.#folder} has gone (${errorOf(error).message}). Bring it back, or restart Node-RED to begin with an empty one.`,
          { cause: error },
        );
      });
    this.#isMade = true;
  }

  #folderOf(scope: string): string {
    return join(this.#folder, encodeName(scope));
  }

  #fileOf(scope: string, name: string): string {
    const encoded = encodeName(name);
    if (encoded.length > LONGEST_FILE_NAME)
      throw new Error(
        `file-store: expected a context key of at most ${LONGEST_FILE_NAME} characters, got more.`,
      );
    return join(this.#folderOf(scope), encoded + END);
  }

  async #read(scope: string, key: string): Promise<unknown> {
    const [name, ...path] = parseKeyPath(key);
    const file = this.#fileOf(scope, name);
    return this.#inTurn(file, async () => {
      const value = await readValue(file);
      if (value === undefined) await this.#requireFolder();
      return readAt(value, path);
    });
  }

  /** The value is taken as it is now, whatever becomes of it until it is its turn. */
  async #write(scope: string, key: string, value: unknown): Promise<void> {
    const [name, ...path] = parseKeyPath(key);
    const file = this.#fileOf(scope, name);
    const pieces = JsonPieces.of(value);
    return this.#inTurn(file, async () => {
      await this.#requireFolder();
      await change(file, path, pieces);
    });
  }

  async #list(scope: string): Promise<string[]> {
    await this.#requireFolder();
    const names = await listFolder(this.#folderOf(scope));
    return names.filter((name) => name.endsWith(END)).map((name) => decodeName(name.slice(0, -END.length)));
  }

  /** What is done to a file is done in the order it was asked for. */
  #inTurn<T>(file: string, act: () => Promise<T>): Promise<T> {
    const before = this.#busy.get(file) ?? Promise.resolve();
    const done = before.then(act, act);
    const settled = done
      .catch(() => {})
      .then(() => {
        if (this.#busy.get(file) === settled) this.#busy.delete(file);
      });
    this.#busy.set(file, settled);
    return done;
  }
}

function requireCallback(callback: Callback | undefined): Callback {
  if (typeof callback === 'function') return callback;
  throw new Error('file-store answers later: call get and keys with a callback.');
}

/** Calls back once, outside the promise, so that what the callback throws is its caller's. */
function answerLater<T>(question: Promise<T>, callback: Callback, pick: (value: T) => unknown[]): void {
  question.then(pick).then(
    (values) => setImmediate(() => callback(null, ...values)),
    (error: unknown) => setImmediate(() => callback(errorOf(error))),
  );
}

/** Letters, digits, - and _ stand for themselves, so that no name leads out of the folder or differs by case only. */
const encodeName = (name: string): string =>
  [...Buffer.from(name, 'utf8')]
    .map((byte) => {
      const letter = String.fromCharCode(byte);
      return /[a-z0-9_-]/.test(letter) ? letter : `%${byte.toString(16).padStart(2, '0')}`;
    })
    .join('');

const decodeName = (name: string): string => decodeURIComponent(name);

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

async function listFolder(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

async function readValue(file: string): Promise<unknown> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new Error(`file-store: ${file} is damaged (${errorOf(error).message}). Move it aside.`, {
      cause: error,
    });
  }
}

/** Puts a part at a path within what the file holds; undefined removes it. */
async function change(file: string, path: readonly string[], pieces: JsonPieces | undefined): Promise<void> {
  const whole = path.length === 0 ? pieces : await changePart(file, path, pieces);
  if (whole === undefined) return rm(file, { force: true });
  await replaceFile(file, whole);
}

async function changePart(
  file: string,
  path: readonly string[],
  pieces: JsonPieces | undefined,
): Promise<JsonPieces | undefined> {
  const part = pieces === undefined ? undefined : (JSON.parse(pieces.text) as unknown);
  return JsonPieces.of(writeAt(await readValue(file), path, part));
}

/** The file holds the old text or the new one, whenever the power goes. */
async function replaceFile(file: string, pieces: JsonPieces): Promise<void> {
  const folder = join(file, '..');
  const unfinished = `${file}.${randomUUID()}${UNFINISHED}`;
  await mkdir(folder, { recursive: true });
  try {
    await writeOut(unfinished, pieces);
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => {});
    throw error;
  }
  const handle = await open(folder, 'r');
  await handle.sync().catch(() => {}); // some file systems cannot force a folder out
  await handle.close();
}

async function writeOut(file: string, pieces: JsonPieces): Promise<void> {
  const handle = await open(file, 'w');
  try {
    for (const piece of pieces) await handle.writeFile(piece, 'utf8');
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const logWarning = (sentence: string): void => console.warn(`[warn] [file-store] ${sentence}`);

/** For the `module` of a store in Node-RED's `contextStorage` setting. */
function fileStore(config: FileStoreConfig = {}): FileStore {
  return new FileStore(config);
}

/** Node-RED names the module by this in its log. */
fileStore.toString = (): string => '@psmf/node-red-psmf/file-store';

/** It answers when the value is on the disk. */
fileStore.answersWhenWritten = true;

/** Below the user directory, unless `dir` says otherwise. */
fileStore.isOfFiles = true;

export = fileStore;
