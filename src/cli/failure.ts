import { PsmfError } from '../errors';

/** Something the user can put right, said in one sentence. 1: the work failed; 2: the command was not understood. */
export class Failure extends Error {
  override readonly name = 'Failure';

  constructor(
    message: string,
    readonly exitCode: 1 | 2 = 1,
  ) {
    super(message);
  }
}

/** A wrong call of the command. */
export const usage = (message: string): Failure => new Failure(message, 2);

/** What a setting is read as; one that cannot be used makes the call a wrong one. */
export function readSetting<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof PsmfError ? usage(error.message) : error;
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such folder',
  ENOTDIR: 'there is no such folder',
  EISDIR: 'it is a folder',
  EACCES: 'it may not be written',
  EPERM: 'it may not be written',
  EROFS: 'it may not be written',
  ENOSPC: 'the disk is full',
};

export function unwritable(file: string, error: unknown): Failure {
  const { code = '', message = String(error) } = error as NodeJS.ErrnoException;
  return new Failure(`Cannot write ${file}: ${REASONS[code] ?? message}.`);
}

/** Text of the user's as it stands in a sentence: quoted, and not too long. */
export const quote = (text: string): string =>
  JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
