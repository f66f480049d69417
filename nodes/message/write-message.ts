import { applyEdits } from '../../src/frame/place';
import type { Form } from '../../src/frame/understand';
import type { StreamEvent } from '../../src/stream/messages';
import type { Message, Output } from './arrival';
import type { WrittenFrame } from './frame-writer';
import type { PreparedMessage } from './prepared-message';

/** What the payload was when it came. */
export interface Came {
  readonly form: Form;
  /** What answers are written into; null: they are payloads by themselves. */
  readonly root: object | null;
}

export const AS_VALUE: Came = { form: 'value', root: null };

/**
 * The message with its answers, and a message for each event. A batch has a list of frames for payload, or the chart points of
 * all, and a list of blocks.
 */
export function writeMessage(
  { msg, setPayload }: PreparedMessage,
  frames: readonly WrittenFrame[],
  isBatch: boolean,
  came: Came,
  events: readonly StreamEvent[],
  createMessage: () => Message,
): Output {
  setPayload(composePayload(frames, isBatch, came));
  msg.psmf = isBatch ? frames.map(({ blocks }) => blocks) : frames[0].blocks;
  return withEvents(msg, events, createMessage);
}

/** The message, and on the second output one for each event. */
export function withEvents(
  msg: Message,
  events: readonly StreamEvent[],
  createMessage: () => Message,
): Output {
  if (events.length === 0) return msg;
  return [msg, events.map(({ topic, payload }) => Object.assign(createMessage(), { topic, payload }))];
}

/** Frames as they are, or what is written into the payload that brought them; as text again if it came as text. */
function composePayload(frames: readonly WrittenFrame[], isBatch: boolean, { form, root }: Came): unknown {
  if (frames.some(({ isPoints }) => isPoints))
    return isBatch ? frames.flatMap(({ payload }) => payload) : frames[0].payload;
  const edits = root === null ? null : frames.flatMap((frame) => frame.edits ?? []);
  const payload: unknown =
    root !== null && edits !== null
      ? applyEdits(root, edits)
      : isBatch
        ? frames.map((frame) => frame.payload)
        : frames[0].payload;
  if (form === 'value') return payload;
  const text = JSON.stringify(payload);
  return form === 'bytes' ? Buffer.from(text) : text;
}
