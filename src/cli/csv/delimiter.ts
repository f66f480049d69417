import { Failure, quote } from '../failure';
import { hasDecimalComma, hasDecimalPoint, isMissing, isNumber } from './cell';

/** What separates the fields; ' ' stands for any run of spaces and tabs. */
export type Delimiter = ',' | ';' | '\t' | ' ';

/** Of two that fit equally well the first is taken: commas occur inside the fields of the others. */
const MARKS = [';', '\t', ','] as const;
const LINES = 20;

/** The delimiter of a file that begins with `head`: the mark that most lines have, equally often, else white space. */
export function findDelimiter(head: string, isWhole: boolean): Delimiter {
  const lines = head.split(/\r\n|\n|\r/);
  if (!isWhole && lines.length > 1) lines.pop();
  const sample = lines
    .filter((line) => line.trim() !== '')
    .slice(0, LINES)
    .map(withoutQuoted);
  let best: Delimiter | null = null;
  let bestShare = 0;
  for (const mark of MARKS) {
    const share = usualShare(sample, mark);
    if (share > bestShare) [best, bestShare] = [mark, share];
  }
  if (best !== null) return best;
  const rows = sample.map((line) => line.trim());
  if (rows.some((row) => /\s/.test(row))) return ' ';
  if (rows.slice(1).every((row) => isNumber(row) || isMissing(row) || row === QUOTED)) return ',';
  throw new Failure(
    `Cannot tell what separates the columns: expected commas, semicolons, tabs or spaces, got ${quote(rows[0])}.`,
  );
}

/** Whether a file that begins with `head` writes 1,5 for 1.5: some numbers have a comma, and none a point. */
export function findDecimalComma(head: string, delimiter: Delimiter): boolean {
  if (delimiter === ',') return false;
  const cells = head.split(delimiter === ' ' ? /\s+/ : new RegExp(`[${delimiter}\r\n]`));
  const plain = cells.map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'));
  return plain.some(hasDecimalComma) && !plain.some(hasDecimalPoint);
}

/** Whether the first line of a table has the delimiter, and so more than one column. */
export function hasMark(table: string, delimiter: Delimiter): boolean {
  const first = table.split('\n').find((line) => line.trim() !== '') ?? '';
  return withoutQuoted(first).includes(delimiter);
}

const QUOTED = '""';
const withoutQuoted = (line: string): string => line.replace(/"[^"]*"/g, QUOTED);

/** Share of the lines that have the mark as often as is usual; 0 unless more than half of them have it at all. */
function usualShare(lines: readonly string[], mark: string): number {
  const lineCounts = new Map<number, number>();
  for (const line of lines) {
    const marks = line.split(mark).length - 1;
    lineCounts.set(marks, (lineCounts.get(marks) ?? 0) + 1);
  }
  const without = lineCounts.get(0) ?? 0;
  lineCounts.delete(0);
  return 2 * without < lines.length ? Math.max(...lineCounts.values()) / lines.length : 0;
}
