import { looksLikeTime } from '../time-by-size';
import { isRecord } from '../record';
import { splitMoments } from './moments';
import type { AbsentPlace, FoundValue, Shape, ShapeContext } from './shape';

type Fields = Readonly<Record<string, unknown>>;

/** Seconds: smaller times are relative to now (RFC 8428, 4.5.3). */
const LEAST_ABSOLUTE = 2 ** 28;
const VALUES: readonly string[] = ['v', 'vb', 'vs'];

/** SenML (RFC 8428): records whose names, times and values add to base ones that hold from where they stand on. */
export const senml: Shape = {
  name: 'senml',
  read(payload, context) {
    if (!Array.isArray(payload) || !isSenml(payload)) return null;
    const values = readPack(payload, context);
    const base = lastBase(payload);
    const moments = splitMoments(values, null, (_, time) => absentAt(time, base));
    return { moments, isBatch: moments.length > 1, device: null };
  },
};

/** Base fields, or records of nothing but SenML labels. */
const isSenml = (list: readonly unknown[]): boolean =>
  list.length > 0 &&
  list.slice(0, 3).every((record) => isRecord(record) && (hasBase(record) || isPlain(record))) &&
  list.some((record) => isRecord(record) && (hasBase(record) || Object.hasOwn(record, 'u')));

const hasBase = (record: Fields): boolean =>
  ['bn', 'bt', 'bu', 'bver', 'bv', 'bs'].some((name) => Object.hasOwn(record, name));

const isPlain = (record: Fields): boolean =>
  Object.hasOwn(record, 'n') &&
  Object.keys(record).every((name) => ['n', 'u', 'v', 'vs', 'vb', 'vd', 's', 't', 'ut'].includes(name));

interface Base {
  readonly name: string;
  /** Seconds. */
  readonly time: number;
  readonly value: number;
}

const NO_BASE: Base = { name: '', time: 0, value: 0 };

const textOf = (value: unknown, otherwise: string): string => (typeof value === 'string' ? value : otherwise);
const numberOf = (value: unknown, otherwise: number): number =>
  typeof value === 'number' && Number.isFinite(value) ? value : otherwise;

const nextBase = (base: Base, record: Fields): Base => ({
  name: textOf(record.bn, base.name),
  time: numberOf(record.bt, base.time),
  value: numberOf(record.bv, base.value),
});

const lastBase = (list: readonly unknown[]): Base =>
  list.reduce<Base>((base, record) => (isRecord(record) ? nextBase(base, record) : base), NO_BASE);

function readPack(list: readonly unknown[], { arrival, leaveOut }: ShapeContext): FoundValue[] {
  const values: FoundValue[] = [];
  let base = NO_BASE;
  for (let i = 0; i < list.length; i++) {
    const record: unknown = list[i];
    if (!isRecord(record)) continue;
    base = nextBase(base, record);
    const field = VALUES.find((name) => Object.hasOwn(record, name));
    const own = textOf(record.n, '');
    const name = base.name + own;
    if (field === undefined || name === '' || (own !== '' && leaveOut.hasReading(own))) continue;
    const isNumber = field === 'v' && typeof record.v === 'number';
    values.push({
      ...{ name, value: isNumber ? (record.v as number) + base.value : record[field], place: [i, field] },
      ...{ time: timeAt(base.time + numberOf(record.t, 0), arrival), base: isNumber ? base.value : 0 },
    });
  }
  return values;
}

/** A small time counts from the arrival; without any, the message has none. */
function timeAt(seconds: number, arrival: number): number | null {
  if (seconds === 0) return null;
  return seconds < LEAST_ABSOLUTE ? arrival + 1000 * seconds : looksLikeTime(seconds);
}

const absentAt = (time: number | null, base: Base): AbsentPlace => ({
  kind: 'record',
  below: [],
  record: (name, value) => ({
    n: name.startsWith(base.name) ? name.slice(base.name.length) : name,
    ...(time === null || base.time < LEAST_ABSOLUTE || 1000 * base.time === time
      ? {}
      : { t: time / 1000 - base.time }),
    v: typeof value === 'number' ? value - base.value : value,
  }),
});
