import { table } from '../table';
import type { Effort } from './effort';
import { MOST_RATIO, type Row } from './row';

export interface Results {
  readonly base: string;
  readonly candidate: string;
  readonly node: string;
  readonly machine: string;
  readonly effort: Effort;
  readonly seconds: number;
  readonly sections: readonly { readonly title: string; readonly rows: readonly Row[] }[];
}

const COLUMNS = ['', 'unit', 'base', 'candidate', 'ratio', '90 % interval', 'verdict'];

export function formatResults(results: Results): string {
  const { base, candidate, node, machine, effort, seconds, sections } = results;
  return [
    `base:      ${base}`,
    `candidate: ${candidate}`,
    `Node.js ${node}, ${machine}; ${Math.round(seconds)} s. Times are CPU time unless they say otherwise; medians of ${effort.pairs} x ${effort.rounds} rounds`,
    `(pairs of processes x rounds in turns). The ratio is candidate / base within a round, median of pairs of medians; a verdict is bad if its whole`,
    `interval lies above ${MOST_RATIO}.${effort.pairs === 1 ? ' One pair of processes says nothing of the luck a process has with the compiler, in time and in garbage.' : ''}`,
    ...sections.flatMap(({ title, rows }) => ['', title, formatRows(rows)]),
  ].join('\n');
}

export function formatRows(rows: readonly Row[]): string {
  const lines = rows.map(({ name, unit, base, candidate, ratio, low, high, verdict }) => [
    ...[name, unit, formatNumber(base), formatNumber(candidate)],
    ...[formatRatio(ratio), formatInterval(low, high), verdict],
  ]);
  const notes = rows.flatMap(({ name, notes }) => notes.map((note) => `  ${name}: ${note}`));
  return [table(COLUMNS, lines), ...notes].join('\n');
}

/** Three digits of what is small, whole numbers of what is large. */
export function formatNumber(value: number): string {
  if (Number.isNaN(value)) return '-';
  if (Number.isInteger(value) || Math.abs(value) >= 100) return Math.round(value).toLocaleString('en-US');
  return value.toPrecision(3);
}

const formatRatio = (ratio: number): string => (Number.isNaN(ratio) ? '-' : ratio.toFixed(3));

/** Figures that are the same whenever they are taken have none. */
const formatInterval = (low: number, high: number): string =>
  Number.isNaN(low) || low === high ? '-' : `${low.toFixed(3)} to ${high.toFixed(3)}`;
