import { damagedState, describe } from '../errors';
import { isRecord } from './record';

/** What a message is: a frame by itself, or part of one that others complete. */
export const messageModes = ['automatic', 'whole', 'part'] as const;
export type MessageMode = (typeof messageModes)[number];

/** What has been decided so far, as it is kept. */
export interface ModeState {
  /** Null before the first message with readings. */
  readonly mode: 'whole' | 'part' | null;
  /** Messages with named readings so far, up to those it takes to decide. */
  readonly seen: number;
  /** The beginning of the names of whole frames' sensors, were they parts; null: there are several, and frames are whole nonetheless. */
  readonly source: string | null;
}

/** Messages after which the decision stands. */
export const DECIDED_AFTER = 20;
/** Joined frames repeat all values but one: of fewer fields that may be chance. */
const LEAST_JOINED = 3;

/** Names of a message that tell what it is, and names that are remembered in all: of more a message is refused, as there are no more sensors. */
const MOST_NAMES = 2048;

/** A message as far as it tells what messages are. */
interface ModeEvidence {
  /** What its sensors' names begin with if it is part of a frame. */
  readonly source: string;
  /** The names it has. */
  readonly names: readonly string[];
  readonly values: readonly unknown[];
}

export type Verdict = 'whole' | 'part' | 'stranger';

/**
 * Decides, on the first messages, whether each is a frame. They are parts if named readings come from more than one source, if
 * single readings come beside them, or if those of one source have no name in common, and not only one odd message. A frame that others have put together
 * goes out under the topic of its last part: it holds a field of that name, or repeats all values but one of the frame before.
 */
export class ModeDecision {
  readonly #configured: MessageMode;
  #state: ModeState;
  #hasSingles = false;
  #last: ModeEvidence | null = null;
  /** All names so far, and whether the last message had none of those before it. */
  readonly #names = new Set<string>();
  #isAlone = false;

  constructor(configured: MessageMode, state: ModeState = UNDECIDED) {
    this.#configured = configured;
    this.#state = state;
  }

  /** Null while there is nothing to keep. */
  get state(): ModeState | null {
    return this.#state.mode === null ? null : this.#state;
  }

  get isPart(): boolean {
    return this.#configured === 'part' || (this.#configured === 'automatic' && this.#state.mode === 'part');
  }

  /** Whether it was decided, not set, that messages are parts, or single readings are all there is so far. */
  get expectsParts(): boolean {
    if (this.#configured !== 'automatic') return false;
    return this.#state.mode === 'part' || (this.#state.mode === null && this.#hasSingles);
  }

  /** What the names of whole frames would begin with, were they parts. */
  get source(): string | null {
    return this.#state.source;
  }

  /** What frames begin with has another name. */
  replaceSource(before: string, now: string): void {
    if (this.#state.source === before) this.#state = { ...this.#state, source: now };
  }

  /** A single reading has come, whose name begins with `source` if it is of a device. True: frames so far were parts. */
  noteSingle(source: string): boolean {
    this.#hasSingles = true;
    const { mode, seen, source: first } = this.#state;
    if (
      this.#configured !== 'automatic' ||
      mode !== 'whole' ||
      seen >= DECIDED_AFTER ||
      first === null ||
      first === source
    )
      return false;
    this.#state = { ...this.#state, mode: 'part' };
    return true;
  }

  /** What this message is; `stranger`: it does not fit what was decided. */
  judge(all: ModeEvidence): Verdict {
    const evidence = all.names.length > MOST_NAMES ? firstOf(all) : all;
    if (this.#configured !== 'automatic') {
      this.#remember(this.#configured, evidence);
      return this.#configured;
    }
    const { mode, seen, source } = this.#state;
    if (mode === 'part') return 'part';
    if (mode === null) {
      const first = this.#hasSingles ? 'part' : 'whole';
      this.#remember(first, evidence);
      return first;
    }
    const isOther = source !== null && source !== evidence.source;
    const isJoined = isOther && this.#isJoined(evidence);
    if (seen >= DECIDED_AFTER) return isOther && !isJoined ? 'stranger' : 'whole';
    const isPart = (isOther && !isJoined) || (!isOther && this.#isDisjoint(evidence));
    this.#remember(isPart ? 'part' : 'whole', evidence, isJoined);
    return isPart ? 'part' : 'whole';
  }

  #remember(mode: 'whole' | 'part', evidence: ModeEvidence, isJoined = false): void {
    const { seen, source, mode: before } = this.#state;
    this.#state = {
      mode,
      seen: Math.min(seen + 1, DECIDED_AFTER),
      source: before === null ? evidence.source : isJoined ? null : source,
    };
    if (seen >= DECIDED_AFTER) return;
    this.#last = evidence;
    for (const name of evidence.names) if (this.#names.size < MOST_NAMES) this.#names.add(name);
  }

  #isJoined({ source, names, values }: ModeEvidence): boolean {
    if (names.includes(source)) return true;
    const last = this.#last;
    if (last === null || names.length < LEAST_JOINED || names.length !== last.names.length) return false;
    const others = names.filter((name, i) => last.names[i] !== name || last.values[i] !== values[i]).length;
    return others <= 1;
  }

  /** One message that stands alone is odd; two in a row, or one whose names have been there before, are parts. */
  #isDisjoint({ names }: ModeEvidence): boolean {
    const last = new Set(this.#last?.names);
    const isAlone = last.size > 0 && names.length > 0 && !names.some((name) => last.has(name));
    const wasAlone = this.#isAlone;
    this.#isAlone = isAlone;
    return isAlone && (wasAlone || names.some((name) => this.#names.has(name)));
  }
}

const firstOf = ({ source, names, values }: ModeEvidence): ModeEvidence => ({
  source,
  names: names.slice(0, MOST_NAMES),
  values: values.slice(0, MOST_NAMES),
});

const UNDECIDED: ModeState = { mode: null, seen: 0, source: null };

/** Checks what was kept; nothing kept is nothing decided. */
export function readModeState(value: unknown): ModeState {
  if (value === null || value === undefined) return UNDECIDED;
  if (!isRecord(value)) throw damagedState('its reading', 'an object', describe(value));
  const { mode, seen, source } = value;
  if (mode !== 'whole' && mode !== 'part')
    throw damagedState('reading.mode', 'whole or part', describe(mode));
  if (typeof seen !== 'number' || !Number.isInteger(seen) || seen < 0)
    throw damagedState('reading.seen', 'a count', describe(seen));
  if (source !== null && typeof source !== 'string')
    throw damagedState('reading.source', 'a text or null', describe(source));
  return { mode, seen: Math.min(seen, DECIDED_AFTER), source };
}
