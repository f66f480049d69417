import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { Failure } from '../failure';
import { commaToPoint } from './cell';
import { findDecimalComma, findDelimiter, hasMark, type Delimiter } from './delimiter';
import { findPreamble } from './preamble';

/** Looked at before anything is parsed. */
const HEAD_BYTES = 65_536;
/** A longer row is no frame of sensors. */
const LONGEST_ROW = 4_194_304;
/** In place of a cell, which holds no end of line without quotes. Nothing is said of lines at the end of a file. */
const EMPTY_LINE = '\n';

/** The rows of a CSV file as they are read, fields trimmed. Empty lines are left out; of one column of readings they are gaps. */
export interface Records {
  readonly delimiter: Delimiter;
  /** The file writes 1,5; the rows have 1.5. */
  readonly decimalComma: boolean;
  /** Lines above the table that were left out. */
  readonly skipped: number;
  readonly rows: AsyncIterable<string[]>;
  /** Share of the file read so far; NaN where its size is not known. */
  readonly progress: () => number;
}

/** Opens a file, or standard input for "-". `anyLength`: rows may be as long as they like. */
export async function openRecords(file: string, anyLength: boolean): Promise<Records> {
  const size = await findSize(file);
  const input: Readable =
    file === '-' ? process.stdin : createReadStream(file, { highWaterMark: HEAD_BYTES });
  const chunks = input[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  const head: Buffer[] = [];
  let headBytes = 0;
  let isWhole = false;
  while (headBytes < HEAD_BYTES && !isWhole) {
    const next = await nextChunk(chunks, file);
    if (next.done) isWhole = true;
    else headBytes += head[head.push(next.value) - 1].length;
  }
  const text = decode(Buffer.concat(head));
  if (text?.trim() === '') throw new Failure(`${nameOf(file)} is empty.`);
  if (text === null || text.includes('\0'))
    throw new Failure(
      `${nameOf(file)} is not a text file in UTF-8: save it as one, which spreadsheets call CSV UTF-8.`,
    );
  const preamble = findPreamble(text, nameOf(file));
  const table = text
    .split(/\r\n|\n|\r/)
    .slice(preamble.lines)
    .join('\n');
  const delimiter = preamble.delimiter ?? findDelimiter(table, isWhole);
  const decimalComma = findDecimalComma(table, delimiter);

  let bytes = 0;
  async function* bytesOf(): AsyncGenerator<Buffer> {
    for (const chunk of head.splice(0)) {
      bytes += chunk.length;
      yield chunk;
    }
    for (;;) {
      const next = await nextChunk(chunks, file);
      if (next.done) return;
      bytes += next.value.length;
      yield next.value;
    }
  }
  const rows = parseRows(Readable.from(bytesOf(), { objectMode: false }), {
    ...{ delimiter, file, anyLength, skipped: preamble.lines },
    isOneColumn: !anyLength && delimiter !== ' ' && !hasMark(table, delimiter),
  });
  return {
    delimiter,
    decimalComma,
    skipped: preamble.lines,
    rows: decimalComma ? withPoints(rows) : rows,
    progress: () => bytes / size,
  };
}

/** The text of bytes that begin a file, perhaps in the middle of a character; null where it is not UTF-8. */
function decode(bytes: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return null;
  }
}

async function* withPoints(rows: AsyncIterable<string[]>): AsyncGenerator<string[]> {
  for await (const row of rows) yield row.map(commaToPoint);
}

/** How the rows are written. */
interface RowFormat {
  readonly delimiter: Delimiter;
  readonly file: string;
  readonly anyLength: boolean;
  /** Of readings, one a line. */
  readonly isOneColumn: boolean;
  readonly skipped: number;
}

async function* parseRows(
  input: Readable,
  { delimiter, file, anyLength, isOneColumn, skipped }: RowFormat,
): AsyncGenerator<string[]> {
  const isSpaced = delimiter === ' ';
  const parser = input.pipe(
    parse({
      delimiter: isSpaced ? [' ', '\t'] : delimiter,
      bom: true,
      from_line: skipped + 1,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: !isOneColumn,
      cast: isOneColumn && ((cell, { quoting }) => (cell === '' && !quoting ? EMPTY_LINE : cell)),
      trim: delimiter === ',' || delimiter === ';',
      max_record_size: anyLength ? 0 : LONGEST_ROW,
    }),
  );
  input.on('error', (error) => parser.destroy(error));
  try {
    let emptyLines = 0;
    for await (const record of parser as AsyncIterable<string[]>) {
      if (record[0] === EMPTY_LINE) {
        emptyLines++;
        continue;
      }
      for (; emptyLines > 0; emptyLines--) yield [''];
      const row = isSpaced ? record.filter((cell) => cell !== '') : record.map((cell) => cell.trim());
      if (row.length > 0) yield row;
    }
  } catch (error) {
    throw error instanceof CsvError ? explain(error, file) : error;
  }
}

function explain(error: CsvError, file: string): Failure {
  if (error.code === 'CSV_MAX_RECORD_SIZE') {
    const megabytes = LONGEST_ROW / 1_048_576;
    return new Failure(
      `${nameOf(file)} has a row of more than ${megabytes} MB: if each row is one sensor, use --rows series.`,
    );
  }
  return new Failure(`${nameOf(file)} is not a well-formed CSV file (${error.message}).`);
}

async function nextChunk(chunks: AsyncIterator<Buffer>, file: string): Promise<IteratorResult<Buffer>> {
  try {
    return await chunks.next();
  } catch (error) {
    throw unreadable(file, error);
  }
}

async function findSize(file: string): Promise<number> {
  if (file === '-') return NaN;
  try {
    const found = await stat(file);
    if (found.isDirectory()) throw new Failure(`${file} is a folder: name a CSV file.`);
    return found.isFile() ? found.size : NaN;
  } catch (error) {
    throw error instanceof Failure ? error : unreadable(file, error);
  }
}

function unreadable(file: string, error: unknown): Failure {
  const { code = '', message } = error as NodeJS.ErrnoException;
  const reason = { ENOENT: 'there is no such file', EACCES: 'it may not be read' }[code] ?? message;
  return new Failure(`Cannot read ${nameOf(file)}: ${reason}.`);
}

export const nameOf = (file: string): string => (file === '-' ? 'Standard input' : file);
