import type { AssembledFrame, Reading } from '../../src/frame/assembler';
import type { Frame, Fields } from '../../src/frame/frame';
import type { Payload } from '../../src/frame/payload';
import { recordOf, setField } from '../../src/frame/record';
import { sayReading, type StateWords } from '../../src/frame/states';
import type { Placing, SortedFrame, StreamReader } from '../../src/frame/stream-reader';
import type { Arrival, Message } from './arrival';
import type { PreparedMessage } from './prepared-message';
import { blocksOf, blocksOfBatch, filledIn, isLateIn } from './upstream';

/** A payload whose values stand deeper than its own fields, or in a text. */
interface PlacedPayload {
  readonly kind: 'placed';
  readonly placing: Placing;
}

/** A frame as a message brought it. */
export interface IncomingFrame {
  readonly frame: Frame;
  /** The shape it came in, and goes out in. */
  readonly payload: Payload | PlacedPayload;
  /** How sensors of two states write them; absent where all write numbers. */
  readonly wordsOf?: (name: string) => StateWords | undefined;
  /** What psmf nodes before have said of it. */
  readonly blocks: unknown;
  /** Whether it is known to be late: by a psmf node before, or as a reading that belongs to no frame. */
  readonly isLate: boolean;
  /** Whether it is to be learned; it may still prove late. */
  readonly learns: boolean;
}

/** The frame, and what the message and the psmf nodes before say of it. */
export function describeFrame(
  msg: Message,
  frame: Frame,
  payload: IncomingFrame['payload'],
  blocks: unknown,
  distrustsFilled: boolean,
): IncomingFrame {
  const isLate = isLateIn(blocks);
  return {
    frame: { ...frame, filled: distrustsFilled ? filledIn(blocks) : undefined },
    ...{ payload, blocks, isLate, learns: !isLate && mayLearn(msg, frame.time) },
  };
}

/** `msg.learn === false` asks for an answer only; a retained message without its own time may be of any age. */
const mayLearn = (msg: Message, time: number | null): boolean =>
  msg.learn !== false && !(msg.retain === true && time === null);

/** Whether a message is late, as a psmf node before has found, and whether it may be learned. */
export function readStanding(
  msg: Message,
  time: number | null,
): { readonly isLate: boolean; readonly learns: boolean } {
  const isLate = isLateIn(blocksOf(msg, time));
  return { isLate, learns: !isLate && mayLearn(msg, time) };
}

/** The frames that a reader found in a message. */
export function framesOfMessage(
  { msg, time: arrival }: Arrival,
  frames: readonly SortedFrame[],
  isBatch: boolean,
  reader: StreamReader,
  distrustsFilled: boolean,
): IncomingFrame[] {
  const findBlocks = isBatch
    ? blocksOfBatch(msg, frames.length)
    : (_: number, time: number | null) => blocksOf(msg, time);
  const wordsOf = (name: string): StateWords | undefined => reader.wordsOf(name);
  return frames.map(({ fields, time, placing }, i) => {
    const payload =
      placing === null ? ({ kind: 'frame', fields } as const) : ({ kind: 'placed', placing } as const);
    const incoming = describeFrame(
      msg,
      { fields, time, arrival },
      payload,
      findBlocks(i, time),
      distrustsFilled,
    );
    return placing === null ? incoming : { ...incoming, wordsOf };
  });
}

/** A frame of readings, which goes out with the message of the last one. */
export function frameOfReadings(
  { fields, time, arrival, from }: AssembledFrame<PreparedMessage>,
  distrustsFilled: boolean,
  wordsOf?: IncomingFrame['wordsOf'],
): IncomingFrame {
  const last = from.at(-1);
  const blocks = last === undefined ? undefined : blocksOf(last.msg, time);
  return {
    frame: { fields, time, arrival, filled: distrustsFilled ? filledIn(blocks) : undefined },
    payload: { kind: 'frame', fields: inWords(withGaps(fields), wordsOf) },
    ...{ blocks, isLate: false, learns: true, wordsOf },
  };
}

/** Readings of one message that belong to no frame: they are answered alone and not learned. */
export function frameOfLate(
  readings: readonly Reading[],
  { msg }: PreparedMessage,
  isLate: boolean,
  wordsOf?: IncomingFrame['wordsOf'],
): IncomingFrame {
  const fields: Record<string, unknown> = {};
  for (const { name, value } of readings) setField(fields, name, value);
  const { time, arrival } = readings[readings.length - 1];
  return {
    frame: { fields, time, arrival: arrival.time },
    payload: { kind: 'frame', fields: inWords(withGaps(fields), wordsOf) },
    ...{ blocks: blocksOf(msg, time), isLate, learns: false, wordsOf },
  };
}

/** Sensors of two states as they write them. */
function inWords(fields: Fields, wordsOf: IncomingFrame['wordsOf']): Fields {
  if (wordsOf === undefined || !Object.keys(fields).some((name) => wordsOf(name) !== undefined))
    return fields;
  return recordOf(
    Object.entries(fields).map(([name, value]) => {
      const words = wordsOf(name);
      return [name, words === undefined || typeof value !== 'number' ? value : sayReading(value, words)];
    }),
  );
}

/** As it is sent on: a reading that is no finite number is a gap. */
function withGaps(fields: Fields): Fields {
  const isFit = (value: unknown): boolean => typeof value !== 'number' || Number.isFinite(value);
  if (Object.values(fields).every(isFit)) return fields;
  return recordOf(Object.entries(fields).map(([name, value]) => [name, isFit(value) ? value : null]));
}
