import type { Fields } from '../../src/frame/frame';
import { readNumber } from '../../src/frame/number';
import { readBatchFrame, readPayload, type Payload } from '../../src/frame/payload';
import { setField } from '../../src/frame/record';
import { readTime } from '../../src/frame/time';
import type { Arrival } from './arrival';
import type { Capabilities, ReadSettings, SortedMessage } from './incoming';
import { describeFrame, readStanding, type IncomingFrame } from './incoming-frame';
import { readName } from './read-key';
import { blocksOf, blocksOfBatch } from './upstream';

/** What a payload is by itself alone: a reading, a frame, a batch. */
export function readPlain(
  arrival: Arrival,
  key: string | null,
  value: unknown,
  settings: ReadSettings,
  capabilities: Capabilities,
): SortedMessage {
  const payload = readPayload(value);
  if (payload.kind === 'reading') return readReading(arrival, key, payload.value, settings);
  if (payload.kind === 'batch')
    return { key, kind: 'batch', frames: readBatch(arrival, payload.frames, settings, capabilities) };
  return { key, kind: 'frame', frames: [readFrame(arrival, payload, settings, capabilities)] };
}

function readReading(
  arrival: Arrival,
  key: string | null,
  value: unknown,
  settings: ReadSettings,
): SortedMessage {
  const { msg } = arrival;
  const name = readName(msg, settings);
  if (!settings.sensors.allows(name)) return { key, kind: 'other' };
  const time = readTime(settings.time.read(msg));
  const number = readNumber(value);
  const reading = { name, value: Number.isNaN(number) ? value : number, time, arrival };
  return { key, kind: 'readings', readings: [reading], ...readStanding(msg, time) };
}

function readFrame(
  { msg, time: arrival }: Arrival,
  payload: Payload,
  settings: ReadSettings,
  capabilities: Capabilities,
): IncomingFrame {
  const fields = fieldsOf(payload, settings);
  const time = readTime(settings.time.read(msg)) ?? timeWithin(fields, settings);
  const frame = { fields: sensorFields(fields, settings), time, arrival };
  return describeFrame(msg, frame, payload, blocksOf(msg, time), capabilities.distrustsFilled);
}

/** The frames of a batch, each value looked at once: throws if one of them is none, before the first is learned. */
function readBatch(
  { msg, time: arrival }: Arrival,
  frames: readonly unknown[],
  settings: ReadSettings,
  capabilities: Capabilities,
): IncomingFrame[] {
  const findBlocks = blocksOfBatch(msg, frames.length);
  return frames.map((entry, i) => {
    const payload = readBatchFrame(entry, i);
    const fields = fieldsOf(payload, settings);
    const time = timeWithin(fields, settings);
    const frame = { fields: { ...sensorFields(fields, settings) }, time, arrival };
    return describeFrame(msg, frame, payload, findBlocks(i, time), capabilities.distrustsFilled);
  });
}

function fieldsOf(payload: Payload, { sensors }: ReadSettings): Fields {
  if (payload.kind === 'frame') return payload.fields;
  return payload.kind === 'list' ? sensors.nameFields(payload.list) : {};
}

function timeWithin(fields: Fields, { time }: ReadSettings): number | null {
  return Object.hasOwn(fields, time.name) ? readTime(fields[time.name]) : null;
}

/** The fields without those that stand for time and key: they are no sensors. */
function sensorFields(fields: Fields, settings: ReadSettings): Fields {
  const time = settings.time.name;
  const key = settings.key?.fieldOf(settings.property) ?? null;
  if (!Object.hasOwn(fields, time) && (key === null || !Object.hasOwn(fields, key))) return fields;
  const rest: Record<string, unknown> = {};
  for (const name of Object.keys(fields))
    if (name !== time && name !== key) setField(rest, name, fields[name]);
  return rest;
}
