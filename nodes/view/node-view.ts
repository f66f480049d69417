import type { StreamEvent } from '../../src/stream/messages';
import type { Answer, StreamModel } from '../../src/stream/stream-model';
import type { Behaviour } from '../message/behaviour';
import type { Counts } from '../message/status-texts';
import { ModelView } from './model-view';

/** At most four updates a second. */
const UPDATE_MS = 250;
/** Somebody watches until this long after the last request. */
const WATCHED_MS = 10_000;
/** Models of a node that are in view at once, each for whoever has picked its key. */
const MOST_MODELS = 8;

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
  /** Frames are answered and not learned from now on, or are learned again. */
  notePaused(isPaused: boolean): void;
}

interface ViewedModel<A extends Answer> {
  readonly model: StreamModel<A>;
  readonly persistence: {
    readonly isKeeping: boolean;
    readonly isUnsaved: boolean;
    readonly savedAt: number | null;
  };
}

/**
 * What the editor's live view sees of a node: one of its models all the time, the first that had a frame or the last that was
 * watched; and every model that somebody watches, who is then told of news at most four times a second.
 */
export class NodeView<A extends Answer> {
  readonly behaviour: Behaviour<A>;
  readonly watched: Watched<A>;
  readonly #publish: (version: number) => void;
  /** By key, the one in view the longest first. */
  readonly #models = new Map<string, ModelView<A>>();
  #watchedUntil = 0;
  #timer: NodeJS.Timeout | null = null;
  #isPaused = false;

  constructor(behaviour: Behaviour<A>, watched: Watched<A>, publish: (version: number) => void) {
    this.behaviour = behaviour;
    this.watched = watched;
    this.#publish = publish;
  }

  /** The model in view for who has picked no key; null before there was a frame. */
  get first(): ModelView<A> | null {
    for (const model of this.#models.values()) return model;
    return null;
  }

  /** What is kept of all models in view. */
  get bytes(): number {
    let bytes = 0;
    for (const { ring } of this.#models.values()) bytes += ring.bytes;
    return bytes;
  }

  /** Whether frames are answered and not learned, because somebody asked for that. */
  get isPaused(): boolean {
    return this.#isPaused;
  }

  set isPaused(isPaused: boolean) {
    this.#isPaused = isPaused;
    for (const model of this.#models.values()) model.touch();
    this.watched.notePaused(isPaused);
  }

  /** Takes note of a frame of a model, learned or not. */
  note(key: string, answer: A, isLate: boolean, events: readonly StreamEvent[]): void {
    const model = this.#models.size === 0 ? this.#open(key) : this.#models.get(key);
    model?.note(answer, isLate, events);
  }

  isInView(key: string): boolean {
    return this.#models.has(key);
  }

  /** The model of a key was exchanged, or those of all keys: what was seen of it holds no more. */
  restart(key: string | null): void {
    for (const model of this.#models.values()) if (key === null || key === model.key) model.restart();
  }

  /** Somebody looks at the model of this key, or at the first, and will be told of news. */
  watch(key: string | null): ModelView<A> | null {
    const model = key === null ? this.first : (this.#models.get(key) ?? this.#open(key));
    this.#watchedUntil = performance.now() + WATCHED_MS;
    model?.watch(this.#watchedUntil);
    this.#timer ??= setInterval(() => this.#update(), UPDATE_MS).unref();
    return model;
  }

  close(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
  }

  #open(key: string): ModelView<A> {
    const model = new ModelView(key, this.behaviour);
    if (this.#timer !== null) model.watch(this.#watchedUntil);
    if (this.#models.size === MOST_MODELS) this.#models.delete((this.first as ModelView<A>).key);
    this.#models.set(key, model);
    return model;
  }

  #update(): void {
    const now = performance.now();
    for (const model of this.#models.values()) {
      model.rest(now);
      if (!model.isWatched && this.#models.size > 1) this.#models.delete(model.key);
    }
    if (now > this.#watchedUntil) return this.close();
    const versions = [...this.#models.values()]
      .filter((model) => model.takeNews())
      .map(({ version }) => version);
    if (versions.length > 0) this.#publish(Math.max(...versions));
  }
}
