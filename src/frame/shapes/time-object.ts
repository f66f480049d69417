import { looksLikeTime } from '../time-by-size';

type Fields = Readonly<Record<string, unknown>>;

const SECONDS: readonly string[] = ['seconds', 'sec', 'secs', '_seconds', 'tv_sec'];
const FRACTIONS: ReadonlyMap<string, number> = new Map([
  ...['nanos', 'nanoseconds', 'nanosec', 'nsec', 'nsecs', '_nanoseconds', 'tv_nsec'].map(
    (name) => [name, 1e6] as const,
  ),
  ...['micros', 'usec', 'tv_usec'].map((name) => [name, 1e3] as const),
]);

/** Epoch ms of {seconds, nanos}, {$date} and the two halves of a whole number; null for any other object. */
export function readTimeObject(object: Fields): number | null {
  const names = Object.keys(object);
  if (names.length === 0 || names.length > 3) return null;
  const whole = readLong(object);
  if (whole !== null) return looksLikeTime(whole);
  if (names.length === 1 && names[0] === '$date') return looksLikeTime(object.$date);
  const seconds = names.find((name) => SECONDS.includes(name));
  const fraction = names.find((name) => FRACTIONS.has(name));
  if (names.length !== 2 || seconds === undefined || fraction === undefined) return null;
  const [time, rest] = [looksLikeTime(numberOf(object[seconds])), numberOf(object[fraction])];
  return time === null || Number.isNaN(rest) ? null : time + rest / (FRACTIONS.get(fraction) ?? 1);
}

/** {low, high, unsigned}: a whole number of 64 bits, as JavaScript without such numbers writes it; null for any other object. */
export function readLong({ low, high, unsigned, ...others }: Fields): number | null {
  if (typeof low !== 'number' || typeof high !== 'number' || typeof unsigned !== 'boolean') return null;
  if (Object.keys(others).length > 0) return null;
  return (unsigned ? high >>> 0 : high) * 2 ** 32 + (low >>> 0);
}

const numberOf = (value: unknown): number =>
  typeof value === 'number' || (typeof value === 'string' && value !== '') ? Number(value) : NaN;
