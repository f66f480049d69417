import { isRecord } from '../record';
import { saysBad } from '../quality';
import { readLong } from './time-object';
import { timeIn } from './times';

/** What the value of a reading is called where it has an object of its own, the likeliest first. */
const VALUE_NAMES: readonly string[] = ['value', 'val', 'Value', 'v', 'current_value', 'reading'];
const TYPED_NAMES: readonly string[] = [
  'floatValue',
  'doubleValue',
  'intValue',
  'longValue',
  'booleanValue',
  'stringValue',
  'float_value',
  'double_value',
  'int_value',
  'long_value',
  'boolean_value',
  'string_value',
];
const NESTED: readonly string[] = ['value', 'Value'];

/** A reading that has an object of its own: its value, where that stands, its time. */
interface ValueField {
  /** Undefined where a quality beside it says that it is not to be used. */
  readonly value: unknown;
  /** Within the object. */
  readonly place: readonly string[];
  /** The name of the field, which is part of no sensor's name. */
  readonly field: string;
  readonly time: number | null;
}

/** The reading of an object such as {value, unit, ts}; null where it has no such field, or more than one value in it. */
export function readValueField(
  object: Readonly<Record<string, unknown>>,
  arrival: number,
): ValueField | null {
  for (const field of VALUE_NAMES) {
    if (!Object.hasOwn(object, field)) continue;
    const found = scalarAt(object[field], [field]);
    if (found !== null) return qualified(object, { ...found, field, time: timeIn(object, arrival) });
    if (isRecord(object[field])) {
      const typed = TYPED_NAMES.find((name) => Object.hasOwn(object[field] as object, name));
      if (typed !== undefined)
        return qualified(object, {
          value: object[field][typed],
          place: [field, typed],
          field,
          time: timeIn(object, arrival),
        });
    }
  }
  const typed = TYPED_NAMES.find((name) => Object.hasOwn(object, name));
  if (typed === undefined) return null;
  return qualified(object, {
    value: object[typed],
    place: [typed],
    field: typed,
    time: timeIn(object, arrival),
  });
}

/** A value that is no object, or the one within {value: {value: 4.2}}. */
function scalarAt(value: unknown, place: readonly string[]): Pick<ValueField, 'value' | 'place'> | null {
  if (value === null || typeof value !== 'object') return { value, place };
  if (!isRecord(value)) return null;
  const whole = readLong(value);
  if (whole !== null) return { value: whole, place };
  const inner = NESTED.find((name) => Object.hasOwn(value, name));
  if (inner === undefined) return null;
  const held = value[inner];
  return held === null || typeof held !== 'object' ? { value: held, place: [...place, inner] } : null;
}

function qualified(object: Readonly<Record<string, unknown>>, found: ValueField): ValueField {
  const isBad = isAcknowledged(object)
    ? object.q !== 0
    : Object.keys(object).some((name) => saysBad(name, object[name])) || saysBadDeeper(object.properties);
  return isBad ? { ...found, value: undefined } : found;
}

/** {val, ack, q}, as ioBroker writes states: 0 is its good quality, all others are bad. */
const isAcknowledged = ({ ack, q }: Readonly<Record<string, unknown>>): boolean =>
  typeof ack === 'boolean' && typeof q === 'number';

/** Sparkplug: properties.Quality.value. */
const saysBadDeeper = (properties: unknown): boolean =>
  isRecord(properties) && Object.keys(properties).some((name) => saysBad(name, properties[name]));
