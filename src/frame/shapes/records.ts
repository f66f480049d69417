import { MOST_VALUES } from '../limits';
import { isRecord } from '../record';
import { isGap } from '../states';
import { readValue } from '../value';
import { splitMoments } from './moments';
import type { AbsentPlace, FoundValue, Place, Shape, ShapeContext } from './shape';
import { timeRank } from '../time-names';
import { timeOf } from './times';
import { readValueField } from './value-field';

/** What a record calls its sensor, the likeliest first. */
const NAME_FIELDS: readonly string[] = [
  ...[
    'name',
    'n',
    'entity_id',
    'resourceName',
    'tagName',
    'tag_name',
    'sensor',
    'sensor_id',
    'sensorId',
    'key',
    'tag',
  ],
  ...[
    'metric',
    'variable',
    'parameter',
    'signal',
    'point',
    'nodeId',
    'node_id',
    'label',
    'topic',
    'measurement',
  ],
  ...['quantity', 'field', 'code', 'id', 'channel', 'register', 'address', 'alias', 'type'],
];
/** Home Assistant writes the value as `state`: only where `value` and the like are absent. */
const STATE_FIELDS: readonly string[] = ['state', 'native_value'];

type Fields = Readonly<Record<string, unknown>>;

/** A list of records {name, value, timestamp}, one for each value. */
export const records: Shape = {
  name: 'records',
  read(payload, context) {
    const found = readRecords(payload, [], '', context);
    if (found === null) return null;
    const moments = splitMoments(found, null, (group) => recordAt(payload as readonly unknown[], [], group));
    return { moments, isBatch: moments.length > 1, device: null };
  },
};

/** The values of a list of records, called `prefix` and the record's name; null where the list is none of records. */
export function readRecords(
  list: unknown,
  place: Place,
  prefix: string,
  { leaveOut, arrival }: ShapeContext,
): FoundValue[] | null {
  if (!Array.isArray(list) || list.length === 0 || list.length > MOST_VALUES) return null;
  const first: unknown = list.find((entry) => isRecord(entry));
  if (!isRecord(first)) return null;
  const nameField = NAME_FIELDS.find(
    (name) => Object.hasOwn(first, name) && isName(first[name]) && !isValueOf(first, name, arrival),
  );
  if (nameField === undefined || valueOf(first, nameField, arrival) === null) return null;
  const values: FoundValue[] = [];
  for (let i = 0; i < list.length; i++) {
    const record: unknown = list[i];
    if (!isRecord(record)) continue;
    const name = record[nameField];
    const value = valueOf(record, nameField, arrival);
    if (!isName(name) || value === null || leaveOut.hasReading(String(name))) continue;
    if (timeOf(String(name), value.value, arrival) !== null) continue;
    values.push({
      name: prefix + String(name),
      value: value.value,
      place: [...place, i, ...value.place],
      time: value.time,
    });
  }
  return values;
}

const isName = (value: unknown): value is string | number =>
  (typeof value === 'string' && value !== '') || (typeof value === 'number' && Number.isInteger(value));

/** A name field that is the only value is none: {type: "C", value: 3} has two, {n: 3} one. */
const isValueOf = (record: Fields, name: string, arrival: number): boolean =>
  valueOf(record, name, arrival) === null;

function valueOf(
  record: Fields,
  nameField: string,
  arrival: number,
): (Pick<FoundValue, 'value' | 'time'> & { readonly place: readonly string[] }) | null {
  const own = readValueField(record, arrival);
  if (own !== null && own.field !== nameField) return own;
  const state = STATE_FIELDS.find((name) => Object.hasOwn(record, name));
  if (state === undefined) return null;
  const held = record[state];
  if (!isGap(held) && Number.isNaN(readValue(held)) && typeof held !== 'string') return null;
  return {
    value: held,
    place: [state],
    time: readValueField({ ...record, value: 0 }, arrival)?.time ?? null,
  };
}

/** One more record, with the fields of the first one of its moment that are the same for all: its name for the value, its time. */
export function recordAt(
  list: readonly unknown[],
  below: Place,
  group: readonly FoundValue[],
): AbsentPlace | null {
  const [first] = group;
  if (first === undefined) return null;
  const position = first.place[below.length];
  const sample = list[position as number] as Fields;
  const valueField = String(first.place[below.length + 1]);
  const nameField = NAME_FIELDS.find(
    (name) => Object.hasOwn(sample, name) && isName(sample[name]) && name !== valueField,
  );
  if (nameField === undefined) return null;
  const timeField = Object.keys(sample).find(
    (name) => timeRank(name) !== null && name !== valueField && name !== nameField,
  );
  return {
    kind: 'record',
    below,
    record: (name, value) => ({
      [nameField]: name,
      ...(timeField === undefined ? {} : { [timeField]: sample[timeField] }),
      [valueField]: value,
    }),
  };
}
