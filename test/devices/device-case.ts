/** A message as a device or its gateway sends it. */
export interface Sent {
  readonly topic?: string;
  readonly payload: unknown;
  /** Other properties of the message: retain, statusCode, sourceTimestamp. */
  readonly [property: string]: unknown;
}

/** What a node is to make of what one or several devices send. */
export interface DeviceCase {
  readonly family: string;
  readonly name: string;
  /** The messages of one round; rounds are `everyMs` apart. */
  readonly round: (t: number, now: number) => Sent | readonly Sent[];
  readonly rounds?: number;
  readonly everyMs?: number;
  readonly settings?: Readonly<Record<string, unknown>>;
  /** The sensors that are learned, and no others. */
  readonly sensors: readonly string[];
  /** Of the last frame, epoch ms; absent: not looked at. */
  readonly time?: (lastRound: number, now: number) => number;
  /** What is sent after the rounds, and the fields of the answer, by path, that are to hold a number near to this. */
  readonly gap?: {
    readonly send: (t: number, now: number) => Sent | readonly Sent[];
    readonly filled: Readonly<Record<string, number | string | boolean>>;
    /** How near; an eighth of the sensor's range unless told. */
    readonly within?: number;
  };
  /** Sensors of which an event says that they are silent, after the rounds. */
  readonly silent?: {
    readonly send: (t: number, now: number) => Sent | readonly Sent[];
    readonly sensors: readonly string[];
  };
  /** What the status says at the end, and its colour; green or blue unless told. */
  readonly status?: { readonly fill: string; readonly text: RegExp };
}

export const START = Date.UTC(2026, 2, 1, 10);
export const EVERY_MS = 60_000;
export const ROUNDS = 48;

export const listOf = (sent: Sent | readonly Sent[]): readonly Sent[] =>
  Array.isArray(sent) ? (sent as readonly Sent[]) : [sent as Sent];

/** A sensor's value in a round: a slow wave of its own, with this many decimals. */
export function wave(t: number, base: number, size: number, k = 0, decimals = 1): number {
  const value = base + size * Math.sin(t / 6 + k) + 0.3 * size * Math.sin(t / 2.3 + 2 * k);
  return Number(value.toFixed(decimals));
}

export const iso = (ms: number): string => new Date(ms).toISOString();
