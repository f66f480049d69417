import { randomUUID } from 'node:crypto';
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fchmodSync,
  lstatSync,
  openSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { Failure, unwritable } from './failure';

/** As many symbolic links in a row as Linux follows. */
const MAX_LINKS = 40;
/** The part of a file's mode that says who may do what with it; and that of a file for its owner alone, and for all. */
const PERMISSIONS = 0o777;
const PRIVATE = 0o600;
const PUBLIC = 0o666;

/**
 * A file that a command makes: written beside its place under a name of its own, which it gives up for the wanted one only
 * once it is complete. A symbolic link stays one, and what it leads to is replaced, if it may be written, by a file that as many may read.
 * Devices and pipes are written as they are.
 */
export class OutputFile {
  readonly #file: string;
  readonly #target: string;
  readonly #draft: string | null;
  /** What to write to: an open file, or the path of a device. */
  readonly sink: number | string;

  /** Throws a Failure where it cannot be written. */
  constructor(file: string) {
    this.#file = file;
    this.#target = followLinks(file);
    const isOrdinary = !existsSync(this.#target) || statSync(this.#target).isFile();
    this.#draft = isOrdinary ? `${this.#target}.${randomUUID().slice(0, 8)}.partial` : null;
    this.sink = this.#draft === null ? file : this.#open(this.#draft);
  }

  /** It is complete, and closed. */
  keep(): void {
    if (this.#draft === null) return;
    try {
      renameSync(this.#draft, this.#target);
    } catch (error) {
      throw unwritable(this.#file, error);
    }
    drafts.delete(this.#draft);
  }

  /** Leaves nothing half-written behind. */
  discard(): void {
    if (this.#draft !== null) remove(this.#draft);
  }

  #open(draft: string): number {
    try {
      watchSignals();
      const before = statSync(this.#target, { throwIfNoEntry: false });
      if (before !== undefined) accessSync(this.#target, constants.W_OK);
      const descriptor = openSync(draft, 'wx', PRIVATE);
      drafts.add(draft);
      fchmodSync(descriptor, before === undefined ? PUBLIC & ~process.umask() : before.mode & PERMISSIONS);
      return descriptor;
    } catch (error) {
      throw unwritable(this.#file, error);
    }
  }
}

/** Writes a file in one go, whole or not at all. */
export function saveText(file: string, text: string): void {
  const output = new OutputFile(file);
  try {
    writeFileSync(output.sink, text);
    if (typeof output.sink === 'number') closeSync(output.sink);
    output.keep();
  } catch (error) {
    output.discard();
    throw error instanceof Failure ? error : unwritable(file, error);
  }
}

/** Where a path leads in the end, also if nothing is there yet. */
function followLinks(file: string): string {
  let at = file;
  for (let i = 0; i < MAX_LINKS; i++) {
    if (lstatSync(at, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return at;
    at = path.resolve(path.dirname(at), readlinkSync(at));
  }
  throw new Failure(`Cannot write ${file}: its symbolic links lead to no file.`);
}

/** Half-written files of this process. */
const drafts = new Set<string>();
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
let isWatching = false;

/** Whoever stops the command finds no half of a file; the process then ends as it would have. */
function watchSignals(): void {
  if (isWatching) return;
  isWatching = true;
  for (const signal of SIGNALS) {
    process.once(signal, () => {
      for (const draft of drafts) remove(draft);
      process.kill(process.pid, signal);
    });
  }
}

function remove(draft: string): void {
  rmSync(draft, { force: true });
  drafts.delete(draft);
}
