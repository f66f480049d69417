import { PsmfError } from '../../src/errors';
import type { AssembledFrame, FrameAssembler, Reading, Taken } from '../../src/frame/assembler';
import type { Arrival } from '../message/arrival';
import type { SortedMessage } from '../message/incoming';
import { prepareMessage, type PreparedMessage } from '../message/prepared-message';
import type { PropertyPath } from '../message/property-path';
import type { Ending } from './done-when-saved';

type ReadingsMessage = Extract<SortedMessage, { readonly kind: 'readings' }>;

interface IntakeSettings {
  readonly property: PropertyPath;
  readonly assembly: { readonly maxSensors: number };
}

/** What becomes of the readings of one message: those that belong to no frame, and the frames that the others close. */
export class ReadingsIntake {
  readonly prepared: PreparedMessage;
  /** Those to put into frames: none that is not to be learned. */
  readonly toTake: readonly Reading[];
  readonly late: Reading[];
  readonly closed: AssembledFrame<PreparedMessage>[] = [];
  /** What is said of readings that belong to no frame: they are late, unless they only ask for an answer. */
  readonly isLate: boolean;
  readonly #ending: Ending;
  readonly #maxSensors: number;

  constructor(
    { readings, learns, isLate }: ReadingsMessage,
    arrival: Arrival,
    ending: Ending,
    { property, assembly }: IntakeSettings,
  ) {
    this.prepared = prepareMessage(arrival.msg, arrival.send, property, { ...arrival, done: ending.settle });
    this.toTake = learns ? readings : [];
    this.late = learns ? [] : [...readings];
    this.isLate = isLate || learns;
    this.#ending = ending;
    this.#maxSensors = assembly.maxSensors;
  }

  isLast(reading: Reading): boolean {
    return reading === this.toTake[this.toTake.length - 1];
  }

  /** How many sensors join with the readings; throws where there is no room for all: none is to be taken then. */
  countJoining(assembler: FrameAssembler<PreparedMessage>): number {
    const joining = assembler.joining(this.toTake);
    if (joining.size > 0 && !assembler.hasRoomFor(joining)) throw tooManySensors(this.#maxSensors);
    return joining.size;
  }

  /** Throws if the reading was not taken for want of room. */
  note(reading: Reading, { intake, frames }: Taken<PreparedMessage>): void {
    if (intake === 'full') throw tooManySensors(this.#maxSensors);
    if (intake === 'late') this.late.push(reading);
    else this.#ending.hold();
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
