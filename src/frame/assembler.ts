import { LONGEST_NAME } from './fields';
import { isNotNewer } from './lateness';
import { RecentIntervals } from './recent-intervals';
import { setField } from './record';

/** Readings that belong together. */
export interface AssembledFrame<T> {
  readonly fields: Readonly<Record<string, unknown>>;
  /** The newest time the readings brought themselves, epoch ms; null if none did. */
  readonly time: number | null;
  readonly arrival: number;
  /** What came with the last reading; null in a frame without readings. */
  readonly last: T | null;
}

export interface AssemblerOptions {
  /** How long a frame stays open; null: the median interval between two readings of one sensor. */
  readonly frameMs: number | null;
  /** Whether frames without readings follow while nothing arrives. */
  readonly keepGoing: boolean;
  readonly maxSensors: number;
}

/** late: not newer than the sensor's last reading, or older than the scan, so it belongs to no frame. full: one sensor too many. */
export type Intake = 'taken' | 'late' | 'full';

interface Sensor {
  /** Has been in a frame that is closed. A frame need not wait for others. */
  isKnown: boolean;
  frame: number;
  arrival: number;
  time: number;
}

/** Until a frame without readings follows, in frames: half a frame of grace for readings that are late by a little. */
const PATIENCE = 1.5;

/**
 * Makes frames of single readings. A frame closes when every known sensor has reported, when a sensor reports a second time
 * (that reading opens the next frame), or frameMs after its first reading. Readings that bring one and the same time are a scan:
 * one with a later time belongs to the next frame, even if its sensor was lost in this one, and one with an earlier time to none,
 * unless only the times before it were impossibly far ahead.
 * Time is passed in; memory is bounded by maxSensors.
 */
export class FrameAssembler<T> {
  readonly #options: AssemblerOptions;
  readonly #close: (frame: AssembledFrame<T>) => void;
  readonly #sensors = new Map<string, Sensor>();
  readonly #intervals = new RecentIntervals();
  #known = 0;
  /** Counts frames, so that a sensor's record tells whether it has reported in the open one. */
  #frame = 1;
  #reported = 0;
  #readings = 0;
  /** The open frame has two readings or more, and all brought the same time. */
  #isScan = false;
  #fields: Record<string, unknown> = {};
  #time: number | null = null;
  #last: T | null = null;
  #openedAt: number | null = null;
  #nextEmptyAt: number | null = null;

  constructor(options: AssemblerOptions, close: (frame: AssembledFrame<T>) => void) {
    this.#options = options;
    this.#close = close;
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

  knows(name: string): boolean {
    return this.#sensors.has(name);
  }

  /**
   * One reading, with the time it brought itself if any and its arrival, both epoch ms; `now` may be of another clock. Closes
   * up to two frames before it returns.
   */
  take(name: string, value: unknown, time: number | null, arrival: number, now: number, last: T): Intake {
    const isNew = !this.#sensors.has(name);
    if (isNew && (this.#sensors.size >= this.#options.maxSensors || name.length > LONGEST_NAME))
      return 'full';
    const sensor = this.#sensors.get(name) ?? this.#add(name);
    const isOfOtherScan = this.#isScan && time !== null && time !== this.#time;
    if (time !== null && isNotNewer(time, sensor.time, arrival)) return 'late';
    if (isOfOtherScan && isNotNewer(time, this.#time ?? time, arrival)) return 'late';
    if (!isNew && sensor.frame > 0) this.#intervals.add(now - sensor.arrival);
    if (isOfOtherScan || sensor.frame === this.#frame) this.flush(now);
    sensor.frame = this.#frame;
    sensor.arrival = now;
    if (time !== null) sensor.time = time;
    this.#put(name, value, time, now, last);
    if (sensor.isKnown) this.#reported += 1;
    if (this.#known > 0 && this.#reported === this.#known) this.flush(now);
    return 'taken';
  }

  /** When `expire` should be called, epoch ms; null: not before the next reading. */
  get dueAt(): number | null {
    if (this.#openedAt === null) return this.#nextEmptyAt;
    const frameMs = this.#frameMs();
    return frameMs === null ? null : this.#openedAt + frameMs;
  }

  /** Closes the open frame if its time is up, or adds one without readings if it is time for that. */
  expire(now: number): void {
    const due = this.dueAt;
    if (due === null || now < due) return;
    this.flush(now);
  }

  /** Closes the frame as it is. */
  flush(now: number): void {
    const frame = { fields: this.#fields, time: this.#time, arrival: now, last: this.#last };
    const isEmpty = this.#openedAt === null;
    const frameMs = this.#frameMs();
    this.#frame += 1;
    this.#reported = this.#readings = 0;
    this.#isScan = false;
    this.#fields = {};
    this.#time = this.#last = this.#openedAt = null;
    if (this.#options.keepGoing && frameMs !== null)
      this.#nextEmptyAt = now + frameMs * (isEmpty ? 1 : PATIENCE);
    this.know(Object.keys(frame.fields));
    this.#close(frame);
  }

  #put(name: string, value: unknown, time: number | null, now: number, last: T): void {
    setField(this.#fields, name, value);
    this.#isScan = time !== null && time === this.#time && (this.#isScan || this.#readings === 1);
    this.#readings += 1;
    if (time !== null && (this.#time === null || time > this.#time)) this.#time = time;
    this.#last = last;
    this.#openedAt ??= now;
  }

  #add(name: string): Sensor {
    const sensor = { isKnown: false, frame: 0, arrival: 0, time: -Infinity };
    this.#sensors.set(name, sensor);
    return sensor;
  }

  #frameMs(): number | null {
    return this.#options.frameMs ?? this.#intervals.median();
  }

  get isOpen(): boolean {
    return this.#openedAt !== null;
  }
}
