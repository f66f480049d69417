import { isRecord } from './record';
import { looksLikeTime } from './time-by-size';

/** What a message says of a device as a whole: it brings no reading. */
interface Availability {
  readonly isOnline: boolean;
  /** The beginning of the names of its sensors: the topic without what names the message. */
  readonly device: string;
}

/** Last parts of topics under which a device says whether it is there, and nothing else. */
const TOPICS: ReadonlySet<string> = new Set([
  'availability',
  'available',
  'lwt',
  'online',
  'connected',
  'connection',
  'will',
  'alive',
  '$state',
]);
const UP: ReadonlySet<string> = new Set(['online', 'connected', 'available', 'alive', 'up', 'ready']);
const DOWN: ReadonlySet<string> = new Set(['offline', 'disconnected', 'unavailable', 'dead', 'down', 'lost']);
/** Words that say it under any topic; the others could be readings elsewhere. */
const CLEAR: ReadonlySet<string> = new Set(['online', 'offline', 'connected', 'disconnected']);
/** What a field that says it is called, where the payload is an object. */
const FIELDS: readonly string[] = [
  'state',
  'status',
  'availability',
  'online',
  'connected',
  'available',
  'connection',
];
const SPARKPLUG = /^spBv1\.0\/([^/]+)\/([ND])(BIRTH|DEATH)\/([^/]+)(?:\/(.+))?$/;
const LONGEST_WORD = 16;
/** A message of more fields than these brings readings as well. */
const MOST_FIELDS = 3;

/** Whether the message is a last will, a sign of life or the like; null: it is something else. */
export function readAvailability(topic: string, payload: unknown): Availability | null {
  const death = topic.startsWith('spBv1.0/') ? SPARKPLUG.exec(topic) : null;
  if (death !== null) {
    const [, group, , what, edge, device] = death;
    if (what === 'BIRTH') return null;
    return {
      isOnline: false,
      device: device === undefined ? `${group}/${edge}` : `${group}/${edge}/${device}`,
    };
  }
  if (typeof payload === 'number' && payload !== 0 && payload !== 1) return null;
  const last = topic.slice(topic.lastIndexOf('/') + 1).toLowerCase();
  const isOwnTopic = TOPICS.has(last) && topic.includes('/');
  const said = wordIn(payload);
  if (said === undefined) return null;
  const isOnline = readWord(said, isOwnTopic);
  if (isOnline === null) return null;
  return { isOnline, device: isOwnTopic || last === 'status' || last === 'state' ? parentOf(topic) : topic };
}

/** The word that stands for the device: the payload itself, or the one field it has for that. */
function wordIn(payload: unknown): unknown {
  if (!isRecord(payload)) return payload;
  const names = Object.keys(payload);
  if (names.length === 0 || names.length > MOST_FIELDS) return undefined;
  const name = FIELDS.find((field) => Object.hasOwn(payload, field));
  if (name === undefined) return undefined;
  const hasMore = names.some(
    (other) => other !== name && typeof payload[other] !== 'string' && looksLikeTime(payload[other]) === null,
  );
  return hasMore ? undefined : payload[name];
}

function readWord(said: unknown, isOwnTopic: boolean): boolean | null {
  if (isOwnTopic && (said === true || said === 1 || said === '1' || said === 'true')) return true;
  if (isOwnTopic && (said === false || said === 0 || said === '0' || said === 'false')) return false;
  if (typeof said !== 'string' || said.length > LONGEST_WORD) return null;
  const word = said.trim().toLowerCase();
  if (!isOwnTopic && !CLEAR.has(word)) return null;
  if (UP.has(word)) return true;
  return DOWN.has(word) ? false : null;
}

const parentOf = (topic: string): string => topic.slice(0, Math.max(0, topic.lastIndexOf('/')));
