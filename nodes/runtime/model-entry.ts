import { FrameAssembler, type AssembledFrame, type AssemblerOptions } from '../../src/frame/assembler';
import { isForgotten } from '../../src/frame/columns';
import type { StreamReader } from '../../src/frame/stream-reader';
import type { Answer, StreamModel } from '../../src/stream/stream-model';
import { tickNow } from '../message/arrival';
import type { Behaviour, Watch } from '../message/behaviour';
import type { IncomingFrame } from '../message/incoming-frame';
import type { PreparedMessage } from '../message/prepared-message';
import type { Persistence } from '../state/persistence';
import { FrameTimer } from './frame-timer';
import type { PendingQueue } from './pending-queue';

/** What an entry takes before it is loaded: queues, timers and the way to the store. */
export const ENTRY_BYTES = 6000;

/** What an entry is told when it is made. */
interface EntryOptions<A extends Answer> {
  readonly key: string;
  /** What stands for the key in the store. */
  readonly hash: string;
  readonly behaviour: Behaviour<A>;
  readonly assembly: AssemblerOptions;
  /** Reads the messages of a stream that were read so before; null: each message is what it is by itself. */
  readonly createReader: ((kept: unknown) => StreamReader) | null;
  readonly persistence: Persistence<StreamModel<A>>;
  readonly pending: PendingQueue;
  /** Told of frames whose time is up. */
  readonly expired: (entry: ModelEntry<A>, frames: readonly AssembledFrame<PreparedMessage>[]) => void;
  /** Told of frames that were open when the model was exchanged. */
  readonly forgotten: (frames: readonly AssembledFrame<PreparedMessage>[]) => void;
}

/** Everything that belongs to one key: its model and how it is kept, readings on their way to a frame, messages that wait. */
export class ModelEntry<A extends Answer> {
  readonly key: string;
  readonly hash: string;
  readonly persistence: Persistence<StreamModel<A>>;
  readonly pending: PendingQueue;
  /** When it was last used, and what the budget has counted for it, in bytes; 0 before it is loaded. */
  lastUse = 0;
  counted = 0;
  readonly #options: EntryOptions<A>;
  #assembler!: FrameAssembler<PreparedMessage>;
  #timer!: FrameTimer<PreparedMessage>;
  #watch!: Watch<A>;
  #reader: StreamReader | null = null;

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

  /** What it takes in memory. */
  get bytes(): number {
    return ENTRY_BYTES + this.model.bytes + this.#assembler.bytes;
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

  get reader(): StreamReader | null {
    return this.#reader;
  }

  /** How the sensors write their states; absent where the node reads numbers only. */
  get wordsOf(): IncomingFrame['wordsOf'] {
    const reader = this.#reader;
    return reader === null ? undefined : (name) => reader.wordsOf(name);
  }

  /** Frames wait for the sensors of a model that has just been loaded. */
  beginLoaded(): void {
    this.#read(this.model);
    this.#assembler.know(this.model.names.filter((name) => !isForgotten(name)));
  }

  /** What the reader has found out is kept with the model. */
  noteReading(rename: ((name: string) => string) | null): void {
    const { model } = this;
    if (rename !== null) {
      model.renameSensors(rename);
      this.#assembler.noteReported(model.names);
    }
    const state = this.#reader?.state ?? null;
    if (state !== null) model.reading = state;
  }

  /** Forgets sensors, and the readings of a frame that is still open, and keeps what was learned; false: they are not to be forgotten. */
  forget(names: readonly string[]): boolean {
    if (!names.every((name) => this.model.forgetSensor(name))) return false;
    const open = this.closeFrames();
    this.persistence.markChanged();
    this.#startAfresh(this.model.names.filter((name) => !isForgotten(name)));
    this.#options.forgotten(open);
    return true;
  }

  /** Forgets what was learned, in memory and in the store, and the readings of a frame that is still open. */
  reset(): void {
    const open = this.closeFrames();
    this.persistence.reset();
    this.#read(this.model);
    this.#startAfresh(this.model.names);
    this.#options.forgotten(open);
  }

  /** Goes on with another model, whose last frame was at `time`. */
  replace(model: StreamModel<A>, time: number | null): void {
    const open = this.closeFrames();
    this.persistence.replace(model, time);
    this.#read(model);
    this.#startAfresh(model.names);
    this.#options.forgotten(open);
  }

  /** The frame that is open, if any, closed; no more frames expire. */
  closeFrames(): readonly AssembledFrame<PreparedMessage>[] {
    this.#timer.stop();
    return this.#assembler.isOpen ? [this.#assembler.flush(tickNow())] : [];
  }

  #read(model: StreamModel<A>): void {
    this.#reader = this.#options.createReader?.(model.reading) ?? null;
    const rename = this.#reader?.renameKept() ?? null;
    if (rename !== null) model.renameSensors(rename);
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
