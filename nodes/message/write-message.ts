import type { StreamEvent } from '../../src/stream/messages';
import type { Message, Output } from './arrival';
import type { WrittenFrame } from './frame-writer';
import type { PreparedMessage } from './prepared-message';

/**
 * The message with its answers, and a message for each event. A batch has a list of frames for payload, or the chart points of
 * all, and a list of blocks.
 */
export function writeMessage(
  { msg, setPayload }: PreparedMessage,
  frames: readonly WrittenFrame[],
  isBatch: boolean,
  events: readonly StreamEvent[],
  createMessage: () => Message,
): Output {
  setPayload(
    isBatch ? frames.flatMap(({ payload, isPoints }) => (isPoints ? payload : [payload])) : frames[0].payload,
  );
  msg.psmf = isBatch ? frames.map(({ blocks }) => blocks) : frames[0].blocks;
  if (events.length === 0) return msg;
  return [msg, events.map(({ topic, payload }) => Object.assign(createMessage(), { topic, payload }))];
}
