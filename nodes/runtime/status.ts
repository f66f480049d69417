import type { Node, NodeStatus } from 'node-red';
import { PsmfError, type ErrorCode } from '../../src/errors';
import type { StreamEvent } from '../../src/stream/messages';
import type { Answer } from '../../src/stream/stream-model';
import type { Behaviour } from '../message/behaviour';
import { Notices } from '../message/notices';
import { describeSilent } from '../message/silence';
import {
  describeCounts,
  describeModel,
  fitting,
  shortenText,
  warning,
  type Counts,
  type Say,
  type Shown,
} from '../message/status-texts';

const INTERVAL_MS = 1000;

/** A node's status, shown at most once a second; it is put into words only when it is shown. */
export class StatusLine {
  readonly #node: Pick<Node, 'status'>;
  readonly #describe: () => NodeStatus;
  #shown = '';
  #isStale = false;
  #timer: NodeJS.Timeout | null = null;

  constructor(node: Pick<Node, 'status'>, describe: () => NodeStatus) {
    this.#node = node;
    this.#describe = describe;
  }

  /** There may be something new to say. */
  touch(): void {
    this.#isStale = true;
    if (this.#timer === null) this.#flush();
  }

  close(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #flush(): void {
    this.#timer = null;
    if (!this.#isStale) return;
    this.#isStale = false;
    const status = this.#describe();
    const text = JSON.stringify(status);
    if (text !== this.#shown) this.#node.status(status);
    this.#shown = text;
    this.#timer = setTimeout(() => this.#flush(), INTERVAL_MS).unref();
  }
}

/** Errors of messages for which there is no room. */
const NO_ROOM: readonly ErrorCode[] = ['NO_MEMORY', 'TOO_MANY_SENSORS'];

/** What a status is made of, gathered as messages pass. */
export class StatusFacts<A extends Answer> {
  readonly counts: Counts = { rejected: 0, late: 0, refused: 0, evicted: 0, dropped: 0, untimed: 0 };
  /** From 0 to 1; null: no fit is under way. */
  fit: number | null = null;
  /** Frames are answered and not learned, because somebody asked for that in the editor. */
  isPaused = false;
  /** What is wrong with the messages that arrive. */
  readonly notices = new Notices();
  readonly #behaviour: Behaviour<A>;
  readonly #say: Say;
  readonly #idle: Shown;
  /** Sensors of devices that are gone. */
  #gone: readonly string[] = [];
  /** Whether the model of the last message is saved. */
  #storage: { readonly isKeeping: boolean } | null = null;
  #last: A | null = null;
  #lastEvent: number | null = null;
  /** Of a model that was exchanged, before its first frame. */
  #beforeFirst: Shown | null = null;

  constructor(behaviour: Behaviour<A>, isDurable: boolean, say: Say) {
    this.#behaviour = behaviour;
    this.#say = say;
    this.#idle = isDurable
      ? { fill: 'grey', shape: 'ring', text: (say) => say('waiting') }
      : { fill: 'yellow', shape: 'ring', text: (say) => say('lost-on-restart') };
  }

  /** A message is for this model. */
  noteModel(storage: { readonly isKeeping: boolean }): void {
    this.#storage = storage;
  }

  noteAnswer(answer: A, isLate: boolean, news: readonly StreamEvent[]): void {
    this.counts.rejected += answer.rejected.size;
    if (isLate || answer.late) this.counts.late += 1;
    if (news.some(({ topic }) => topic !== 'resolved')) this.#lastEvent = answer.time;
    this.#last = answer;
  }

  /** A message was answered with this error: it may have found no room, or be none that can be read. */
  noteRefusal(error: unknown): void {
    if (!(error instanceof PsmfError)) return;
    if (NO_ROOM.includes(error.code)) this.counts.refused += 1;
    if (error.code === 'BAD_FRAME') this.notices.note({ kind: 'unreadable' });
  }

  noteGone(sensors: readonly string[]): void {
    this.#gone = sensors;
  }

  /** A model was reset or imported: what was said of the last frame holds no more. */
  noteExchange({ seq, names }: Pick<A, 'seq' | 'names'>): void {
    this.#last = this.#lastEvent = null;
    this.#gone = [];
    this.#beforeFirst = seq === 0 ? null : describeModel(this.#behaviour.warmUp, seq, names.length);
  }

  describe(): NodeStatus {
    const isKept = this.#storage?.isKeeping ?? true;
    const say = this.#say;
    const counts = `${this.isPaused ? `, ${say('paused')}` : ''}${describeCounts(this.counts, say)}`;
    const news = this.#describeNews();
    if (news === null && !isKept)
      return { fill: 'yellow', shape: 'ring', text: `${say('not-saved')}${counts}` };
    const { text, ...look } = news ?? this.#idle;
    const all = shortenText(`${text(say)}${counts}`);
    return isKept ? { ...look, text: all } : { ...look, shape: 'ring', text: `${all}, ${say('not-saved')}` };
  }

  #describeNews(): Shown | null {
    if (this.fit !== null) return fitting(this.fit);
    const wrong = this.notices.describe(this.#say);
    if (wrong !== null) return warning(() => wrong);
    if (this.#gone.length > 0) return describeSilent(this.#gone);
    return this.#last === null ? this.#beforeFirst : this.#behaviour.status(this.#last, this.#lastEvent);
  }
}
