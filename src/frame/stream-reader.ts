import { readAvailability } from './availability';
import { MessageParts } from './message-parts';
import type { MessageMode, ModeState } from './message-mode';
import { MomentReader } from './moment-reader';
import { noteStrangers, Oddities } from './oddities';
import { LONGEST_BATCH } from './payload';
import { Senders, type Sender } from './senders';
import { SensorForms } from './sensor-forms';
import type { SensorList } from './sensor-list';
import type { FoundValue } from './shapes/shape';
import type { KnownSensors, Note, Post, Rename, Sorted, SortedReading } from './sorted-message';
import { sensorName, sourceName } from './source-name';
import { isGap, type StateWords } from './states';
import { isNeverSensor } from './time-names';
import { lastPart } from './name-words';
import type { Content, PayloadReader } from './understand';
import { readValue } from './value';

export type { KnownSensors, Note, Placing, Post, Sorted, SortedFrame, SortedReading } from './sorted-message';

type Single = Content & { readonly kind: 'single' };
type Plain = Content & { readonly kind: 'plain' };
type Found = Content & { readonly kind: 'found' };

/** Sorts the messages of one stream into frames and readings, and remembers how its sensors are written. */
export class StreamReader {
  readonly #payloads: PayloadReader;
  readonly #sensors: SensorList;
  readonly #forms = new SensorForms();
  readonly #parts: MessageParts;
  readonly #moments: MomentReader;
  readonly #senders = new Senders();
  readonly #oddities = new Oddities();

  constructor(payloads: PayloadReader, sensors: SensorList, configured: MessageMode, kept?: unknown) {
    this.#payloads = payloads;
    this.#sensors = sensors;
    this.#parts = new MessageParts(sensors, this.#forms, configured, kept);
    this.#moments = new MomentReader(payloads, this.#forms);
  }

  /** To be kept with the model; null: nothing was decided. */
  get state(): ModeState | null {
    return this.#parts.state;
  }

  wordsOf(name: string): StateWords | undefined {
    return this.#forms.wordsOf(name);
  }

  /** What a node that is set to parts makes of a model that learned whole frames. */
  renameKept(): Rename | null {
    return this.#parts.renameKept();
  }

  sort(post: Post, known: KnownSensors): Sorted {
    const { content, topic, isOurs } = post;
    const availability = isOurs ? null : readAvailability(topic, payloadOf(content));
    if (availability !== null) {
      if (availability.isOnline) return nothing(null);
      const sensors = this.#parts.sensorsOf(availability.device, known.names);
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
    const reading = this.#moments.reading(sourceName(topic, null), value, post.time, post.isBad);
    return asReadings([reading], this.#noteSingle(topic, names));
  }

  /** A single reading. Frames that have it among their names, a recording of the same sensors for instance, are no parts. */
  #noteSingle(name: string, known: readonly string[]): Rename | null {
    return known.includes(name) && this.#parts.areWhole ? null : this.#parts.noteSingle(name);
  }

  /** Numbers and gaps by name, and nothing else. */
  #sortPlain({ fields, form }: Plain, post: Post, known: KnownSensors): Sorted {
    const names = Object.keys(fields);
    const source = sourceName(post.topic, null);
    const hasNone =
      names.length > 0 && known.names.length === 0 && names.every((name) => fields[name] === null);
    if (hasNone) return nothing({ kind: 'no-number' });
    if (!post.isOurs && names.length > 0) {
      const { verdict, rename } = this.#parts.judge(source, names, () => Object.values(fields), known);
      if (verdict === 'stranger') return nothing(noteStrangers(names, known));
      if (verdict === 'part')
        return {
          kind: 'readings',
          readings: this.#moments.plainReadings(fields, source, post),
          rename,
          note: null,
        };
    }
    const note = post.isOurs ? null : this.#noteSource(source, names);
    const frames = [this.#moments.plainFrame(fields, form, post)];
    return { kind: 'frames', frames, isBatch: false, form, rename: null, note };
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
    if (!isEmpty(root) && !all.some((value) => isUsable(value, source, known)))
      return nothing({ kind: all.length === 0 ? 'left-out' : 'no-number' });
    const former = this.#parts.noteFormer(sender, all);
    if (!isOurs && all.length > 0 && all.every(({ name }) => name === '')) {
      const rename = this.#noteSingle(source, known.names) ?? former;
      return asReadings(this.#moments.readings(findings.moments, source, post, known), rename);
    }
    const readable = new Map(all.filter(isReadable).map(({ name, value }) => [name, value]));
    const names = [...readable.keys()];
    if (!isOurs) {
      const { verdict, rename } = this.#parts.judge(source, names, () => [...readable.values()], known);
      if (verdict === 'stranger') return nothing(noteStrangers(names, known));
      if (verdict === 'part')
        return asReadings(this.#moments.readings(findings.moments, source, post, known), rename ?? former);
    }
    const { frames, twice } = this.#moments.frames(content, post);
    const note =
      (twice === null ? null : ({ kind: 'twice', name: twice } as const)) ??
      this.#oddities.noteKinds(names, known) ??
      (isOurs ? null : this.#noteSource(source, names));
    return { kind: 'frames', frames, isBatch: findings.isBatch, form, rename: null, note };
  }

  /** Only a node that is told to take every message for a whole frame gets frames of two sources. */
  #noteSource(source: string, names: readonly string[]): Note | null {
    return this.#parts.areAllWhole ? this.#oddities.noteSource(source, names) : null;
  }
}

const PROBLEMS = { 'too long': 'too-long', 'too deep': 'too-deep', broken: 'broken-json' } as const;
/** The shape of numbers by position: names for the positions come first. */
const ROWS = 'rows';

const nothing = (note: Note | null): Sorted => ({ kind: 'nothing', rename: null, note });

const asReadings = (readings: readonly SortedReading[], rename: Rename | null): Sorted =>
  readings.length === 0
    ? { kind: 'nothing', rename, note: { kind: 'no-number' } }
    : { kind: 'readings', readings, rename, note: null };

const unknownSender = (source: string): Sender => ({ source, isWaiting: false, former: null });

const payloadOf = (content: Content): unknown =>
  content.kind === 'single' ? content.value : content.kind === 'found' ? content.root : null;

/** Whether a value says something of a sensor, be it that a known one has a gap. */
const isUsable = ({ name, value }: FoundValue, source: string, { names }: KnownSensors): boolean =>
  !Number.isNaN(readValue(value)) || names.includes(name) || names.includes(sensorName(source, name));

const isReadable = ({ value }: FoundValue): boolean =>
  value === null || value === undefined || !Number.isNaN(readValue(value)) || isGap(value);

const isEmpty = (root: object): boolean => Object.keys(root).length === 0;
