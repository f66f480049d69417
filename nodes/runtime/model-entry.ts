import { FrameAssembler, type AssembledFrame, type AssemblerOptions } from '../../src/frame/assembler';
import type { Answer, StreamModel } from '../../src/stream/stream-model';
import { tickNow } from '../message/arrival';
import type { Behaviour, Watch } from '../message/behaviour';
import type { PreparedMessage } from '../message/prepared-message';
import type { Persistence } from '../state/persistence';
import { FrameTimer } from './frame-timer';
import type { PendingQueue } from './pending-queue';

/** What an entry is told when it is made. */
export interface EntryOptions<A extends Answer> {
  readonly key: string;
  /** What stands for the key in the store. */
  readonly hash: string;
  readonly behaviour: Behaviour<A>;
  readonly assembly: AssemblerOptions;
  readonly persistence: Persistence<StreamModel<A>>;
  readonly pending: PendingQueue;
  /** Told of frames whose time is up. */
  readonly expired: (entry: ModelEntry<A>, frames: readonly AssembledFrame<PreparedMessage>[]) => void;
}

/** Everything that belongs to one key: its model and how it is kept, readings on their way to a frame, messages that wait. */
export class ModelEntry<A extends Answer> {
  readonly key: string;
  readonly hash: string;
  readonly persistence: Persistence<StreamModel<A>>;
  readonly pending: PendingQueue;
  readonly #options: EntryOptions<A>;
  #assembler!: FrameAssembler<PreparedMessage>;
  #timer!: FrameTimer<PreparedMessage>;
  #watch!: Watch<A>;

  constructor(options: EntryOptions<A>) {
    this.key = options.key;
    this.hash = options.hash;
    this.persistence = options.persistence;
    this.pending = options.pending;
    this.#options = options;
    this.#startAfresh([]);
  }

  get isLoaded(): boolean {
    return this.persistence.model !== null;
  }

  get isUnsaved(): boolean {
    return this.persistence.isUnsaved;
  }

  /** Only once loaded. */
  get model(): StreamModel<A> {
    const { model } = this.persistence;
    if (model === null) throw new Error(`the model of ${this.key} is used before it is loaded`);
    return model;
  }

  get assembler(): FrameAssembler<PreparedMessage> {
    return this.#assembler;
  }

  get timer(): FrameTimer<PreparedMessage> {
    return this.#timer;
  }

  get watch(): Watch<A> {
    return this.#watch;
  }

  /** Frames wait for the sensors of a model that has just been loaded. */
  beginLoaded(): void {
    this.#assembler.know(this.model.names);
  }

  /** Forgets what was learned, in memory and in the store. */
  reset(): void {
    this.persistence.reset();
    this.#startAfresh(this.model.names);
  }

  /** Goes on with another model, whose last frame was at `time`. */
  replace(model: StreamModel<A>, time: number | null): void {
    this.persistence.replace(model, time);
    this.#startAfresh(model.names);
  }

  /** The frame that is open, if any, closed; no more frames expire. */
  closeFrames(): readonly AssembledFrame<PreparedMessage>[] {
    this.#timer.stop();
    return this.#assembler.isOpen ? [this.#assembler.flush(tickNow())] : [];
  }

  /** No readings, no sensor silent: frames and events begin anew. */
  #startAfresh(names: readonly string[]): void {
    this.#timer?.stop();
    this.#assembler = new FrameAssembler(this.#options.assembly);
    this.#assembler.know(names);
    this.#timer = new FrameTimer(this.#assembler, (frames) => this.#options.expired(this, frames));
    this.#watch = this.#options.behaviour.watch();
  }
}
