import type { StreamEvent } from '../../src/stream/messages';
import type { Answer, StreamModel } from '../../src/stream/stream-model';
import type { Behaviour } from '../message/behaviour';
import { createShownFrame, type ShownFrame } from '../message/shown-frame';
import type { Counts } from '../message/status-texts';
import { FrameRing } from './frame-ring';

/** Sensors whose frames are kept: while nobody watches, and while somebody does. */
export const KEPT_UNWATCHED = 32;
export const KEPT_WATCHED = 1024;
/** Somebody watches until this long after the last request. */
const WATCHED_MS = 10_000;
/** At most four updates a second. */
const UPDATE_MS = 250;
/** Events kept for the list of changes. */
const EVENTS = 50;

/** What can be asked of a node through the editor: what a message could ask as well. */
export type ViewCommand = 'reset' | 'export' | 'import' | 'forget';

/** The node behind a view. */
export interface Watched<A extends Answer> {
  readonly counts: Counts;
  /** Whether what it learns survives a restart of Node-RED. */
  readonly isDurable: boolean;
  readonly hasKeys: boolean;
  /** The keys of models in memory. */
  keys(): Iterable<string>;
  /** Null if it is not in memory. */
  model(key: string): ViewedModel<A> | null;
  /** Does as a message would that asks for it; gives back what such a message would have brought. */
  ask(command: ViewCommand, key: string, value: unknown): Promise<unknown>;
  /** There may be something new in the node's status. */
  touch(): void;
}

export interface ViewedModel<A extends Answer> {
  readonly model: StreamModel<A>;
  readonly persistence: {
    readonly isKeeping: boolean;
    readonly isUnsaved: boolean;
    readonly savedAt: number | null;
  };
}

/** An event and when it was, epoch ms. */
export type DatedEvent = StreamEvent & { readonly time: number };

/**
 * What the editor's live view shows of a node: the last frames of one of its models. They are noted all the time, for a few
 * sensors; of all sensors while somebody watches, who is then told of news at most four times a second.
 */
export class NodeView<A extends Answer> {
  readonly behaviour: Behaviour<A>;
  readonly watched: Watched<A>;
  readonly ring = new FrameRing();
  readonly events: DatedEvent[] = [];
  readonly #publish: (version: number) => void;
  #shown = createShownFrame(0);
  #key: string | null = null;
  #answer: A | null = null;
  /** Beyond those of a view before a restart, so that a page does not take another for what it knows. */
  #version = Date.now();
  #published = 0;
  /** The sensors of the kept columns. */
  #names: readonly string[] = [];
  #watchedUntil = 0;
  #timer: NodeJS.Timeout | null = null;
  #isPaused = false;

  constructor(behaviour: Behaviour<A>, watched: Watched<A>, publish: (version: number) => void) {
    this.behaviour = behaviour;
    this.watched = watched;
    this.#publish = publish;
  }

  /** The key of the model in view: the first that had a frame, or the one last asked for. */
  get key(): string | null {
    return this.#key;
  }

  /** What the model in view said last; null if nothing was seen of it yet. */
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

  /** Whether frames are answered and not learned, because somebody asked for that. */
  get isPaused(): boolean {
    return this.#isPaused;
  }

  set isPaused(isPaused: boolean) {
    this.#isPaused = isPaused;
    this.#version += 1;
    this.watched.touch();
  }

  /** Takes note of a frame of a model, learned or not. */
  note(key: string, answer: A, isLate: boolean, events: readonly StreamEvent[]): void {
    this.#key ??= key;
    if (key !== this.#key) return;
    this.#answer = answer;
    this.#version += 1;
    if (isLate || answer.late) return;
    for (const event of events) this.#keepEvent(event, answer.time);
    const { ring } = this;
    const most = this.#timer === null ? KEPT_UNWATCHED : KEPT_WATCHED;
    const sensors = answer.names.length < most ? answer.names.length : most;
    if (sensors !== ring.sensors) this.#keep(sensors);
    if (answer.names !== this.#names) this.#followNames(answer.names);
    this.behaviour.show(answer, this.#shown);
    ring.push(answer.time, this.#shown);
  }

  /** A column whose sensor was let go may be of another now. */
  #followNames(names: readonly string[]): void {
    for (let j = 0; j < this.ring.sensors; j++)
      if (this.#names[j] !== undefined && this.#names[j] !== names[j]) this.ring.forget(j);
    this.#names = names;
  }

  /** The model of a key was exchanged: what was seen of it holds no more. */
  restart(key: string): void {
    if (key !== this.#key) return;
    this.ring.clear();
    this.#names = [];
    this.#shown = createShownFrame(0);
    this.events.length = 0;
    this.#answer = null;
    this.#version += 1;
  }

  /** Somebody looks at the model of this key, and will be told of news. */
  watch(key: string | null): void {
    if (key !== null && key !== this.#key) {
      this.#key = key;
      this.restart(key);
    }
    this.#watchedUntil = performance.now() + WATCHED_MS;
    this.#timer ??= setInterval(() => this.#update(), UPDATE_MS).unref();
  }

  close(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
  }

  #update(): void {
    if (performance.now() > this.#watchedUntil) {
      this.close();
      if (this.ring.sensors > KEPT_UNWATCHED) this.#keep(KEPT_UNWATCHED);
      return;
    }
    if (this.#version === this.#published) return;
    this.#published = this.#version;
    this.#publish(this.#version);
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
