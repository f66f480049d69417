import { label } from './labels.js';

/** Decimals seen so far, by sensor: what its own readings are written with. */
const decimals = new Map<string, number>();
const MOST_DECIMALS = 6;

/** Learns from a reading how many decimals its sensor has. */
export function noteDecimals(name: string, reading: number): void {
  const [, fraction = ''] = String(reading).split('.');
  const seen = fraction.includes('e') ? MOST_DECIMALS : Math.min(fraction.length, MOST_DECIMALS);
  decimals.set(name, Math.max(seen, decimals.get(name) ?? 0));
}

/** A value with its sensor's own decimals; four digits of a sensor whose readings were not seen. */
export function formatValue(name: string, value: number | null): string {
  if (value === null) return '–';
  if (Math.abs(value) >= 1e9 || (value !== 0 && Math.abs(value) < 1e-6)) return value.toExponential(3);
  const own = decimals.get(name);
  return own === undefined ? String(Number(value.toPrecision(4))) : value.toFixed(own);
}

const UNITS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1000],
] as const;

/** A length of time in its largest unit, such as 40 min. */
export function formatDuration(ms: number): string {
  const [unit, length] = UNITS.find(([, size]) => ms >= 2 * size) ?? ['s', 1000];
  const count = ms / length;
  return `${count >= 10 || Number.isInteger(count) ? Math.round(count) : count.toFixed(1)} ${label(`unit.${unit}`)}`;
}

/** The time of day, and the day where that is not today. */
export function formatTime(time: number): string {
  const at = new Date(time);
  const clock = at.toLocaleTimeString([], { hour12: false });
  return at.toDateString() === new Date().toDateString() ? clock : `${at.toLocaleDateString()} ${clock}`;
}

export const formatPercent = (share: number): string => {
  const percent = 100 * share;
  return `${percent > 0 && percent < 9.95 ? percent.toFixed(1) : Math.round(percent)} %`;
};

export const formatCount = (count: number): string => count.toLocaleString();

export const formatBytes = (bytes: number): string =>
  bytes < 1e6 ? `${Math.max(1, Math.round(bytes / 1000))} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
