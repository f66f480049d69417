import { MOST_REMEMBERED } from './limits';
import type { KnownSensors, Rename } from './sorted-message';
import { sensorName, sourceName } from './source-name';

/** Fields that may tell devices of one source apart, the surest first. They may as well number the messages. */
const FIELDS: readonly string[] = [
  ...[
    'uniqueid',
    'unique_id',
    'id',
    'sn',
    'name',
    'sensor',
    'room',
    'location',
    'zone',
    'area',
    'asset',
    'machine',
  ],
  ...['node', 'addr', 'address', 'slave', 'unit_id', 'unitId', 'from'],
];
const LONGEST = 64;
/** So many different values, and none has come again: they number the messages. */
const MOST_DIFFERENT = 64;
/** Messages of another value that wait for the first to come again; then they are taken for the same device's. */
const MOST_WAITING = 2;

/** What is known of one field of one source. */
interface Track {
  readonly first: string;
  readonly values: Set<string>;
  last: string;
  isDevice: boolean;
}

/** Who sent a message. */
export interface Sender {
  readonly source: string;
  /** It is not known yet whether it is of another device than those before: nothing is to be learned from it. */
  readonly isWaiting: boolean;
  /** Now it is known that the devices are told apart: what the first was called, and is to be called. */
  readonly former: { readonly source: string; readonly now: string } | null;
}

/**
 * Tells devices apart that share a topic and name themselves in the payload. A value of such a field names a device once it comes
 * again after another: ids of messages never do. What was learned under names with the value in them is known at once.
 */
export class Senders {
  readonly #tracks = new Map<string, Track>();
  #waiting = 0;

  /** `source`: what the topic, and the surer fields, say. */
  find(source: string, payload: unknown, known: KnownSensors): Sender {
    let isUnsure = false;
    for (const field of FIELDS) {
      const value = textOf(payload, field);
      if (value === null || source.split('/').includes(value)) continue;
      const track = this.#trackOf(source, field, value, known);
      if (track === null) continue;
      const before = track.isDevice;
      this.#follow(track, value);
      if (track.isDevice)
        return {
          source: sourceName(source, value, true),
          isWaiting: false,
          former: before ? null : { source, now: sourceName(source, track.first, true) },
        };
      isUnsure ||= value !== track.first && track.values.size < MOST_DIFFERENT;
    }
    const isWaiting = isUnsure && this.#waiting < MOST_WAITING;
    if (isWaiting) this.#waiting += 1;
    return { source, isWaiting, former: null };
  }

  #trackOf(source: string, field: string, value: string, { names }: KnownSensors): Track | null {
    const key = `${source}\n${field}`;
    const track = this.#tracks.get(key);
    if (track !== undefined) return track;
    if (this.#tracks.size >= MOST_REMEMBERED) return null;
    const own = sourceName(source, value, true);
    const isDevice = names.some((name) => name === own || name.startsWith(`${own}/`));
    const fresh = { first: value, values: new Set([value]), last: value, isDevice };
    this.#tracks.set(key, fresh);
    return fresh;
  }

  #follow(track: Track, value: string): void {
    const isAgain = value !== track.last && track.values.has(value);
    track.last = value;
    if (track.values.size >= MOST_DIFFERENT) return;
    track.isDevice ||= isAgain;
    track.values.add(value);
  }
}

/** Sensors that the first of several devices was given, before there were several. */
export function renameFormer(
  { source, now }: NonNullable<Sender['former']>,
  names: readonly string[],
): Rename {
  const former = new Map(names.map((name) => [sensorName(source, name), sensorName(now, name)]));
  return (name) => former.get(name) ?? name;
}

function textOf(payload: unknown, field: string): string | null {
  if (payload === null || typeof payload !== 'object' || !Object.hasOwn(payload, field)) return null;
  const value = (payload as Readonly<Record<string, unknown>>)[field];
  if (typeof value === 'number' && Number.isInteger(value)) return String(value);
  return typeof value === 'string' && value !== '' && value.length <= LONGEST ? value : null;
}
