import { LONGEST_NAME, type Fields } from './frame';
import { setField } from './record';
import type { SensorForms } from './sensor-forms';
import type { AbsentPlace, FoundMoment, FoundValue } from './shapes/shape';
import type { KnownSensors, Post, SortedFrame, SortedReading } from './sorted-message';
import { sensorName } from './source-name';
import type { Content, Form, PayloadReader } from './understand';
import { readValue } from './value';

/** Makes frames and readings of what a message brings, and notes how its sensors are written. */
export class MomentReader {
  readonly #payloads: PayloadReader;
  readonly #forms: SensorForms;

  constructor(payloads: PayloadReader, forms: SensorForms) {
    this.#payloads = payloads;
    this.#forms = forms;
  }

  /** A value by itself. */
  reading(name: string, value: unknown, time: number | null, isBad: boolean): SortedReading {
    return { name, value: isBad ? null : this.#forms.toNumber(name, value), time };
  }

  /** Numbers and gaps by name, each a reading of its own. */
  plainReadings(fields: Fields, source: string, { time, isBad }: Post): SortedReading[] {
    return Object.keys(fields)
      .map((name) => ({ name: sensorName(source, name), value: isBad ? null : fields[name], time }))
      .filter(({ name }) => !this.#payloads.leaveOut.hasName(name));
  }

  /** Numbers and gaps by name, as a frame. */
  plainFrame(fields: Fields, form: Form, { time, isBad }: Post): SortedFrame {
    if (this.#forms.isPlain && !isBad) return { fields, time, placing: null };
    const names = Object.keys(fields);
    if (!this.#forms.isPlain) for (const name of names) this.#forms.noteNumber(name, fields[name]);
    const found = new Map(
      names.map((name) => [name, { name, value: fields[name], place: [name], time: null }]),
    );
    const placing = { root: fields, form, found, absent: BELOW_TOP, placeOf: this.#placeOf };
    return { fields: isBad ? gapsOf(names) : fields, time, placing };
  }

  /** The values of all moments that are readings of a sensor. */
  readings(
    moments: readonly FoundMoment[],
    source: string,
    post: Post,
    known: KnownSensors,
  ): SortedReading[] {
    const readings: SortedReading[] = [];
    for (const moment of moments) {
      const names = new Set<string>();
      for (const value of moment.values) {
        const name = sensorName(source, value.name);
        if (names.has(name) || this.#payloads.leaveOut.hasName(name)) continue;
        names.add(name);
        const isOfNobody = Number.isNaN(readValue(value.value)) && !known.names.includes(name);
        if (isOfNobody) continue;
        readings.push(this.reading(name, value.value, post.time ?? value.time ?? moment.time, post.isBad));
      }
    }
    return readings;
  }

  /** A frame for each moment, and the first name that one of them brings twice. */
  frames(
    { findings, root, form }: Content & { readonly kind: 'found' },
    post: Post,
  ): { readonly frames: readonly SortedFrame[]; readonly twice: string | null } {
    let twice: string | null = null;
    const frames = findings.moments.map(({ values, time, absent }): SortedFrame => {
      const fields: Record<string, unknown> = {};
      const found = new Map<string, FoundValue>();
      for (const value of values) {
        const name = sensorName('', value.name);
        if (name.length > LONGEST_NAME) continue;
        if (found.has(name)) {
          twice ??= name;
          continue;
        }
        found.set(name, value);
        setField(fields, name, post.isBad ? null : this.#forms.toNumber(name, value.value));
        this.#forms.notePlace(name, value.place, absent);
      }
      const placing = { root, form, found, absent, placeOf: this.#placeOf };
      return { fields, time: post.time ?? time, placing };
    });
    return { frames, twice };
  }

  readonly #placeOf = (name: string): ReturnType<SensorForms['placeOf']> => this.#forms.placeOf(name);
}

const BELOW_TOP: AbsentPlace = { kind: 'field', below: [] };

const gapsOf = (names: readonly string[]): Record<string, unknown> => {
  const gaps: Record<string, unknown> = {};
  for (const name of names) setField(gaps, name, null);
  return gaps;
};
