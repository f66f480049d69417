import { isRecord } from '../record';
import { textDevice } from './device';
import type { Findings, FoundMoment, Place, ShapeContext } from './shape';
import { splitMoments } from './moments';

const ID_FIELDS: readonly string[] = ['id', 'name', 'device', 'sensor', 'room', 'station'];

type Find = (payload: unknown, context: ShapeContext) => Findings | null;

/**
 * A list of objects: frames, oldest first; or, where each names another device, devices of one moment, whose sensors are
 * called `<device>.<field>`.
 */
export function readListOfFrames(
  list: readonly unknown[],
  context: ShapeContext,
  find: Find,
): Findings | null {
  const moments: FoundMoment[] = [];
  const devices: (string | null)[] = [];
  for (let i = 0; i < list.length; i++) {
    const entry = list[i];
    if (entry === null || entry === undefined) {
      moments.push({ time: null, values: [], absent: null });
      continue;
    }
    const found = isRecord(entry) ? find(entry, context) : null;
    if (found === null) return null;
    const device = isRecord(entry) && !isRecord(entry.fields) ? deviceIn(entry) : null;
    for (const moment of found.moments) {
      moments.push(below(moment, [i]));
      devices.push(device ?? found.device);
    }
  }
  if (isOfPositions(moments)) return byPosition(moments);
  const named = devices.filter((device) => device !== null);
  const isOfDevices = named.length === moments.length && new Set(named).size > 1;
  if (!isOfDevices)
    return { moments, isBatch: true, device: named.length === moments.length ? (named[0] ?? null) : null };
  const values = moments.flatMap((moment, k) =>
    moment.values.map((value) => ({
      ...value,
      name: value.name === '' ? String(devices[k]) : `${devices[k]}.${value.name}`,
      time: value.time ?? moment.time,
    })),
  );
  const split = splitMoments(values, null, () => null);
  return { moments: split, isBatch: split.length > 1, device: null };
}

/** Readings that nothing names and that are of one moment: of sensors that are told apart by their positions alone. */
const isOfPositions = (moments: readonly FoundMoment[]): boolean =>
  moments.length > 1 &&
  moments.every(({ values }) => values.length === 1 && values[0].name === '') &&
  new Set(moments.map(timeOfOne)).size === 1;

const timeOfOne = ({ time, values: [value] }: FoundMoment): number | null => value.time ?? time;

const byPosition = (moments: readonly FoundMoment[]): Findings => {
  const values = moments.flatMap((moment, i) =>
    moment.values.map((value) => ({ ...value, name: String(i) })),
  );
  return { moments: [{ time: timeOfOne(moments[0]), values, absent: null }], isBatch: false, device: null };
};

/** A text that names the device: a number is the row of a table. */
export function deviceIn(entry: Readonly<Record<string, unknown>>): string | null {
  const name = ID_FIELDS.find((field) => typeof entry[field] === 'string' && entry[field] !== '');
  return name === undefined ? textDevice(entry) : (entry[name] as string);
}

/** The moment of a payload that stands deeper in another. */
export function below({ time, values, absent }: FoundMoment, outer: Place): FoundMoment {
  const move = (place: Place): Place => [...outer, ...place];
  return {
    time,
    values: values.map((value) => ({ ...value, place: move(value.place) })),
    absent: absent === null ? null : { ...absent, below: move(absent.below) },
  };
}
