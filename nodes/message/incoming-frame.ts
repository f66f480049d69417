import type { AssembledFrame, Reading } from '../../src/frame/assembler';
import type { Frame, Fields } from '../../src/frame/frame';
import type { Payload } from '../../src/frame/payload';
import { recordOf, setField } from '../../src/frame/record';
import type { PreparedMessage } from './prepared-message';
import { blocksOf, filledIn } from './upstream';

/** A frame as a message brought it. */
export interface IncomingFrame {
  readonly frame: Frame;
  /** The shape it came in, and goes out in. */
  readonly payload: Payload;
  /** What psmf nodes before have said of it. */
  readonly blocks: unknown;
  /** Whether it is known to be late: by a psmf node before, or as a reading that belongs to no frame. */
  readonly isLate: boolean;
  /** Whether it is to be learned; it may still prove late. */
  readonly learns: boolean;
}

/** A frame of readings, which goes out with the message of the last one. */
export function frameOfReadings(
  { fields, time, arrival, from }: AssembledFrame<PreparedMessage>,
  distrustsFilled: boolean,
): IncomingFrame {
  const last = from.at(-1);
  const blocks = last === undefined ? undefined : blocksOf(last.msg, time);
  return {
    frame: { fields, time, arrival, filled: distrustsFilled ? filledIn(blocks) : undefined },
    payload: { kind: 'frame', fields: withGaps(fields) },
    ...{ blocks, isLate: false, learns: true },
  };
}

/** A single reading that belongs to no frame: it is answered alone and not learned. */
export function frameOfOne(
  { name, value, time, arrival }: Reading,
  { msg }: PreparedMessage,
  isLate: boolean,
): IncomingFrame {
  const fields: Record<string, unknown> = {};
  setField(fields, name, value);
  return {
    frame: { fields, time, arrival: arrival.time },
    payload: { kind: 'frame', fields: withGaps(fields) },
    ...{ blocks: blocksOf(msg, time), isLate, learns: false },
  };
}

/** As it is sent on: a reading that is no finite number is a gap. */
function withGaps(fields: Fields): Fields {
  const isFit = (value: unknown): boolean => typeof value !== 'number' || Number.isFinite(value);
  if (Object.values(fields).every(isFit)) return fields;
  return recordOf(Object.entries(fields).map(([name, value]) => [name, isFit(value) ? value : null]));
}
