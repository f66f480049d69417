import { readAvailability } from './availability';
import { LONGEST_NAME } from './frame';
import { LONGEST_BATCH } from './payload';
import { MOST_REMEMBERED } from './limits';
import { ModeDecision, readModeState, type MessageMode, type ModeState } from './message-mode';
import { setField } from './record';
import type { SensorList } from './sensor-list';
import type { AbsentPlace, FoundMoment, FoundValue, Place } from './shapes/shape';
import { sensorName, sourceName } from './source-name';
import { isGap, learnWords, readState, type StateWords } from './states';
import type { Content, Form, PayloadReader } from './understand';
import { readValue } from './value';

/** Why nothing was learned from a message, or what is odd about it. */
export type Note =
  | {
      readonly kind: 'text' | 'broken-json' | 'too-long' | 'too-deep' | 'no-number' | 'left-out' | 'too-many';
    }
  | { readonly kind: 'two-topics' | 'twice' | 'changed-kind'; readonly name: string };

/** How a frame is written into the payload it came in. */
export interface Placing {
  readonly root: object;
  readonly form: Form;
  /** By sensor. */
  readonly found: ReadonlyMap<string, FoundValue>;
  readonly absent: AbsentPlace | null;
  /** Where a sensor stood that is absent now; undefined: below `absent`, by its name. */
  readonly placeOf: (name: string) => Place | undefined;
}

/** A frame as the model takes it: numbers, nulls, and what could not be read. */
export interface SortedFrame {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly time: number | null;
  /** Null: the payload is the fields. */
  readonly placing: Placing | null;
}

export interface SortedReading {
  readonly name: string;
  readonly value: unknown;
  readonly time: number | null;
}

/** What a message is. `rename`: before anything else, sensors so far get these names. */
export type Sorted = { readonly rename: ((name: string) => string) | null; readonly note: Note | null } & (
  | {
      readonly kind: 'frames';
      readonly frames: readonly SortedFrame[];
      readonly isBatch: boolean;
      readonly form: Form;
    }
  | { readonly kind: 'readings'; readonly readings: readonly SortedReading[] }
  /** A device is gone, and these sensors with it. */
  | { readonly kind: 'offline'; readonly sensors: readonly string[] }
  | { readonly kind: 'plain'; readonly value: unknown; readonly form: Form }
  | { readonly kind: 'nothing' }
);

/** A message as far as it is known without its model. */
export interface Post {
  readonly content: Content;
  /** The topic, or whatever names the sensor of a single reading; "" without. */
  readonly topic: string;
  /** The time beside the payload. */
  readonly time: number | null;
  /** What stands beside the payload says that its values are not to be used. */
  readonly isBad: boolean;
  /** It comes from one of our own nodes: it is a whole frame, whatever its topic. */
  readonly isOurs: boolean;
}

/** Sensors of the model, as far as a reader needs them. */
export interface KnownSensors {
  readonly names: readonly string[];
}

const NOTHING = { kind: 'nothing', rename: null } as const;

/** Sorts the messages of one stream into frames and readings, and remembers how its sensors are written. */
export class StreamReader {
  readonly #payloads: PayloadReader;
  readonly #sensors: SensorList;
  readonly #mode: ModeDecision;
  readonly #configured: MessageMode;
  /** How sensors of two states write them, and where sensors stood in the payload, by name. */
  readonly #words = new Map<string, StateWords>();
  readonly #places = new Map<string, Place>();
  /** Names of nested fields that have been held against the sensors. */
  readonly #looked = new Set<string>();
  /** The source that brought a name of whole frames first. */
  #sources: { readonly first: string; others: number } | null = null;

  constructor(payloads: PayloadReader, sensors: SensorList, configured: MessageMode, kept?: unknown) {
    this.#payloads = payloads;
    this.#sensors = sensors;
    this.#configured = configured;
    this.#mode = new ModeDecision(configured, readModeState(kept));
  }

  /** To be kept with the model; null: nothing was decided. */
  get state(): ModeState | null {
    return this.#mode.state;
  }

  wordsOf(name: string): StateWords | undefined {
    return this.#words.get(name);
  }

  /** What a node that is set to parts makes of a model that learned whole frames. */
  renameKept(): ((name: string) => string) | null {
    const { state } = this;
    if (this.#configured !== 'part' || state?.mode !== 'whole') return null;
    return this.#renaming(state.source ?? '');
  }

  sort(post: Post, known: KnownSensors): Sorted {
    const { content, topic } = post;
    const payload =
      content.kind === 'single' ? content.value : content.kind === 'found' ? content.root : null;
    const availability = post.isOurs ? null : readAvailability(topic, payload);
    if (availability !== null) {
      if (availability.isOnline) return { ...NOTHING, note: null };
      return {
        kind: 'offline',
        sensors: this.#sensorsOf(availability.device, known.names),
        rename: null,
        note: null,
      };
    }
    switch (content.kind) {
      case 'single':
        return this.#sortSingle(content, post, known);
      case 'plain':
        return this.#sortPlain(content, post, known);
      case 'found':
        return this.#sortFound(content, post, known);
      case 'other':
        return { kind: 'plain', value: content.value, form: content.form, rename: null, note: null };
    }
  }

  #sortSingle(content: Content & { kind: 'single' }, post: Post, { names }: KnownSensors): Sorted {
    const { value, problem } = content;
    const { topic } = post;
    if (problem !== null) return { ...NOTHING, note: { kind: PROBLEMS[problem] } };
    const isUnreadable = Number.isNaN(readValue(value)) && !isGap(value);
    if (isUnreadable && !names.includes(topic)) return { ...NOTHING, note: { kind: 'text' } };
    if (topic !== '' && this.#payloads.leaveOut.hasReading(topic))
      return { ...NOTHING, note: { kind: 'left-out' } };
    const reading = this.#reading(sourceName(topic, null), value, post.time, post.isBad);
    return {
      kind: 'readings',
      readings: [reading],
      rename: this.#renameFor(this.#mode.noteSingle(topic)),
      note: null,
    };
  }

  #sortPlain(content: Content & { kind: 'plain' }, post: Post, known: KnownSensors): Sorted {
    const { fields, form } = content;
    const { topic, time, isOurs, isBad } = post;
    const names = Object.keys(fields);
    const source = sourceName(topic, null);
    const before = this.#mode.isPart;
    const verdict =
      isOurs || names.length === 0 ? 'whole' : this.#judge(source, names, () => Object.values(fields));
    if (verdict === 'stranger') return { ...NOTHING, note: this.#strangers(names, known) };
    if (verdict === 'whole') {
      const note = isOurs ? null : this.#noteSource(source, names);
      const values = isBad ? gapsOf(names) : fields;
      if (this.#words.size > 0) for (const name of names) this.#noteOther(name, fields[name]);
      if (this.#places.size === 0 && this.#words.size === 0 && !isBad)
        return {
          kind: 'frames',
          frames: [{ fields: values, time, placing: null }],
          isBatch: false,
          form,
          rename: null,
          note,
        };
      const found = new Map(
        names.map((name) => [name, { name, value: fields[name], place: [name], time: null }]),
      );
      const placing: Placing = {
        root: fields,
        form,
        found,
        absent: BELOW_TOP,
        placeOf: (name) => this.#places.get(name),
      };
      return {
        kind: 'frames',
        frames: [{ fields: values, time, placing }],
        isBatch: false,
        form,
        rename: null,
        note,
      };
    }
    const readings = names
      .map((name) => sensorName(source, name))
      .map((name, i) => ({ name, value: isBad ? null : fields[names[i]], time }))
      .filter(({ name }) => !this.#payloads.leaveOut.hasName(name));
    return { kind: 'readings', readings, rename: this.#renameFor(!before), note: null };
  }

  #sortFound(content: Content & { kind: 'found' }, post: Post, known: KnownSensors): Sorted {
    const { findings, root, form } = content;
    const { topic, isOurs } = post;
    const source = sourceName(topic, findings.device);
    const all = findings.moments.flatMap(({ values }) => values);
    if (findings.moments.length > LONGEST_BATCH) return { ...NOTHING, note: { kind: 'too-many' } };
    const isSingle = all.length > 0 && all.every(({ name }) => name === '');
    if (isSingle && !isOurs) {
      const rename = this.#renameFor(this.#mode.noteSingle(source));
      return this.#toReadings(findings.moments, source, post, rename, known);
    }
    const usable = all.filter(
      ({ name, value }) =>
        !Number.isNaN(readValue(value)) ||
        known.names.includes(name) ||
        known.names.includes(sensorName(source, name)),
    );
    if (usable.length === 0 && !isEmpty(root))
      return { ...NOTHING, note: { kind: all.length === 0 ? 'left-out' : 'no-number' } };
    const before = this.#mode.isPart;
    const held = new Map(all.filter(isReadable).map(({ name, value }) => [name, value]));
    const names = [...held.keys()];
    const verdict =
      isOurs || names.length === 0
        ? before && !isOurs
          ? 'part'
          : 'whole'
        : this.#judge(source, names, () => [...held.values()]);
    if (verdict === 'stranger') return { ...NOTHING, note: this.#strangers(names, known) };
    if (verdict === 'part')
      return this.#toReadings(findings.moments, source, post, this.#renameFor(!before), known);
    const twice: { name: string | null } = { name: null };
    const frames = findings.moments.map((moment) => this.#toFrame(moment, root, form, post, twice));
    const note =
      this.#noteTwice(twice.name) ??
      this.#noteKinds(names, known) ??
      (isOurs ? null : this.#noteSource(source, names));
    return { kind: 'frames', frames, isBatch: findings.isBatch, form, rename: null, note };
  }

  #judge(
    source: string,
    names: readonly string[],
    values: () => readonly unknown[],
  ): 'whole' | 'part' | 'stranger' {
    const { configured } = this.#sensors;
    if (this.#configured === 'automatic' && configured !== null) {
      if (names.some((name) => this.#sensors.allows(name))) return 'whole';
      if (names.some((name) => this.#sensors.allows(sensorName(source, name)))) return 'part';
    }
    return this.#mode.judge({ source, names, values: values() });
  }

  #toReadings(
    moments: readonly FoundMoment[],
    source: string,
    post: Post,
    rename: ((name: string) => string) | null,
    known: KnownSensors,
  ): Sorted {
    const readings: SortedReading[] = [];
    for (const moment of moments) {
      const names = new Set<string>();
      for (const value of moment.values) {
        const name = sensorName(source, value.name);
        if (names.has(name) || this.#payloads.leaveOut.hasName(name)) continue;
        names.add(name);
        const isOfNobody = Number.isNaN(readValue(value.value)) && !known.names.includes(name);
        if (isOfNobody) continue;
        readings.push(this.#reading(name, value.value, post.time ?? value.time ?? moment.time, post.isBad));
      }
    }
    if (readings.length === 0) return { ...NOTHING, rename, note: { kind: 'no-number' } };
    return { kind: 'readings', readings, rename, note: null };
  }

  #toFrame(
    { values, time, absent }: FoundMoment,
    root: object,
    form: Form,
    post: Post,
    twice: { name: string | null },
  ): SortedFrame {
    const fields: Record<string, unknown> = {};
    const found = new Map<string, FoundValue>();
    for (const value of values) {
      const name = sensorName('', value.name);
      if (name.length > LONGEST_NAME) continue;
      if (found.has(name)) {
        twice.name ??= name;
        continue;
      }
      found.set(name, value);
      setField(fields, name, post.isBad ? null : this.#toNumber(name, value.value));
      this.#rememberPlace(name, value.place, absent);
    }
    const placing: Placing = { root, form, found, absent, placeOf: (name) => this.#places.get(name) };
    return { fields, time: post.time ?? time, placing };
  }

  #reading(name: string, value: unknown, time: number | null, isBad: boolean): SortedReading {
    return { name, value: isBad ? null : this.#toNumber(name, value), time };
  }

  /** A number, null for a gap, or the value itself where it can be neither. Notes how a sensor of two states writes them. */
  #toNumber(name: string, value: unknown): unknown {
    if (typeof value === 'number') {
      this.#noteOther(name, value);
      return value;
    }
    if (isGap(value)) return null;
    const number = readValue(value);
    if (Number.isNaN(number)) return value;
    this.#noteOther(name, number);
    const isState =
      typeof value === 'boolean' || (typeof value === 'string' && !Number.isNaN(readState(value)));
    if (isState && this.#words.size < MOST_REMEMBERED) {
      const before = this.#words.get(name);
      this.#words.set(name, { ...learnWords(value, before), isMixed: before?.isMixed });
    }
    return number;
  }

  /** A sensor that reads anything but 1 and 0 is no switch, though it may have said "off" once. */
  #noteOther(name: string, value: unknown): void {
    if (typeof value !== 'number' || value === 0 || value === 1 || !Number.isFinite(value)) return;
    const words = this.#words.get(name);
    if (words !== undefined) this.#words.set(name, { ...words, isMixed: true });
  }

  /** Only where the name does not tell it. */
  #rememberPlace(name: string, place: Place, absent: AbsentPlace | null): void {
    if (absent?.kind !== 'field' || this.#places.has(name) || this.#places.size >= MOST_REMEMBERED) return;
    const usual = [...absent.below, name];
    if (place.length !== usual.length || place.some((part, i) => part !== usual[i]))
      this.#places.set(name, place);
  }

  #renameFor(isNewlyPart: boolean): ((name: string) => string) | null {
    const { state } = this;
    if (!isNewlyPart || state?.mode !== 'part' || this.#sensors.configured !== null) return null;
    return this.#renaming(state.source ?? '');
  }

  #renaming(source: string): (name: string) => string {
    const words = [...this.#words];
    this.#words.clear();
    for (const [name, each] of words) this.#words.set(sensorName(source, name), each);
    this.#places.clear();
    return (name) => sensorName(source, name);
  }

  #sensorsOf(device: string, names: readonly string[]): string[] {
    if (device === '') return [];
    const isOf = (name: string): boolean => name === device || name.startsWith(`${device}/`);
    const { source } = this.#mode;
    if (!this.#mode.isPart && source !== null && isOf(source)) return [...names];
    return names.filter(isOf);
  }

  #strangers(names: readonly string[], known: KnownSensors): Note {
    const shared = names.find((name) => known.names.includes(name));
    return { kind: 'two-topics', name: shared ?? names[0] ?? '' };
  }

  /** Only a node that is told to take every message for a whole frame gets here with two sources. */
  #noteSource(source: string, names: readonly string[]): Note | null {
    if (this.#configured !== 'whole') return null;
    this.#sources ??= { first: source, others: 0 };
    if (this.#sources.first === source || names.includes(source)) return null;
    return { kind: 'two-topics', name: names[0] ?? '' };
  }

  #noteTwice(name: string | null): Note | null {
    return name === null ? null : { kind: 'twice', name };
  }

  /** A field that held a value and is an object now. */
  #noteKinds(names: readonly string[], known: KnownSensors): Note | null {
    let note: Note | null = null;
    for (const name of names) {
      if (this.#looked.has(name)) continue;
      for (let dot = name.indexOf('.'); dot > 0; dot = name.indexOf('.', dot + 1)) {
        const outer = name.slice(0, dot);
        if (known.names.includes(outer)) note ??= { kind: 'changed-kind', name: outer };
      }
      if (this.#looked.size < MOST_REMEMBERED) this.#looked.add(name);
    }
    return note;
  }
}

const PROBLEMS = { 'too long': 'too-long', 'too deep': 'too-deep', broken: 'broken-json' } as const;
const BELOW_TOP: AbsentPlace = { kind: 'field', below: [] };

const isReadable = ({ value }: FoundValue): boolean =>
  value === null || value === undefined || !Number.isNaN(readValue(value)) || isGap(value);

const isEmpty = (root: object): boolean => Object.keys(root).length === 0;

const gapsOf = (names: readonly string[]): Record<string, unknown> => {
  const gaps: Record<string, unknown> = {};
  for (const name of names) setField(gaps, name, null);
  return gaps;
};
