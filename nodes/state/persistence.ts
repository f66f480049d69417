import { errorOf } from '../../src/errors';
import { seal, sealInSteps, type Snapshot } from '../../src/snapshot/envelope';
import type { Envelope } from '../../src/snapshot/format';
import { finish, type Steps } from '../../src/snapshot/steps';
import { NoAnswer } from './context-store';
import { KeptState, type KeptStateSettings } from './kept-state';
import type { SaveQueue } from './save-queue';
import { waitToSave } from './save-time';
import { isTaken } from './taken-key';

/** A model as far as storing it goes. */
export interface StoredModel {
  snapshot(): Pick<Snapshot, 'seq' | 'meta' | 'data'> | null;
}

interface PersistenceSettings<M> extends KeptStateSettings<M> {
  /** A change is in the store after so long at the latest. */
  readonly saveMs: number;
  /** In ms, so that many models do not save at once; null: any time. */
  readonly savePhase: number | null;
  /** Where saves wait for their turn. */
  readonly queue: Pick<SaveQueue, 'add' | 'delete'>;
  /** Told whenever nothing is left to be saved, and how many bytes stand in the store. */
  readonly saved?: (bytes: number) => void;
  /** Told, once, that another process goes on with the model: what this one holds is not kept. */
  readonly lost?: () => void;
}

/** Told once how a save ended. */
export type Saved = (error: Error | null) => void;

/**
 * Keeps one model across restarts: read once, written within `saveMs` of a change, and on closing. What is in the store is
 * never overwritten unread, and where the store fails the model lives in memory only.
 */
export class Persistence<M extends StoredModel> {
  readonly #settings: PersistenceSettings<M>;
  #model: M | null = null;
  #time: number | null = null;
  /** There is something that the last write that began does not hold. */
  #changed = false;
  #mayWrite = false;
  #savedAt: number | null = null;
  #failed = false;
  #timer: NodeJS.Timeout | null = null;
  #isWriting = false;
  #closed = false;
  /** Those who wait for the write under way, and for the next one. */
  #writing: Saved[] = [];
  #waiting: Saved[] = [];
  /** The save that waits for its turn or is being packed; none once the store has been handed it. */
  #underWay: Steps<void> | null = null;
  /** The next write follows the one under way at once. */
  #isUrgent = false;

  constructor(settings: PersistenceSettings<M>) {
    this.#settings = settings;
  }

  /** False while the state is in memory only. */
  get isKeeping(): boolean {
    return this.#mayWrite && !this.#failed;
  }

  /** Whether there is something that a write could still save. */
  get isUnsaved(): boolean {
    return this.#mayWrite && (this.#changed || this.#isWriting);
  }

  /** When this process last wrote to the store, epoch ms; null: not yet. */
  get savedAt(): number | null {
    return this.#savedAt;
  }

  /** How many wait for a write that has not begun. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** Null before it is loaded. */
  get model(): M | null {
    return this.#model;
  }

  /** Calls back once, when the model is there: as it was kept, or new. Never after `close`. */
  load(ready: () => void): void {
    new KeptState(this.#settings).read(({ model, time, mayWrite }) => {
      if (this.#closed) return;
      this.#model = model;
      this.#time = time;
      this.#mayWrite = mayWrite;
      ready();
    });
  }

  /** The model has learned a frame of this time (epoch ms), or changed between two frames. */
  markChanged(time: number | null = this.#time): void {
    this.#time = time;
    this.#changed = true;
    this.#schedule();
  }

  /** The model as an envelope; null before it has a sensor. Throws if it cannot be packed. */
  pack(): Envelope | null {
    const snapshot = this.#snapshot();
    return snapshot === null ? null : seal(snapshot);
  }

  #snapshot(): Snapshot | null {
    const { nodeId, key } = this.#settings;
    const kept = this.#model?.snapshot();
    return kept ? { ...kept, node: nodeId, key, time: this.#time } : null;
  }

  /** Goes on with another model, in memory and in the store. */
  replace(model: M, time: number | null): void {
    this.#model = model;
    this.markChanged(time);
  }

  /** Forgets what was learned, here and, at once, in the store, whatever stands there. */
  reset(): void {
    this.#mayWrite = true;
    this.replace(this.#settings.factory.create(), null);
    this.saveNow(() => {});
  }

  /** Tells once what the model holds now is in the store, or why it is not. Waits for the next save, and begins none. */
  whenSaved(saved: Saved): void {
    if (!this.#mayWrite) return saved(new Error('the state is in memory only'));
    if (this.#changed) this.#waiting.push(saved);
    else if (this.#isWriting) this.#writing.push(saved);
    else saved(null);
  }

  /** Saves what has changed: at once, or after the write that is under way. */
  saveNow(saved: Saved): void {
    this.#stopTimer();
    this.whenSaved(saved);
    if (this.#isWriting) this.#isUrgent = true;
    else if (this.#changed) this.#settings.queue.add(this.#begin, true);
  }

  /** Packs at once what is left of a save that was asked for, and hands it to the store. */
  hasten(): void {
    this.#settings.queue.delete(this.#begin);
    if (this.#underWay !== null || !this.#isWriting) finish(this.#begin());
  }

  /** Nothing is saved any more, but for what the store has been handed. */
  abandon(): void {
    this.#closed = true;
    this.#stopTimer();
    this.#settings.queue.delete(this.#begin);
    const left = this.#waiting.splice(0);
    this.#mayWrite = false;
    if (this.#underWay !== null && this.#isWriting) {
      this.#isWriting = false;
      left.unshift(...this.#writing.splice(0));
    }
    this.#tell(left, new Error('the model has left the memory before it was saved'));
  }

  /**
   * Saves for the last time; a write that was under way and fails is tried once more before `done`. A store that does not answer
   * is waited for once: Node-RED gives a node 15 s to close.
   */
  close(done: () => void): void {
    this.#closed = true;
    let isOver = false;
    const end = (): void => {
      if (!isOver) done();
      isOver = true;
    };
    if (this.#isWriting)
      this.#writing.push((error) => {
        if (error instanceof NoAnswer) end();
      });
    this.saveNow(() => (this.#isUrgent ? this.whenSaved(end) : end()));
  }

  #schedule(): void {
    if (this.#timer !== null || !this.#mayWrite || this.#closed) return;
    const { saveMs, savePhase, queue } = this.#settings;
    const wait = waitToSave(saveMs, savePhase, Date.now());
    this.#timer = setTimeout(() => queue.add(this.#begin), wait).unref();
  }

  #stopTimer(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  readonly #begin = (): Steps<void> => {
    this.#stopTimer();
    this.#underWay ??= this.#save();
    return this.#underWay;
  };

  /**
   * Writes the model as it is when its turn has come, packed a little at a time while messages go on. Whoever is told of the
   * end may begin another save: none is under way any more by then.
   */
  *#save(): Steps<void> {
    if (this.#isWriting || !this.#mayWrite || !this.#changed) {
      this.#underWay = null;
      return;
    }
    this.#isUrgent = false;
    this.#changed = false;
    this.#isWriting = true;
    this.#writing = this.#waiting.splice(0);
    let packed: Envelope | null;
    try {
      const snapshot = this.#snapshot();
      packed = snapshot && (yield* sealInSteps(snapshot));
    } catch (error) {
      this.#underWay = null;
      return this.#failToPack(errorOf(error));
    }
    this.#underWay = null;
    // Where it was given up meanwhile, the store may hold a newer one.
    if (this.#mayWrite) this.#write(packed);
  }

  /** Null erases what is there: a model without sensors is none. */
  #write(packed: Envelope | null): void {
    this.#settings.store.write(this.#settings.storeKey, packed ?? undefined, (error) => {
      this.#isWriting = false;
      if (isTaken(error)) return this.#lose(error);
      this.#noteResult(error);
      const writing = this.#writing.splice(0);
      if (!this.#changed) this.#settings.saved?.(packed === null ? 0 : sizeOf(packed));
      else if (this.#isUrgent) this.saveNow(() => {});
      else this.#schedule();
      this.#tell(writing, error);
    });
  }

  /** What was to be saved stays in memory, and is packed again with the next change. */
  #failToPack(error: Error): void {
    this.#isWriting = false;
    this.#isUrgent = false;
    this.#changed = true;
    if (!this.#failed)
      this.#settings.warn(`The state cannot be packed: ${error.message}. It stays in memory.`);
    this.#failed = true;
    this.#tell([...this.#writing.splice(0), ...this.#waiting.splice(0)], error);
  }

  #lose(error: Error | null): void {
    this.#mayWrite = false;
    this.#closed = true;
    this.#stopTimer();
    this.#settings.queue.delete(this.#begin);
    const waiting = [...this.#writing.splice(0), ...this.#waiting.splice(0)];
    this.#settings.lost?.();
    this.#tell(waiting, error);
  }

  #tell(waiting: readonly Saved[], error: Error | null): void {
    for (const saved of waiting) saved(error);
  }

  #noteResult(error: Error | null): void {
    if (error === null) this.#savedAt = Date.now();
    else {
      this.#changed = true;
      if (!this.#failed)
        this.#settings.warn(`The state cannot be saved: ${error.message}. It is tried again.`);
    }
    this.#failed = error !== null;
  }
}

/** Of an envelope as text; names are what else is long in it. */
const sizeOf = ({ data, meta }: Envelope): number => data.length + JSON.stringify(meta).length + 200;
