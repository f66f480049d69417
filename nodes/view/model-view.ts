import type { StreamEvent } from '../../src/stream/messages';
import type { Answer } from '../../src/stream/stream-model';
import type { Behaviour } from '../message/behaviour';
import { createShownFrame, type ShownFrame } from '../message/shown-frame';
import { FrameRing } from './frame-ring';

/** Sensors whose frames are kept: while nobody watches, and while somebody does. */
export const KEPT_UNWATCHED = 32;
const KEPT_WATCHED = 1024;
/** Events kept for the list of changes. */
const EVENTS = 50;

/** An event and when it was, epoch ms. */
type DatedEvent = StreamEvent & { readonly time: number };

/** What the live view shows of one model: its last frames, of a few sensors; of all of them while somebody watches. */
export class ModelView<A extends Answer> {
  readonly key: string;
  readonly ring = new FrameRing();
  readonly events: DatedEvent[] = [];
  readonly #behaviour: Behaviour<A>;
  #shown = createShownFrame(0);
  #answer: A | null = null;
  /** Beyond those of a view before a restart, so that a page does not take another for what it knows. */
  #version = Date.now();
  #told = 0;
  /** The sensors of the kept columns. */
  #names: readonly string[] = [];
  /** -Infinity: nobody watches. */
  #watchedUntil = -Infinity;

  constructor(key: string, behaviour: Behaviour<A>) {
    this.key = key;
    this.#behaviour = behaviour;
  }

  /** What the model said last; null if nothing was seen of it yet. */
  get answer(): A | null {
    return this.#answer;
  }

  /** What it showed of the sensors kept. */
  get shown(): ShownFrame {
    return this.#shown;
  }

  /** Another whenever there is something new. */
  get version(): number {
    return this.#version;
  }

  get isWatched(): boolean {
    return this.#watchedUntil > -Infinity;
  }

  /** Whether there is something new since this was asked last. */
  takeNews(): boolean {
    const isNew = this.#version !== this.#told;
    this.#told = this.#version;
    return isNew;
  }

  touch(): void {
    this.#version += 1;
  }

  /** Takes note of a frame, learned or not. */
  note(answer: A, isLate: boolean, events: readonly StreamEvent[]): void {
    this.#answer = answer;
    this.#version += 1;
    if (isLate || answer.late) return;
    for (const event of events) this.#keepEvent(event, answer.time);
    const most = this.isWatched ? KEPT_WATCHED : KEPT_UNWATCHED;
    const sensors = answer.names.length < most ? answer.names.length : most;
    if (sensors !== this.ring.sensors) this.#keep(sensors);
    if (answer.names !== this.#names) this.#followNames(answer.names);
    this.#behaviour.show(answer, this.#shown);
    this.ring.push(answer.time, this.#shown);
  }

  /** The model was exchanged: what was seen of it holds no more. */
  restart(): void {
    this.ring.clear();
    this.#names = [];
    this.#shown = createShownFrame(0);
    this.events.length = 0;
    this.#answer = null;
    this.#version += 1;
  }

  /** `until`: by the clock of `performance`. */
  watch(until: number): void {
    this.#watchedUntil = until;
  }

  /** Keeps few sensors from now on if nobody watches any more. */
  rest(now: number): void {
    if (now <= this.#watchedUntil) return;
    this.#watchedUntil = -Infinity;
    if (this.ring.sensors > KEPT_UNWATCHED) this.#keep(KEPT_UNWATCHED);
  }

  /** A column whose sensor was let go may be of another now. */
  #followNames(names: readonly string[]): void {
    for (let j = 0; j < this.ring.sensors; j++)
      if (this.#names[j] !== undefined && this.#names[j] !== names[j]) this.ring.forget(j);
    this.#names = names;
  }

  #keep(sensors: number): void {
    this.ring.keep(sensors);
    this.#shown = createShownFrame(sensors);
  }

  /** Gaps that were filled once more are data, not news. */
  #keepEvent(event: StreamEvent, time: number): void {
    if (event.topic === 'refilled') return;
    this.events.push({ ...event, time });
    if (this.events.length > EVENTS) this.events.shift();
  }
}
