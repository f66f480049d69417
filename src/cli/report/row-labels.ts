import { zoneOffset } from '../csv/calendar';
import { isAbsolute, type TimeStyle } from '../csv/time';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Writes what stands below a row of a plot. */
export type RowLabel = (row: number) => string;

/** Labels for rows from `from` to `to`: their times, as short as tells them apart; their numbers where the file has no times. */
export function createRowLabel(
  msOf: (row: number) => number,
  from: number,
  to: number,
  style: TimeStyle | null,
): RowLabel {
  const span = msOf(to) - msOf(from);
  if (style === null || !(span > 0)) return String;
  const write = isAbsolute(style) ? (ms: number): string => writeShort(ms, span, style) : writeElapsed;
  return (row) => (Number.isFinite(msOf(row)) ? write(msOf(row)) : String(row));
}

function writeShort(ms: number, span: number, style: TimeStyle): string {
  const offset = style.kind === 'calendar' ? zoneOffset(style.zone) : 0;
  const iso = new Date(Math.round(ms) + offset).toISOString();
  if (span > 10 * DAY_MS) return iso.slice(0, 10);
  return span > 2 * HOUR_MS ? iso.slice(5, 16).replace('T', ' ') : iso.slice(11, 19);
}

const writeElapsed = (ms: number): string => `${Number((ms / 1000).toPrecision(6))}`;
