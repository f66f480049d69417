import { readAvailability } from './availability';
import { LONGEST_NAME, type Fields } from './frame';
import { ModeDecision, readModeState, type MessageMode, type ModeState, type Verdict } from './message-mode';
import { noteStrangers, Oddities } from './oddities';
import { LONGEST_BATCH } from './payload';
import { setField } from './record';
import { renameFormer, Senders, type Sender } from './senders';
import { SensorForms } from './sensor-forms';
import type { SensorList } from './sensor-list';
import type { AbsentPlace, FoundMoment, FoundValue } from './shapes/shape';
import type {
  KnownSensors,
  Note,
  Placing,
  Post,
  Rename,
  Sorted,
  SortedFrame,
  SortedReading,
} from './sorted-message';
import { sensorName, sourceName } from './source-name';
import { isGap, type StateWords } from './states';
import { isNeverSensor } from './time-names';
import { lastPart } from './name-words';
import type { Content, Form, PayloadReader } from './understand';
import { readValue } from './value';

export type { KnownSensors, Note, Placing, Post, Sorted, SortedFrame, SortedReading } from './sorted-message';

type Single = Content & { readonly kind: 'single' };
type Plain = Content & { readonly kind: 'plain' };
type Found = Content & { readonly kind: 'found' };

/** Sorts the messages of one stream into frames and readings, and remembers how its sensors are written. */
export class StreamReader {
  readonly #payloads: PayloadReader;
  readonly #sensors: SensorList;
  readonly #configured: MessageMode;
  readonly #mode: ModeDecision;
  readonly #senders = new Senders();
  readonly #forms = new SensorForms();
  readonly #oddities = new Oddities();

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
    return this.#forms.wordsOf(name);
  }

  /** What a node that is set to parts makes of a model that learned whole frames. */
  renameKept(): Rename | null {
    const { state } = this;
    if (this.#configured !== 'part' || state?.mode !== 'whole') return null;
    return this.#renameBelow(state.source ?? '');
  }

  sort(post: Post, known: KnownSensors): Sorted {
    const { content, topic, isOurs } = post;
    const availability = isOurs ? null : readAvailability(topic, payloadOf(content));
    if (availability !== null) {
      if (availability.isOnline) return nothing(null);
      const sensors = this.#sensorsOf(availability.device, known.names);
      return { kind: 'offline', sensors, rename: null, note: null };
    }
    if (!isOurs && content.kind !== 'other' && this.#payloads.leaveOut.hasTopic(topic))
      return nothing({ kind: 'left-out' });
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

  /** A value by itself, which the topic names. */
  #sortSingle({ value, problem, isTime }: Single, post: Post, { names }: KnownSensors): Sorted {
    const { topic } = post;
    if (problem !== null) return nothing({ kind: PROBLEMS[problem] });
    const isKnown = names.includes(topic);
    if (!isKnown && Number.isNaN(readValue(value)))
      return nothing({ kind: isGap(value) ? 'no-number' : 'text' });
    if (topic !== '' && this.#payloads.leaveOut.hasReading(topic)) return nothing({ kind: 'left-out' });
    if (!isKnown && (isTime || isNeverSensor(lastPart(topic)))) return nothing({ kind: 'no-number' });
    const reading = this.#reading(sourceName(topic, null), value, post.time, post.isBad);
    // Frames that have the topic among their names, a recording of the same sensors for instance, are no parts.
    const isOfFrames = isKnown && this.state?.mode === 'whole';
    const rename = isOfFrames ? null : this.#renameAfter(this.#mode.noteSingle(topic));
    return { kind: 'readings', readings: [reading], rename, note: null };
  }

  /** Numbers and gaps by name, and nothing else. */
  #sortPlain({ fields, form }: Plain, post: Post, known: KnownSensors): Sorted {
    const { topic, time, isOurs, isBad } = post;
    const names = Object.keys(fields);
    const source = sourceName(topic, null);
    const hasNone =
      names.length > 0 && known.names.length === 0 && names.every((name) => fields[name] === null);
    if (hasNone) return nothing({ kind: 'no-number' });
    const wasPart = this.#mode.isPart;
    const verdict: Verdict =
      isOurs || names.length === 0 ? 'whole' : this.#judge(source, names, () => Object.values(fields), known);
    if (verdict === 'stranger') return nothing(noteStrangers(names, known));
    if (verdict === 'part') {
      const readings = names
        .map((name) => ({ name: sensorName(source, name), value: isBad ? null : fields[name], time }))
        .filter(({ name }) => !this.#payloads.leaveOut.hasName(name));
      return { kind: 'readings', readings, rename: this.#renameAfter(!wasPart), note: null };
    }
    const note = isOurs ? null : this.#noteSource(source, names);
    const isAsCame = this.#forms.isPlain && !isBad;
    if (!this.#forms.isPlain) for (const name of names) this.#forms.noteNumber(name, fields[name]);
    const placing = isAsCame ? null : this.#placePlain(fields, form, names);
    const frames = [{ fields: isBad ? gapsOf(names) : fields, time, placing }];
    return { kind: 'frames', frames, isBatch: false, form, rename: null, note };
  }

  #placePlain(fields: Fields, form: Form, names: readonly string[]): Placing {
    const found = new Map(
      names.map((name) => [name, { name, value: fields[name], place: [name], time: null }]),
    );
    return { root: fields, form, found, absent: BELOW_TOP, placeOf: (name) => this.#forms.placeOf(name) };
  }

  /** Values that one of the shapes of devices has brought to light. */
  #sortFound(content: Found, post: Post, known: KnownSensors): Sorted {
    const { findings, root, form, shape } = content;
    const { topic, isOurs } = post;
    if (shape === ROWS && this.#sensors.configured !== null)
      return { kind: 'plain', value: root, form, rename: null, note: null };
    if (findings.moments.length > LONGEST_BATCH) return nothing({ kind: 'too-many' });
    const all = findings.moments.flatMap(({ values }) => values);
    const own = sourceName(topic, findings.device);
    const sender = isOurs ? unknownSender(own) : this.#senders.find(own, root, known);
    if (sender.isWaiting) return nothing(null);
    const { source } = sender;
    const isUsable = ({ name, value }: FoundValue): boolean =>
      !Number.isNaN(readValue(value)) ||
      known.names.includes(name) ||
      known.names.includes(sensorName(source, name));
    if (!all.some(isUsable) && !isEmpty(root))
      return nothing({ kind: all.length === 0 ? 'left-out' : 'no-number' });
    const former = this.#noteFormer(sender, all);
    if (!isOurs && all.length > 0 && all.every(({ name }) => name === '')) {
      const rename = this.#renameAfter(this.#mode.noteSingle(source)) ?? former;
      return this.#toReadings(findings.moments, source, post, rename, known);
    }
    const wasPart = this.#mode.isPart;
    const readable = new Map(all.filter(isReadable).map(({ name, value }) => [name, value]));
    const names = [...readable.keys()];
    const verdict = this.#judgeFound(isOurs, source, names, () => [...readable.values()], known);
    if (verdict === 'stranger') return nothing(noteStrangers(names, known));
    if (verdict === 'part')
      return this.#toReadings(findings.moments, source, post, this.#renameAfter(!wasPart) ?? former, known);
    const twice: { name: string | null } = { name: null };
    const frames = findings.moments.map((moment) => this.#toFrame(moment, content, post, twice));
    const note =
      (twice.name === null ? null : ({ kind: 'twice', name: twice.name } as const)) ??
      this.#oddities.noteKinds(names, known) ??
      (isOurs ? null : this.#noteSource(source, names));
    return { kind: 'frames', frames, isBatch: findings.isBatch, form, rename: null, note };
  }

  #judgeFound(
    isOurs: boolean,
    source: string,
    names: readonly string[],
    values: () => readonly unknown[],
    known: KnownSensors,
  ): Verdict {
    if (isOurs) return 'whole';
    if (names.length === 0) return this.#mode.isPart ? 'part' : 'whole';
    return this.#judge(source, names, values, known);
  }

  /** Sensors that are configured tell by their names what a message is. */
  #judge(
    source: string,
    names: readonly string[],
    values: () => readonly unknown[],
    known: KnownSensors,
  ): Verdict {
    if (this.#configured === 'automatic' && this.#sensors.configured !== null) {
      if (names.some((name) => this.#sensors.allows(name))) return 'whole';
      if (names.some((name) => this.#sensors.allows(sensorName(source, name)))) return 'part';
    }
    if (this.#mode.expectsParts && areOfOthers(source, names, known.names)) return 'whole';
    return this.#mode.judge({ source, names, values: values() });
  }

  /** Now that several devices are told apart, what was learned so far is the first one's. */
  #noteFormer({ former }: Sender, values: readonly FoundValue[]): Rename | null {
    if (former === null) return null;
    this.#mode.replaceSource(former.source, former.now);
    if (!this.#mode.isPart || this.#sensors.configured !== null) return null;
    const rename = renameFormer(former, [...new Set(values.map(({ name }) => name))]);
    this.#forms.rename(rename);
    return rename;
  }

  #toReadings(
    moments: readonly FoundMoment[],
    source: string,
    post: Post,
    rename: Rename | null,
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
    if (readings.length === 0) return { kind: 'nothing', rename, note: { kind: 'no-number' } };
    return { kind: 'readings', readings, rename, note: null };
  }

  #toFrame(
    { values, time, absent }: FoundMoment,
    { root, form }: Found,
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
      setField(fields, name, post.isBad ? null : this.#forms.toNumber(name, value.value));
      this.#forms.notePlace(name, value.place, absent);
    }
    const placeOf = (name: string): ReturnType<SensorForms['placeOf']> => this.#forms.placeOf(name);
    return { fields, time: post.time ?? time, placing: { root, form, found, absent, placeOf } };
  }

  #reading(name: string, value: unknown, time: number | null, isBad: boolean): SortedReading {
    return { name, value: isBad ? null : this.#forms.toNumber(name, value), time };
  }

  /** What sensors are called once their messages are parts. */
  #renameAfter(isNewlyPart: boolean): Rename | null {
    const { state } = this;
    if (!isNewlyPart || state?.mode !== 'part' || this.#sensors.configured !== null) return null;
    return this.#renameBelow(state.source ?? '');
  }

  #renameBelow(source: string): Rename {
    const rename: Rename = (name) => sensorName(source, name);
    this.#forms.rename(rename);
    return rename;
  }

  #sensorsOf(device: string, names: readonly string[]): string[] {
    if (device === '') return [];
    const isOf = (name: string): boolean => name === device || name.startsWith(`${device}/`);
    const { source } = this.#mode;
    if (!this.#mode.isPart && source !== null && isOf(source)) return [...names];
    return names.filter(isOf);
  }

  /** Only a node that is told to take every message for a whole frame gets frames of two sources. */
  #noteSource(source: string, names: readonly string[]): Note | null {
    return this.#configured === 'whole' ? this.#oddities.noteSource(source, names) : null;
  }
}

/** Whether a message brings, under a topic of its own, sensors that are known by these very names: a recording of them, say. */
function areOfOthers(source: string, names: readonly string[], known: readonly string[]): boolean {
  if (names.length < 2 || !known.includes(names[0])) return false;
  const all = new Set(known);
  return names.every((name) => all.has(name) && !all.has(sensorName(source, name)));
}

const PROBLEMS = { 'too long': 'too-long', 'too deep': 'too-deep', broken: 'broken-json' } as const;
const BELOW_TOP: AbsentPlace = { kind: 'field', below: [] };
/** The shape of numbers by position: names for the positions come first. */
const ROWS = 'rows';

const nothing = (note: Note | null): Sorted => ({ kind: 'nothing', rename: null, note });

const unknownSender = (source: string): Sender => ({ source, isWaiting: false, former: null });

const payloadOf = (content: Content): unknown =>
  content.kind === 'single' ? content.value : content.kind === 'found' ? content.root : null;

const isReadable = ({ value }: FoundValue): boolean =>
  value === null || value === undefined || !Number.isNaN(readValue(value)) || isGap(value);

const isEmpty = (root: object): boolean => Object.keys(root).length === 0;

const gapsOf = (names: readonly string[]): Record<string, unknown> => {
  const gaps: Record<string, unknown> = {};
  for (const name of names) setField(gaps, name, null);
  return gaps;
};
