import { DEEPEST_PATH, LONGEST_INNER_LIST, MOST_VALUES } from '../limits';
import { isRecord } from '../record';
import { isIdentity } from '../written-number';
import { hasCalendar, isCalendarPart } from './calendar-parts';
import { textDevice } from './device';
import { deviceIn } from './list-of-frames';
import { foundIn } from './moments';
import { readRecords } from './records';
import type { Findings, FoundValue, Place, Shape, ShapeContext } from './shape';
import { readLong } from './time-object';
import { TimeChoice, timeIn, timeOf } from './times';
import { readValueField } from './value-field';

type Fields = Readonly<Record<string, unknown>>;

/** Fields that say of the one beside them what it is: no sensors where there is such a value. */
const ABOUT_A_VALUE: ReadonlySet<string> = new Set([
  'unit',
  'units',
  'u',
  'type',
  'name',
  'n',
  'q',
  'quality',
  'statusCode',
  'StatusCode',
  'status_code',
  'decimals',
  'precision',
  'dataType',
]);

/** An object of named values, and of objects of them. */
export const fields: Shape = {
  name: 'fields',
  read(payload, context) {
    return isRecord(payload)
      ? { ...readFieldsBelow(payload, [], context), device: textDevice(payload) }
      : null;
  },
};

/** The values below a place of a payload, by their path from there. */
export function readFieldsBelow(
  object: Fields,
  below: Place,
  context: ShapeContext,
  outer: number | null = null,
): Findings {
  const walk: Walk = { values: [], times: new TimeChoice(), context };
  visit(walk, object, below, '', 0);
  return foundIn(walk.values, walk.times.time ?? outer, { kind: 'field', below }, null);
}

interface Walk {
  readonly values: FoundValue[];
  readonly times: TimeChoice;
  readonly context: ShapeContext;
}

/** Goes down at most six levels, and takes at most so many values. */
function visit(walk: Walk, object: Fields, place: Place, prefix: string, depth: number): void {
  const { leaveOut, arrival } = walk.context;
  const own = depth === 0 ? null : valueWithin(object, arrival);
  if (own !== null)
    walk.values.push({
      name: prefix.slice(0, -1),
      value: own.value,
      place: [...place, ...own.place],
      time: own.time,
    });
  const names = Object.keys(object);
  const isDate = hasCalendar(names);
  for (const name of names) {
    if (walk.values.length >= MOST_VALUES) return;
    if (own !== null && (name === own.field || ABOUT_A_VALUE.has(name))) continue;
    if (isDate && isCalendarPart(name)) continue;
    const value = wholeNumber(object[name]);
    const time = timeOf(name, value, arrival);
    if (time !== null) {
      if (!Number.isNaN(time) && own === null) walk.times.note(name, time, depth);
    } else if (typeof value !== 'object' || value === null) {
      if (!leaveOut.hasPart(name) && !isIdentityOf(value))
        walk.values.push({ name: prefix + name, value, place: [...place, name], time: null });
    } else if (leaveOut.hasPart(name)) {
      if (isRecord(value) && own === null) noteOuterTime(walk, value, depth);
    } else if (depth < DEEPEST_PATH - 1) {
      if (Array.isArray(value)) visitList(walk, value, [...place, name], `${prefix}${name}.`, depth + 1);
      else if (isRecord(value) && !isBytes(value))
        visit(walk, value, [...place, name], `${prefix}${name}.`, depth + 1);
    }
  }
}

/** What is said of a message as a whole may hold its time; one among the readings comes first. */
function noteOuterTime({ times, context }: Walk, about: Fields, depth: number): void {
  const time = timeIn(about, context.arrival);
  if (time !== null) times.note('timestamp', time, depth + DEEPEST_PATH);
}

/** The number whose two halves an object holds; any other value as it is. */
const wholeNumber = (value: unknown): unknown => (isRecord(value) ? (readLong(value) ?? value) : value);

/** More digits than any reading has: the number of a telephone, a card, a device. */
const isIdentityOf = (value: unknown): boolean =>
  typeof value === 'number'
    ? value >= 1e13 && value < 1e17 && Number.isInteger(value)
    : typeof value === 'string' && isIdentity(value);

/** A buffer that has been through JSON. */
const isBytes = ({ type, data }: Fields): boolean => type === 'Buffer' && Array.isArray(data);

/** `value` and `val` always are the value of what holds them; `v` only beside nothing but its time, unit and quality. */
function valueWithin(object: Fields, arrival: number): ReturnType<typeof readValueField> {
  const found = readValueField(object, arrival);
  if (found === null || found.field !== 'v') return found;
  const isAlone = Object.keys(object).every(
    (name) =>
      name === 'v' || ABOUT_A_VALUE.has(name) || timeOf(name, object[name], arrival) !== null || name === 't',
  );
  return isAlone ? found : null;
}

/** Records by their names, objects with times of their own by those, others by position; a list of numbers by position. */
function visitList(walk: Walk, list: readonly unknown[], place: Place, prefix: string, depth: number): void {
  const records = readRecords(list, place, prefix, walk.context);
  if (records !== null) {
    for (const value of records) if (walk.values.length < MOST_VALUES) walk.values.push(value);
    return;
  }
  if (list.length > MOST_VALUES || (list.length > LONGEST_INNER_LIST && !isRecord(list[0]))) return;
  const { arrival } = walk.context;
  const labels = labelsOf(list);
  const isOfMoments = list.length === 1 || (labels === null && !isOfOneTime(list, arrival));
  for (let i = 0; i < list.length && walk.values.length < MOST_VALUES; i++) {
    const entry = list[i];
    if (isRecord(entry)) {
      const time = timeIn(entry, arrival);
      if (time === null && list.length > LONGEST_INNER_LIST) return;
      const inner = readFieldsBelow(
        valuesOf(entry),
        isRecord(entry.values) ? [...place, i, 'values'] : [...place, i],
        walk.context,
        time,
      );
      const isAlone = list.length === 1 || (time !== null && isOfMoments);
      const name = isAlone ? prefix : `${prefix}${labels?.[i] ?? i}.`;
      for (const moment of inner.moments)
        for (const value of moment.values)
          if (depth + value.place.length - place.length <= DEEPEST_PATH)
            walk.values.push({ ...value, name: name + value.name, time: value.time ?? time });
    } else if (typeof entry === 'number' || entry === null) {
      walk.values.push({ name: `${prefix}${i}`, value: entry, place: [...place, i], time: null });
    }
  }
}

/** The names of the devices that the entries are of, if each names another; by position they would be taken for each other. */
function labelsOf(list: readonly unknown[]): readonly string[] | null {
  if (list.length < 2 || list.length > LONGEST_INNER_LIST) return null;
  const labels = list.map((entry) => (isRecord(entry) ? deviceIn(entry) : null));
  const named = labels.filter((label) => label !== null);
  return named.length === list.length && new Set(named).size === list.length ? named : null;
}

/** Whether all entries have one and the same time: they are of several devices, though nothing names them. */
function isOfOneTime(list: readonly unknown[], arrival: number): boolean {
  if (list.length > LONGEST_INNER_LIST) return false;
  const times = list.map((entry) => (isRecord(entry) ? timeIn(entry, arrival) : null));
  return times.every((time) => time !== null && time === times[0]);
}

/** The values of {ts, values}, which stand in an object of their own. */
const valuesOf = (entry: Fields): Fields => (isRecord(entry.values) ? entry.values : entry);
