import { MOST_REMEMBERED } from './limits';
import { lastPart, snakeCase } from './name-words';

/**
 * What a time is called, the best first: where a message has several, the first of these is the time of its readings.
 * `t` may as well be a temperature: it is a time only if it looks like one.
 */
const NAMES: readonly string[] = [
  ...[
    'ts',
    'timestamp',
    'time',
    't',
    'source_timestamp',
    'datetime',
    'date_time',
    'time_stamp',
    'event_time',
    'origin',
    'stamp',
  ],
  ...[
    'measured_at',
    'sampled_at',
    'recorded_at',
    'observed_at',
    'last_seen',
    'last_updated',
    'last_changed',
    'last_update',
  ],
  ...[
    'published_at',
    'received_at',
    'created_at',
    'updated_at',
    'server_timestamp',
    'sent_on',
    'sent_at',
    'date',
    'dt',
    'utc',
    'epoch',
    'unixtime',
    'unix_time',
  ],
];
const RANKS = new Map(NAMES.map((name, rank) => [name, rank]));
const OTHER = NAMES.length;
const TIMELY =
  /(?:^|_)(?:time|timestamp|ts|at|date|datetime|seen|changed|updated|update|epoch|utc|since|expires|expiry|sunrise|sunset|clock)(?:_(?:ms|us|ns|s|sec|utc|local|iso))?$/;
/** Called so, a field is never a sensor's, whatever it holds: a clock that counts from its start, or text of no known form. */
const NEVER_SENSORS: ReadonlySet<string> = new Set([
  'ts',
  'timestamp',
  'time_stamp',
  'time',
  'datetime',
  'date_time',
  'epoch',
  'unixtime',
  'unix_time',
  'date',
]);

/** The same of names that end so: gas_timestamp, whatever it holds. */
const NEVER_ENDS = /(?:_(?:time_stamp|datetime|date|epoch|unixtime|ts)|timestamp)$/;
/** Words of other moments than that of the readings: the start, the next report, the minute that was counted. */
const OTHER_MOMENTS =
  /(?:^|_)(?:start|started|begin|end|ended|stop|next|last|lc|prev|previous|boot|booted|reset|restart|install|installed|since|until|due|expires|expiry|valid|sunrise|sunset|rise|set|dawn|dusk|minute|hour|day|month|year|change|changed|schedule|scheduled|build|built|join|joined|old)(?:_|$)/;

/** What a name says of a time. */
interface NameMeaning {
  readonly rank: number | null;
  readonly isNeverSensor: boolean;
  readonly isOfOtherMoment: boolean;
}

/** Names are few and come again with every message. */
const meanings = new Map<string, NameMeaning>();

function meaningOf(name: string): NameMeaning {
  const known = meanings.get(name);
  if (known !== undefined) return known;
  const words = snakeCase(lastPart(name));
  const whole = snakeCase(name);
  const meaning = {
    rank: RANKS.get(words) ?? (TIMELY.test(words) ? OTHER : null),
    isNeverSensor: NEVER_SENSORS.has(whole) || NEVER_ENDS.test(whole),
    isOfOtherMoment: OTHER_MOMENTS.test(words),
  };
  if (meanings.size < MOST_REMEMBERED) meanings.set(name, meaning);
  return meaning;
}

/** How well the name fits the time of a message, 0 best; null: it is no name of a time. */
export const timeRank = (name: string): number | null => meaningOf(name).rank;

export const isNeverSensor = (name: string): boolean => meaningOf(name).isNeverSensor;

/** Whether a time under this name, `depth` levels down, may be that of the readings: a name that is not known only beside them. */
export function mayBeOwnTime(name: string, depth: number): boolean {
  const { rank, isOfOtherMoment } = meaningOf(name);
  return (rank !== null && rank < OTHER) || (depth === 0 && !isOfOtherMoment);
}

/** Whether a time under this name is of UTC though it does not say so itself. */
export const saysUtc = (name: string): boolean => /utc|gmt|zulu/i.test(name);
