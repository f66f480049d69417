import { copyFilter, createFilter, growFilter, replaceInFilter, type Filter } from './filter';
import type { Variant } from './variant';
import { FrameBuffer } from './frame-buffer';
import type { History } from './history';
import type { AdaptiveConfig } from './options';
import { createFrame, MISSING } from './reading';
import { MAX_Z } from './standardise';
import type { Sensor } from './sensor';
import { learnFrame } from './step';
import { measureUnits, type Units } from '../scale/units';

/** Frames after which the filter is built, and built again: each time about sqrt(2) times as many. */
const BUILDS = [40, 57, 80, 113, 160, 226, 320];
const LAST_BUILD = 320;
/** Up to this many sensors a replay runs at once; above, this many frames of it with each message. */
const MAX_AT_ONCE = 64;
const SLICE = 8;
/** Readings that units are measured on with each message, where a replay is sliced and not the first, which is short. */
const MEASURED_AT_ONCE = 10_000;
/** Readings a sensor must stand still for from the first on before they are ignored. */
const MIN_STILL = 20;

/** A filter on its way. */
interface Replay {
  readonly filter: Filter;
  /** How many of the kept frames it has learned; -1 - j: none yet, sensor j is the next to get units. */
  readonly position: number;
}

/**
 * The first 320 frames are kept. On schedule, units are measured on all of them, a fresh filter gets these units and learns
 * the frames again, and takes over once it has caught up.
 */
export class WarmStart {
  readonly #config: AdaptiveConfig;
  readonly #variant: Variant;
  #buffer: FrameBuffer;
  #replay: Replay | null = null;
  #frame: Float64Array;

  constructor(config: AdaptiveConfig, variant: Variant, sensors: number) {
    this.#config = config;
    this.#variant = variant;
    this.#buffer = new FrameBuffer(sensors, LAST_BUILD);
    this.#frame = createFrame(sensors);
  }

  static restore(
    config: AdaptiveConfig,
    variant: Variant,
    sensors: number,
    frames: Float64Array,
    replay: Replay | null,
  ): WarmStart {
    const warmStart = new WarmStart(config, variant, sensors);
    warmStart.#buffer = FrameBuffer.from(frames, sensors, LAST_BUILD);
    warmStart.#replay = replay;
    return warmStart;
  }

  copy(): WarmStart {
    const copy = new WarmStart(this.#config, this.#variant, 0);
    copy.#buffer = this.#buffer.copy();
    copy.#replay = this.#replay && { ...this.#replay, filter: copyFilter(this.#replay.filter) };
    copy.#frame = createFrame(this.#frame.length - 1);
    return copy;
  }

  get frames(): Float64Array {
    return this.#buffer.data;
  }

  get replay(): Replay | null {
    return this.#replay;
  }

  addSensor(): void {
    this.#buffer.addSensor();
    this.#frame = createFrame(this.#frame.length);
    if (this.#replay) this.#replay = { ...this.#replay, filter: growFilter(this.#replay.filter) };
  }

  /** Sensor j as if it had never been read. */
  clearSensor(j: number): void {
    this.#buffer.clearSensor(j);
    if (this.#replay) this.#replay = { ...this.#replay, filter: replaceInFilter(this.#replay.filter, j) };
  }

  isDue(seq: number): boolean {
    return BUILDS.includes(seq);
  }

  /** Whether nothing is left to build: the frames can be let go. */
  isOver(seq: number): boolean {
    return seq >= LAST_BUILD && this.#replay === null;
  }

  record(frame: Float64Array): void {
    this.#buffer.append(frame);
  }

  /** A fresh filter, which gets units from all frames so far. */
  begin(): void {
    const { maxRank, seed } = this.#config;
    const d = this.#frame.length - 1;
    const filter = createFilter(d, Math.max(1, Math.min(maxRank, d - 1)), this.#variant, seed);
    this.#replay = { filter, position: -1 };
  }

  /** Goes on beside the filter at work; returns the new one once it has learned every frame, null until then. */
  advance(current: Filter | null): Filter | null {
    if (this.#replay === null) return null;
    if (this.#replay.position < 0 && !this.#measure(this.#replay, current)) return null;
    return this.#learnFrames(this.#replay);
  }

  /** Units of the sensors next in turn; true when all have been measured. A sensor that gives none keeps those it has in `current`. */
  #measure({ filter, position }: Replay, current: Filter | null): boolean {
    const due = Math.max(...BUILDS.filter((build) => build <= this.#buffer.frames));
    const isAtOnce = due === BUILDS[0] || !this.#isSliced(filter);
    const first = -1 - position;
    const end = isAtOnce ? filter.d : Math.min(filter.d, first + Math.ceil(MEASURED_AT_ONCE / due));
    for (let j = first; j < end; j++) {
      const known = current?.sensors[j];
      const units = measureUnits(this.#buffer.readings(j, this.#firstFrame(j), due));
      if (units) activate(filter.sensors[j], units);
      else if (known?.active === 1) activate(filter.sensors[j], known);
    }
    this.#replay = { filter, position: end === filter.d ? 0 : -1 - end };
    return isAtOnce;
  }

  #learnFrames({ filter, position }: Replay): Filter | null {
    const { frames } = this.#buffer;
    const end = this.#isSliced(filter) ? Math.min(frames, position + SLICE) : frames;
    const firstFrames = filter.sensors.map(({ index }) => this.#firstFrame(index));
    for (let k = position; k < end; k++) {
      this.#buffer.read(k, this.#frame);
      for (let j = 0; j < firstFrames.length; j++) if (k < firstFrames[j]) this.#frame[j + 1] = MISSING;
      learnFrame(filter, this.#frame, null);
    }
    this.#replay = end === frames ? null : { filter, position: end };
    return end === frames ? filter : null;
  }

  #isSliced({ d }: Filter): boolean {
    return this.#variant.slicesReplays && d > MAX_AT_ONCE;
  }

  /** Where the readings of sensor j begin to count: those of a sensor that stands still at first say nothing of it. */
  #firstFrame(j: number): number {
    return this.#variant.skipsStillStart ? this.#buffer.firstMove(j, MIN_STILL) : 0;
  }
}

export function activate(sensor: Sensor, { location, scale }: Units): void {
  sensor.active = 1;
  sensor.location = location;
  sensor.scale = scale;
}

/** Gives units to every sensor that has none, nor has them in the filter at work, and has begun to move. */
export function activateMoving(filter: Filter, atWork: Filter | null, history: History): void {
  for (const sensor of filter.sensors) {
    if (sensor.active === 1 || atWork?.sensors[sensor.index].active === 1) continue;
    const units = history.units(sensor.index);
    if (!units) continue;
    activate(sensor, units);
    if (filter.variant.recallsHistory) recallHistory(sensor, history);
  }
}

/**
 * A sensor that gets units late begins with its kept readings as the simple experts would have followed them. Those that
 * do not fit its units are left out, glitches and where it stood before it moved: nothing here cuts them back.
 */
function recallHistory(sensor: Sensor, history: History): void {
  const z = history
    .readings(sensor.index)
    .map((reading) => (reading - sensor.location) / sensor.scale)
    .filter((value) => Math.abs(value) <= MAX_Z);
  if (z.length === 0) return;
  sensor.seen = z.length;
  sensor.last = z[z.length - 1];
  sensor.mean = z.reduce((sum, value) => sum + value, 0) / z.length;
  sensor.low = Math.min(...z);
  sensor.high = Math.max(...z);
  sensor.gap = history.gap(sensor.index);
  sensor.carried = sensor.last;
}
