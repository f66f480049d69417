import { PsmfError } from '../../src/errors';
import type { AssembledFrame } from '../../src/frame/assembler';
import type { PreparedMessage } from '../message/prepared-message';
import type { Saved } from '../state/persistence';

type Done = (error?: Error) => void;

/** The model of a message, as far as saving it goes. */
interface Savable {
  readonly waiting: number;
  whenSaved(saved: Saved): void;
  saveNow(saved: Saved): void;
}

/** When messages are done: at once, or, with Done when saved, once what was learned from them is in the store. */
export class DoneWhenSaved {
  readonly #isOn: boolean;
  readonly #saveAfter: number;

  /** A save begins when `saveAfter` messages wait for it. */
  constructor(isOn: boolean, saveAfter: number) {
    this.#isOn = isOn;
    this.#saveAfter = saveAfter;
  }

  /** Ends a message that the model has answered. */
  end(persistence: Savable, done: Done): void {
    if (!this.#isOn) return done();
    persistence.whenSaved((error) => done(error === null ? undefined : notSaved(error)));
    if (persistence.waiting >= this.#saveAfter) persistence.saveNow(() => {});
  }

  /** For a message that has come. */
  begin(done: Done): Ending {
    return new Ending(done, this.#isOn);
  }

  /** Ends the readings of a frame that was learned. */
  endLearned({ from }: AssembledFrame<PreparedMessage>, persistence: Savable): void {
    if (this.#isOn) for (const { arrival } of from) this.end(persistence, arrival?.done ?? (() => {}));
  }

  /** Ends the readings of a frame that is not learned, for this reason or for none; false: they were done when they came. */
  endUnlearned({ from }: AssembledFrame<PreparedMessage>, error?: Error): boolean {
    if (this.#isOn) for (const { arrival } of from) arrival?.done(error);
    return this.#isOn;
  }
}

/** Calls `done` once: at the end of a message, when every reading of it that is in a frame has been settled, or at the first error. */
export class Ending {
  readonly #done: Done;
  readonly #waitsForFrames: boolean;
  #left = 0;
  #isOver = false;

  constructor(done: Done, waitsForFrames: boolean) {
    this.#done = done;
    this.#waitsForFrames = waitsForFrames;
  }

  /** Whether a reading of the message has yet to be settled, or all have been. */
  get isHeld(): boolean {
    return this.#left > 0 || this.#isOver;
  }

  /** One more reading waits in a frame. */
  hold(): void {
    if (this.#waitsForFrames) this.#left += 1;
  }

  /** A reading is saved, or why it is not. */
  readonly settle = (error?: Error): void => {
    this.#left -= 1;
    if (error !== undefined || this.#left === 0) this.end(error);
  };

  readonly end = (error?: Error): void => {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#done(error);
  };
}

/** Nothing is known to be kept of the message: whoever has it still may send it again. */
export const notSaved = (cause: Error | null): PsmfError =>
  new PsmfError(
    'NOT_SAVED',
    'What was learned from the message is not saved',
    'a write to the context store',
    cause === null ? 'a model that left the memory before' : cause.message,
    'Send the message again.',
  );
