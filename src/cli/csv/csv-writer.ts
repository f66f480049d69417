import { createWriteStream } from 'node:fs';
import type { Writable } from 'node:stream';
import { unwritable } from '../failure';
import { OutputFile } from '../output-file';
import { pointToComma } from './cell';
import type { Delimiter } from './delimiter';

/** Written in pieces of about this size. */
const PIECE = 65_536;

/** Writes a CSV file; it takes its name only once it is complete. */
export class CsvWriter {
  readonly #name: string;
  /** Null: standard output. */
  readonly #file: OutputFile | null;
  readonly #out: Writable;
  readonly #delimiter: Delimiter;
  readonly #isSeries: boolean;
  readonly #decimalComma: boolean;
  readonly #rows: string[][] = [];
  #piece = '';

  /** `file` "-": standard output. `isSeries`: rows are kept and written as columns at the end. */
  constructor(file: string, delimiter: Delimiter, isSeries: boolean, decimalComma = false) {
    this.#name = file === '-' ? 'standard output' : file;
    this.#file = file === '-' ? null : new OutputFile(file);
    this.#out = this.#file === null ? process.stdout : openStream(this.#file);
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
    if (this.#file === null) return;
    await this.#settle((done) => this.#out.end(done));
    this.#file.keep();
  }

  /** Leaves nothing half-written behind. */
  async abandon(): Promise<void> {
    if (this.#file === null) return;
    if (!this.#out.closed)
      await new Promise<void>((resolve) => void this.#out.once('close', resolve).destroy());
    this.#file.discard();
  }

  async #writeLine(cells: readonly string[]): Promise<void> {
    const written = this.#decimalComma ? cells.map(pointToComma) : cells;
    const line = written.map((cell) => protect(cell, this.#delimiter)).join(this.#delimiter);
    this.#piece += cells.length === 1 && line === '' ? '""\n' : `${line}\n`; // at its end, an empty line is no row
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
      throw unwritable(this.#name, error);
    }
  }
}

const openStream = ({ sink }: OutputFile): Writable =>
  typeof sink === 'number' ? createWriteStream('', { fd: sink }) : createWriteStream(sink);

/** A cell as it must stand in the file: quoted where it holds a mark; never empty between spaces. */
function protect(cell: string, delimiter: Delimiter): string {
  if (delimiter === ' ' && cell === '') return 'nan';
  return cell.includes(delimiter) || /["\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

const DIGITS = 9;

/** A number as it is written to a file: nine digits, none of them a needless zero; empty where there is none. */
export const writeNumber = (value: number): string =>
  Number.isFinite(value) ? String(Number(value.toPrecision(DIGITS))) : '';
