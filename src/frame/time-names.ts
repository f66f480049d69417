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
]);

/** How well the name fits the time of a message, 0 best; null: it is no name of a time. */
export function timeRank(name: string): number | null {
  const words = snakeCase(lastPart(name));
  return RANKS.get(words) ?? (TIMELY.test(words) ? OTHER : null);
}

export const isNeverSensor = (name: string): boolean => NEVER_SENSORS.has(snakeCase(name));
