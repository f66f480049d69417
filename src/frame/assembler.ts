import { LONGEST_NAME } from './frame';
import { isLate } from './lateness';
import { readNumber } from './number';
import { RecentIntervals } from './recent-intervals';
import { setField } from './record';

/** When something came, by two clocks: the one on the wall, which people set, and one that only ever goes on. */
export interface Tick {
  /** Epoch ms. */
  readonly time: number;
  /** Ms since some moment in the past. */
  readonly ticks: number;
}

/** One value of one sensor. */
export interface Reading {
  readonly name: string;
  readonly value: unknown;
  /** The time it brought itself, epoch ms. */
  readonly time: number | null;
  readonly arrival: Tick;
}

/** Readings that belong together. */
export interface AssembledFrame<T> {
  readonly fields: Readonly<Record<string, unknown>>;
  /** The newest time the readings brought themselves, epoch ms; null if none did. */
  readonly time: number | null;
  /** When it closed, epoch ms. */
  readonly arrival: number;
  /** What brought its readings, in their order; empty in a frame without readings. */
  readonly from: readonly T[];
}

export interface AssemblerOptions {
  /** How long a frame stays open; null: the median interval between two readings of one sensor. */
  readonly frameMs: number | null;
  /** Whether frames without readings follow while nothing arrives. */
  readonly keepGoing: boolean;
  readonly maxSensors: number;
}

/** late: not newer than the sensor's last reading, or older than the scan, so it belongs to no frame. full: one sensor too many. */
type Intake = 'taken' | 'late' | 'full';

/** What became of a reading, and the frames it closed: at most the one before it and its own. */
export interface Taken<T> {
  readonly intake: Intake;
  readonly frames: readonly AssembledFrame<T>[];
}

interface Sensor {
  /** Has been in a frame that is closed. A frame need not wait for others. */
  isKnown: boolean;
  frame: number;
  /** Ticks of its last reading. */
  ticks: number;
  /** The newest time its readings brought themselves. */
  time: number | null;
}

const NONE: readonly never[] = [];
const NOBODY: ReadonlySet<string> = new Set();
const LATE = { intake: 'late', frames: NONE } as const;
const FULL = { intake: 'full', frames: NONE } as const;
const STILL_OPEN = { intake: 'taken', frames: NONE } as const;

/** A sensor's record, and a message with its reading. */
const BYTES_PER_SENSOR = 1000;

/** Until a frame without readings follows, in frames: half a frame of grace for readings that are late by a little. */
const PATIENCE = 1.5;
/** So many frames without readings follow as often as frames came; then each takes twice as long as the one before. */
const EMPTY_AT_PACE = 20;
/** The longest between two of them, unless frames are further apart; and for how long there are any. */
const MOST_BETWEEN_MS = 60_000;
const MOST_SILENCE_MS = 3_600_000;

/**
 * Makes frames of single readings. A frame closes when every known sensor has reported, when a sensor reports a second time
 * (that reading opens the next frame), or frameMs after its first reading. Readings that bring one and the same time are a scan:
 * one with a later time belongs to the next frame, even if its sensor was lost in this one, and one with an earlier time to none.
 * Frames close by ticks, so that no change of the clock on the wall holds them up. Memory is bounded by maxSensors.
 */
export class FrameAssembler<T> {
  readonly #options: AssemblerOptions;
  readonly #sensors = new Map<string, Sensor>();
  readonly #intervals = new RecentIntervals();
  #known = 0;
  /** Counts frames, so that a sensor's record tells whether it has reported in the open one. */
  #frame = 1;
  #reported = 0;
  /** The open frame has readings of two messages or more, and all brought the same time. */
  #isScan = false;
  #fields: Record<string, unknown> = {};
  #time: number | null = null;
  #from: T[] = [];
  /** In ticks. */
  #openedAt: number | null = null;
  #nextEmptyAt: number | null = null;
  /** Frames without readings in a row, and the ticks at which the last one with readings closed. */
  #empty = 0;
  #silentSince = 0;
  #bytes = 0;

  constructor(options: AssemblerOptions) {
    this.#options = options;
  }

  /** The most memory it takes with the sensors it has heard of: each has at most one reading in the open frame. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Frames wait for these sensors from now on. */
  know(names: readonly string[]): void {
    for (const name of names) {
      const sensor = this.#sensors.get(name) ?? this.#add(name);
      if (sensor.isKnown) continue;
      sensor.isKnown = true;
      this.#known += 1;
    }
  }

  /** Whether the value can be its sensor's: a number, or whatever else comes from a sensor that has sent one. */
  accepts({ name, value }: Reading): boolean {
    return this.#sensors.has(name) || !Number.isNaN(readNumber(value));
  }

  /** The sensors among these that nothing was heard of before. */
  joining(readings: readonly Reading[]): ReadonlySet<string> {
    let joining: Set<string> | null = null;
    for (const { name } of readings) if (!this.#sensors.has(name)) (joining ??= new Set()).add(name);
    return joining ?? NOBODY;
  }

  /** Whether so many more sensors, with such names, can be taken. */
  hasRoomFor(joining: ReadonlySet<string>): boolean {
    const sensors = this.#sensors.size + joining.size;
    return sensors <= this.#options.maxSensors && [...joining].every((name) => name.length <= LONGEST_NAME);
  }

  /** These sensors have reported in the frame that is open, or opens next, by another way. */
  noteReported(names: readonly string[]): void {
    this.know(names);
    for (const name of names) {
      const sensor = this.#sensors.get(name);
      if (sensor === undefined || sensor.frame === this.#frame) continue;
      sensor.frame = this.#frame;
      this.#reported += 1;
    }
  }

  /** One reading, and what brought it; a frame is not complete before the last reading of a message. */
  take({ name, value, time, arrival }: Reading, from: T, isLast = true): Taken<T> {
    const known = this.#sensors.get(name);
    if (known === undefined && (this.#sensors.size >= this.#options.maxSensors || name.length > LONGEST_NAME))
      return FULL;
    const sensor = known ?? this.#add(name);
    const isOfOtherScan = this.#isScan && time !== null && time !== this.#time;
    if (isLate(time, sensor.time, arrival.time)) return LATE;
    if (isOfOtherScan && isLate(time, this.#time, arrival.time)) return LATE;
    if (known !== undefined && sensor.frame > 0) this.#intervals.add(arrival.ticks - sensor.ticks);
    const before = isOfOtherScan || sensor.frame === this.#frame ? this.flush(arrival) : null;
    sensor.frame = this.#frame;
    sensor.ticks = arrival.ticks;
    if (time !== null) sensor.time = time;
    this.#put(name, value, time, arrival.ticks, from);
    if (sensor.isKnown) this.#reported += 1;
    const isComplete = isLast && this.#known > 0 && this.#reported === this.#known;
    if (before === null && !isComplete) return STILL_OPEN;
    const own = isComplete ? [this.flush(arrival)] : [];
    return { intake: 'taken', frames: before === null ? own : [before, ...own] };
  }

  /** The ticks at which `expire` should be called; null: not before the next reading. */
  get dueAt(): number | null {
    if (this.#openedAt === null) return this.#nextEmptyAt;
    const frameMs = this.#frameMs();
    return frameMs === null ? null : this.#openedAt + frameMs;
  }

  /** The open frame if its time is up, or one without readings if it is time for that. */
  expire(now: Tick): readonly AssembledFrame<T>[] {
    const due = this.dueAt;
    return due === null || now.ticks < due ? NONE : [this.flush(now)];
  }

  get isOpen(): boolean {
    return this.#openedAt !== null;
  }

  /** Closes the frame as it is. */
  flush({ time, ticks }: Tick): AssembledFrame<T> {
    const frame = { fields: this.#fields, time: this.#time, arrival: time, from: this.#from };
    const frameMs = this.#frameMs();
    if (this.#options.keepGoing && frameMs !== null) this.#nextEmptyAt = this.#planEmpty(ticks, frameMs);
    this.#frame += 1;
    this.#reported = 0;
    this.#isScan = false;
    this.#fields = {};
    this.#from = [];
    this.#time = this.#openedAt = null;
    this.know(Object.keys(frame.fields));
    return frame;
  }

  /** When a frame without readings follows on one that closes now; null: there have been enough. */
  #planEmpty(ticks: number, frameMs: number): number | null {
    if (this.isOpen) {
      this.#empty = 0;
      this.#silentSince = ticks;
      return ticks + frameMs * PATIENCE;
    }
    this.#empty += 1;
    if (ticks - this.#silentSince > Math.max(MOST_SILENCE_MS, EMPTY_AT_PACE * frameMs)) return null;
    const slower = frameMs * 2 ** Math.max(0, this.#empty - EMPTY_AT_PACE);
    return ticks + Math.min(slower, Math.max(frameMs, MOST_BETWEEN_MS));
  }

  #put(name: string, value: unknown, time: number | null, ticks: number, from: T): void {
    setField(this.#fields, name, value);
    if (this.#from.at(-1) !== from) {
      const isOfOne = this.#from.length > 0 && this.#from[0] === this.#from.at(-1);
      this.#isScan = time !== null && time === this.#time && (this.#isScan || isOfOne);
    }
    this.#from.push(from);
    if (time !== null && (this.#time === null || time > this.#time)) this.#time = time;
    this.#openedAt ??= ticks;
  }

  #add(name: string): Sensor {
    const sensor = { isKnown: false, frame: 0, ticks: 0, time: null };
    this.#sensors.set(name, sensor);
    this.#bytes += BYTES_PER_SENSOR + 2 * name.length;
    return sensor;
  }

  #frameMs(): number | null {
    return this.#options.frameMs ?? this.#intervals.median();
  }
}
