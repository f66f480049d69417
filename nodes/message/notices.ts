import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Note, Sorted } from '../../src/frame/stream-reader';
import { shortenName, type Say } from './status-texts';

type Labels = Readonly<Record<string, string>>;

/** Says it in the language of the runtime, which `translate` knows; in English where it knows none. */
export function createSay(translate: (key: string) => unknown): Say {
  const english = readEnglish();
  return (key, values = {}) => {
    const said = translate(`status.${key}`);
    const text = typeof said === 'string' && !said.endsWith(`status.${key}`) ? said : (english[key] ?? key);
    return Object.entries(values).reduce(
      (all, [name, value]) => all.replace(`{${name}}`, String(value)),
      text,
    );
  };
}

/** The labels that all nodes have in common stand beside each. */
function readEnglish(): Labels {
  const file = join(__dirname, '..', 'locales', 'en-US', 'psmf-impute.json');
  return (JSON.parse(readFileSync(file, 'utf8')) as { readonly status: Labels }).status;
}

/** Notes that hold for a single message: shown when nothing else comes. */
const PASSING: ReadonlySet<Note['kind']> = new Set([
  'text',
  'broken-json',
  'too-long',
  'too-deep',
  'no-number',
  'left-out',
  'too-many',
  'unreadable',
]);
/** Messages in a row that nothing was learned from until it is shown. */
const SHOWN_AFTER = 3;
/** Messages without it until what is odd about some is no longer shown. */
const FORGOTTEN_AFTER = 20;
/** Topics that are remembered; with more of them, all are looked at. */
const MOST_TOPICS = 1000;
const YEAR_MS = 31_556_952_000;
/** Further from the arrival than this, times are of a clock that was never set. */
const FURTHEST_YEARS = 5;

/** What is wrong with the messages that arrive, gathered as they pass. */
export class Notices {
  #useless = 0;
  #passing: Note | null = null;
  #lasting: { readonly text: (say: Say) => string; readonly kind: string; left: number } | null = null;
  #hasLearned = false;
  /** Topics that have brought readings. */
  readonly #fine = new Set<string>();
  readonly #told = new Set<string>();

  /** A message of this topic has come, at this time of epoch ms; gives back what the log has to say of it, once for each kind. */
  noteMessage(sorted: Sorted, arrival: number, topic: string): string | null {
    const explanation = sorted.note === null ? null : this.note(sorted.note, topic);
    if (sorted.kind === 'frames') this.noteFine(sorted.frames[0]?.time ?? null, arrival, topic);
    if (sorted.kind === 'readings') this.noteFine(sorted.readings[0].time, arrival, topic);
    if (sorted.kind === 'plain') this.noteFine(null, arrival, topic);
    return explanation;
  }

  /** Null: nothing is wrong. */
  describe(say: Say): string | null {
    if (this.#isPassingShown && this.#passing !== null) return describeNote(this.#passing, say);
    return this.#lasting?.text(say) ?? null;
  }

  /** A message has come that nothing was learned from, or that is odd; gives back what the log has to say of the first of its kind. */
  note(note: Note, topic = ''): string | null {
    return this.#note(note, topic) ? explainNote(note) : null;
  }

  /**
   * True: this is the first of its kind. Topics of text beside those of readings are as they should be: once something is
   * learned, only a topic that has brought readings is looked at.
   */
  #note(note: Note, topic: string): boolean {
    if (PASSING.has(note.kind)) {
      if (this.#hasLearned && this.#fine.size < MOST_TOPICS && !this.#fine.has(topic)) return false;
      this.#useless += 1;
      this.#passing = note;
    } else {
      this.#lasting = { kind: note.kind, text: (say) => describeNote(note, say), left: FORGOTTEN_AFTER };
    }
    const isNew = !this.#told.has(note.kind);
    if (this.#isPassingShown || this.#lasting !== null) this.#told.add(note.kind);
    return isNew && this.#told.has(note.kind);
  }

  /** A message has come with readings of this time, epoch ms. */
  noteFine(time: number | null, arrival: number, topic = ''): void {
    if (this.#fine.size < MOST_TOPICS) this.#fine.add(topic);
    this.#useless = 0;
    this.#passing = null;
    this.#hasLearned = true;
    const years = time === null ? 0 : (arrival - time) / YEAR_MS;
    if (Math.abs(years) > FURTHEST_YEARS) {
      const key = years > 0 ? 'past' : 'future';
      const text = (say: Say): string => say(key, { years: Math.round(Math.abs(years)) });
      this.#lasting = { kind: key, text, left: FORGOTTEN_AFTER };
    } else if (this.#lasting !== null) {
      this.#lasting.left -= 1;
      if (this.#lasting.left <= 0) this.#lasting = null;
    }
  }

  get #isPassingShown(): boolean {
    return this.#passing !== null && (!this.#hasLearned || this.#useless >= SHOWN_AFTER);
  }
}

const describeNote = (note: Note, say: Say): string =>
  say(note.kind, 'name' in note ? { name: shortenName(note.name) } : {});

/** The whole of it, for the log: what it means and what to do. */
function explainNote(note: Note): string {
  switch (note.kind) {
    case 'text':
      return 'The payload is text and neither a number nor JSON: it passes through, and nothing is learned from it.';
    case 'broken-json':
      return 'The payload begins like JSON and is none: it passes through, and nothing is learned from it.';
    case 'too-long':
      return 'The payload is JSON text of more than 1 MB: it passes through unread. Send it in parts.';
    case 'too-deep':
      return 'The payload is JSON text that nests more than 100 levels deep: it passes through unread.';
    case 'no-number':
      return 'There is no number in the payload, nor any other reading: it passes through. Look at what the device sends with a debug node.';
    case 'left-out':
      return 'All fields of the payload are left out: see Leave out in the settings of the node.';
    case 'unreadable':
      return 'The message holds no frame and no reading that has a name: the error beside this says what was expected.';
    case 'too-many':
      return 'The payload holds more than 100,000 frames: it passes through unread. Send it in parts.';
    case 'two-topics':
      return `${note.name} comes from more than one topic. If each message is of one device, choose "part of a frame" under A message is: sensors are then called topic/field.`;
    case 'twice':
      return `Two fields of the payload are called ${note.name}: the first is learned.`;
    case 'changed-kind':
      return `${note.name} held a value and is an object now: what is in it are sensors of their own.`;
    case 'no-key':
      return `Messages without ${note.name} share one model. If each is of a site of its own, name it there; else choose no property under One model per.`;
  }
}
