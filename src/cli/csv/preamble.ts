import { Failure, quote } from '../failure';
import type { Delimiter } from './delimiter';

/** What stands above a table. */
interface Preamble {
  /** Lines to leave out. */
  readonly lines: number;
  /** What a line such as `sep=;` says; null without one. */
  readonly delimiter: Delimiter | null;
}

const SEPARATOR = /^"?sep=(.)"?$/i;
/** Types and groups of columns, as databases write them above the names. */
const ANNOTATION = /^#(?:datatype|group|default)\b/i;
const MARKS = /[;,\t]/g;

/** The lines of comments that a file begins with. One with as many columns as the table, though it begins with #, is its header. */
export function findPreamble(head: string, file: string): Preamble {
  const lines = head.replace(/^\ufeff/, '').split(/\r\n|\n|\r/);
  let count = 0;
  const separator = SEPARATOR.exec(lines[0].trim());
  if (separator !== null) count = 1;
  const firstOfTable = lines.findIndex((line, k) => k >= count && !isComment(line));
  const width = firstOfTable < 0 ? 0 : marksOf(lines[firstOfTable]);
  while (count < firstOfTable && !isHeader(lines[count], width)) count++;
  return { lines: count, delimiter: separator === null ? null : readDelimiter(separator[1], file) };
}

const isComment = (line: string): boolean => line.startsWith('#') || line.trim() === '';

const isHeader = (line: string, width: number): boolean =>
  line.startsWith('#') && width > 0 && marksOf(line) === width && !ANNOTATION.test(line);

const marksOf = (line: string): number => line.match(MARKS)?.length ?? 0;

function readDelimiter(mark: string, file: string): Delimiter {
  if (mark === ';' || mark === ',' || mark === '\t') return mark;
  throw new Failure(
    `${file} says that ${quote(mark)} separates its columns: expected comma, semicolon or tab. Save it with one of these.`,
  );
}
