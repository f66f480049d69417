import { LONGEST_NAME } from '../../src/frame/frame';
import { saysBad } from '../../src/frame/quality';
import { isRecord } from '../../src/frame/record';
import type { Post, Sorted, StreamReader } from '../../src/frame/stream-reader';
import { readTimeBySize } from '../../src/frame/time-by-size';
import type { Content } from '../../src/frame/understand';
import type { Arrival, Message } from './arrival';
import type { Capabilities, ReadSettings, SortedMessage } from './incoming';
import { framesOfMessage, readStanding } from './incoming-frame';
import { readName } from './read-key';
import { readPlain } from './read-plain';

/** The message as a device sent it: what is told apart further once its model is there. */
export function readPost(msg: Message, content: Content, settings: ReadSettings): Post {
  const name = settings.name.read(msg);
  const topic = typeof name === 'string' || typeof name === 'number' ? String(name) : '';
  if (content.kind === 'single' && (topic === '' || topic.length > LONGEST_NAME)) readName(msg, settings);
  const own = readTimeBySize(settings.time.read(msg)) ?? timeWithinContent(content, settings);
  const time = own ?? readTimeBySize(msg.sourceTimestamp) ?? readTimeBySize(msg.serverTimestamp);
  const isBad = BESIDE.some((beside) => msg[beside] !== undefined && saysBad(beside, msg[beside]));
  return {
    content,
    topic: topic.length > LONGEST_NAME ? '' : topic,
    time,
    isBad,
    isOurs: msg.psmf !== undefined,
  };
}

/** Where nodes of protocols put the quality of what they have read. */
const BESIDE = ['statusCode', 'quality'] as const;

function timeWithinContent(content: Content, { time }: ReadSettings): number | null {
  const root = rootOf(content);
  return isRecord(root) && Object.hasOwn(root, time.name) ? readTimeBySize(root[time.name]) : null;
}

/** What the payload holds, text and bytes unpacked. */
export function rootOf(content: Content): unknown {
  if (content.kind === 'found') return content.root;
  return content.kind === 'plain' ? content.fields : content.value;
}

/** What the reader of the model has made of such a message. */
export function readSorted(
  sorted: Sorted,
  arrival: Arrival,
  key: string,
  reader: StreamReader,
  settings: ReadSettings,
  capabilities: Capabilities,
): SortedMessage {
  switch (sorted.kind) {
    case 'frames': {
      const { frames, isBatch, form } = sorted;
      const came = { form, root: frames[0]?.placing?.root ?? null };
      const incoming = framesOfMessage(arrival, frames, isBatch, reader, capabilities.distrustsFilled);
      return { key, kind: isBatch ? 'batch' : 'frame', frames: incoming, came };
    }
    case 'readings': {
      const readings = sorted.readings
        .filter(({ name }) => settings.sensors.allows(name))
        .map(({ name, value, time }) => ({ name, value, time, arrival }));
      return { key, kind: 'readings', readings, ...readStanding(arrival.msg, sorted.readings[0].time) };
    }
    case 'plain': {
      const plain = readPlain(arrival, key, sorted.value, settings, capabilities);
      const isFrames = plain.kind === 'frame' || plain.kind === 'batch';
      return isFrames ? { ...plain, came: { form: sorted.form, root: null } } : plain;
    }
    case 'offline':
    case 'nothing':
      return { key, kind: 'other' };
  }
}
