import { isByteArray, parseJsonText, type JsonProblem } from './json-text';
import { LeaveOut } from './leave-out';
import { MOST_REMEMBERED } from './limits';
import { requireFields, requireLength } from './payload';
import type { Fields } from './frame';
import { isRecord } from './record';
import { findValues } from './shapes';
import { hasCalendarName } from './shapes/calendar-parts';
import { readRows } from './shapes/rows';
import type { Findings } from './shapes/shape';
import { timeOf } from './shapes/times';
import { timeRank, isNeverSensor } from './time-names';

/** What a payload was before it was looked into, and is to be again: a value, the text of one, or the bytes of that text. */
export type Form = 'value' | 'text' | 'bytes';

/** What a payload holds. */
export type Content =
  /** A single value; its sensor is named elsewhere. */
  | {
      readonly kind: 'single';
      readonly value: unknown;
      readonly problem: JsonProblem | null;
      /** It can be nothing but a time. */
      readonly isTime: boolean;
    }
  /** Nothing but numbers and gaps under names that can only be sensors'. */
  | { readonly kind: 'plain'; readonly fields: Fields; readonly form: Form }
  | {
      readonly kind: 'found';
      readonly root: object;
      readonly findings: Findings;
      readonly shape: string;
      readonly form: Form;
    }
  /** Numbers by position, frames of these, and what is none of all: as plain payloads are read. */
  | { readonly kind: 'other'; readonly value: unknown; readonly form: Form };

/** Longest text of a single value that is looked at. */
const LONGEST_SINGLE = 256;
/** A larger number may be a time. */
const LARGEST_PLAIN = 1e9;
/** Names that say how a payload is to be read. */
const TELLING = /^(?:v|val|value|reading|e)$/i;

/** Tells what payloads hold, by themselves alone; remembers nothing but what names mean. */
export class PayloadReader {
  readonly leaveOut: LeaveOut;
  /** Fields that are no sensors: the key of the model, the time. */
  readonly #ignored: readonly string[];
  readonly #isSensorName = new Map<string, boolean>();

  constructor(leaveOut: LeaveOut, ignored: readonly string[] = []) {
    this.leaveOut = leaveOut;
    this.#ignored = ignored;
  }

  /** `arrival`: when the payload came, epoch ms. */
  read(payload: unknown, arrival: number): Content {
    if (isRecord(payload)) return this.#readObject(payload, 'value', arrival);
    if (Array.isArray(payload)) return this.#readList(payload, 'value', arrival);
    if (payload === undefined || typeof payload === 'function' || typeof payload === 'symbol')
      return { kind: 'other', value: payload, form: 'value' };
    if (payload !== null && typeof payload === 'object' && !isByteArray(payload))
      return { kind: 'other', value: payload, form: 'value' };
    const text = parseJsonText(payload);
    if (text === null || typeof text === 'string') return single(textOf(payload), text, arrival);
    const { value, form } = text;
    if (isRecord(value)) return this.#readObject(value, form, arrival);
    if (Array.isArray(value)) return this.#readList(value, form, arrival);
    return single(value, null, arrival);
  }

  #readObject(payload: Fields, form: Form, arrival: number): Content {
    const names = Object.keys(payload);
    requireFields(names);
    if (this.#isPlain(payload, names)) return { kind: 'plain', fields: payload, form };
    return this.#find(payload, form, arrival);
  }

  #readList(payload: readonly unknown[], form: Form, arrival: number): Content {
    requireLength(payload);
    const first = payload.find((entry) => entry !== null && entry !== undefined);
    if (isRecord(first)) return this.#find(payload, form, arrival);
    const findings = payload.length === 0 ? null : readRows(payload, { leaveOut: this.leaveOut, arrival });
    if (findings === null) return { kind: 'other', value: payload, form };
    return { kind: 'found', root: payload, findings, shape: 'rows', form };
  }

  #find(payload: object, form: Form, arrival: number): Content {
    const found = findValues(payload, { leaveOut: this.leaveOut, arrival });
    if (found === null) return { kind: 'other', value: payload, form };
    const { shape, ...findings } = found;
    return { kind: 'found', root: payload, findings: this.#withoutIgnored(findings), shape, form };
  }

  #withoutIgnored(findings: Findings): Findings {
    const isIgnored = ({ name }: { readonly name: string }): boolean => this.#ignored.includes(name);
    if (!findings.moments.some(({ values }) => values.some(isIgnored))) return findings;
    const moments = findings.moments.map((moment) => ({
      ...moment,
      values: moment.values.filter((value) => !isIgnored(value)),
    }));
    return { ...findings, moments };
  }

  #isPlain(fields: Fields, names: readonly string[]): boolean {
    for (let i = 0; i < names.length; i++) {
      const value = fields[names[i]];
      const isNumber = typeof value === 'number' && value < LARGEST_PLAIN && value > -Infinity;
      if (!isNumber && value !== null) return false;
      if (this.#isSensorName.get(names[i]) !== true && !this.#learnName(names[i])) return false;
    }
    return true;
  }

  #learnName(name: string): boolean {
    const known = this.#isSensorName.get(name);
    if (known !== undefined) return known;
    const isSensor =
      !this.#ignored.includes(name) &&
      timeRank(name) === null &&
      !isNeverSensor(name) &&
      !TELLING.test(name) &&
      !hasCalendarName(name) &&
      !this.leaveOut.hasReading(name);
    if (this.#isSensorName.size < MOST_REMEMBERED) this.#isSensorName.set(name, isSensor);
    return isSensor;
  }
}

const single = (value: unknown, problem: JsonProblem | null, arrival: number): Content => ({
  ...{ kind: 'single', value, problem },
  isTime: problem === null && timeOf('', value, arrival) !== null,
});

/** Bytes as their text, as far as a single value goes. */
const textOf = (value: unknown): unknown =>
  isByteArray(value) ? new TextDecoder().decode(value.subarray(0, LONGEST_SINGLE + 1)) : value;
