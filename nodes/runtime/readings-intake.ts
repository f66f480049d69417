import { PsmfError } from '../../src/errors';
import type { AssembledFrame, Reading, Taken } from '../../src/frame/assembler';
import type { PreparedMessage } from '../message/prepared-message';
import type { HeldDone } from './done-when-saved';

/** A reading that is not to be learned belongs to no frame. */
export const NOT_TAKEN: Taken<never> = { intake: 'late', frames: [] };

/** What has become of the readings of one message: those that belong to no frame, and the frames that the others closed. */
export class ReadingsIntake {
  readonly prepared: PreparedMessage;
  readonly late: Reading[] = [];
  readonly closed: AssembledFrame<PreparedMessage>[] = [];
  readonly #held: HeldDone | null;

  constructor(prepared: PreparedMessage, held: HeldDone | null) {
    this.prepared = prepared;
    this.#held = held;
  }

  /** Throws if the frame has no room for the reading. */
  note(reading: Reading, { intake, frames }: Taken<PreparedMessage>, maxSensors: number): void {
    if (intake === 'full') throw tooManySensors(maxSensors);
    if (intake === 'late') this.late.push(reading);
    else this.#held?.hold();
    for (const frame of frames) this.closed.push(frame);
  }
}

const tooManySensors = (maxSensors: number): PsmfError =>
  new PsmfError(
    'TOO_MANY_SENSORS',
    'The number of sensors',
    `at most ${maxSensors}`,
    'one more',
    'Split the stream, or leave out what is not a sensor.',
  );
