import { createWriteStream, existsSync, statSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { unwritable } from '../failure';
import { pointToComma } from './cell';
import type { Delimiter } from './delimiter';

/** Written in pieces of about this size. */
const PIECE = 65_536;

/** Writes a CSV file; it takes its name only once it is complete. */
export class CsvWriter {
  readonly #file: string;
  readonly #partial: string;
  readonly #out: Writable;
  readonly #delimiter: Delimiter;
  readonly #isSeries: boolean;
  readonly #decimalComma: boolean;
  readonly #rows: string[][] = [];
  #piece = '';

  /** `file` "-": standard output. `isSeries`: rows are kept and written as columns at the end. */
  constructor(file: string, delimiter: Delimiter, isSeries: boolean, decimalComma = false) {
    this.#file = file;
    const isOrdinary = file !== '-' && (!existsSync(file) || statSync(file).isFile());
    this.#partial = isOrdinary ? `${file}.partial` : file;
    this.#out = file === '-' ? process.stdout : createWriteStream(this.#partial);
    // Every error reaches the callback of the write it belongs to.
    this.#out.on('error', () => undefined);
    this.#delimiter = delimiter;
    this.#isSeries = isSeries;
    this.#decimalComma = decimalComma;
  }

  async write(cells: string[]): Promise<void> {
    if (this.#isSeries) this.#rows.push(cells);
    else await this.#writeLine(cells);
  }

  async end(): Promise<void> {
    if (this.#rows.length > 0) {
      for (let i = 0; i < this.#rows[0].length; i++) await this.#writeLine(this.#rows.map((row) => row[i]));
    }
    await this.#flush();
    if (this.#file === '-') return;
    await this.#settle((done) => this.#out.end(done));
    if (this.#partial !== this.#file) await rename(this.#partial, this.#file);
  }

  /** Leaves nothing half-written behind: not before the stream is closed, as a file still being opened would come back. */
  async abandon(): Promise<void> {
    if (this.#file === '-') return;
    if (!this.#out.closed)
      await new Promise<void>((resolve) => void this.#out.once('close', resolve).destroy());
    if (this.#partial !== this.#file) await rm(this.#partial, { force: true });
  }

  async #writeLine(cells: readonly string[]): Promise<void> {
    const written = this.#decimalComma ? cells.map(pointToComma) : cells;
    this.#piece += `${written.map((cell) => protect(cell, this.#delimiter)).join(this.#delimiter)}\n`;
    if (this.#piece.length > PIECE) await this.#flush();
  }

  async #flush(): Promise<void> {
    const piece = this.#piece;
    this.#piece = '';
    if (piece !== '') await this.#settle((done) => this.#out.write(piece, done));
  }

  async #settle(start: (done: (error?: Error | null) => void) => void): Promise<void> {
    try {
      await new Promise<void>((resolve, reject) => start((error) => (error ? reject(error) : resolve())));
    } catch (error) {
      throw unwritable(this.#file, error);
    }
  }
}

/** A cell as it must stand in the file: quoted where it holds a mark; never empty between spaces. */
function protect(cell: string, delimiter: Delimiter): string {
  if (delimiter === ' ' && cell === '') return 'nan';
  return cell.includes(delimiter) || /["\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

const DIGITS = 9;

/** A number as it is written to a file: nine digits, none of them a needless zero; empty where there is none. */
export const writeNumber = (value: number): string =>
  Number.isFinite(value) ? String(Number(value.toPrecision(DIGITS))) : '';
