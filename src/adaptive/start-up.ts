import {
  activate,
  adoptUnits,
  copyFilter,
  createFilter,
  growFilter,
  learnFrame,
  type Filter,
} from './filter';
import { FrameBuffer } from './frame-buffer';
import type { AdaptiveConfig } from './options';
import { createFrame, MISSING } from './reading';
import { measureUnits } from './units';

/** Frames after which the filter is built, and built again: each time about sqrt(2) times as many. */
const FIRST_BUILD = 40;
const BUILDS = [FIRST_BUILD, 57, 80, 113, 160, 226, 320] as const;
/** Up to this many sensors a replay runs at once; above, this many frames of it with each message. */
const MOST_AT_ONCE = 64;
const SLICE = 8;
/** Readings a sensor must stand still for from the first on before they are ignored. */
const LEAST_STILL = 20;

/** A filter on its way: how many of the kept frames it has learned. */
export interface Replay {
  readonly filter: Filter;
  readonly position: number;
}

/**
 * The first 320 frames are kept. On schedule, units are measured on all of them, a fresh filter gets these units and learns
 * the frames again, and takes over once it has caught up.
 */
export class StartUp {
  readonly #config: AdaptiveConfig;
  readonly #builds: readonly number[];
  #buffer: FrameBuffer;
  #replay: Replay | null = null;
  #frame: Float64Array;

  constructor(config: AdaptiveConfig, sensors: number) {
    this.#config = config;
    this.#builds = config.mechanisms.rebuild ? BUILDS : [FIRST_BUILD];
    this.#buffer = new FrameBuffer(sensors, this.#builds[this.#builds.length - 1]);
    this.#frame = createFrame(sensors);
  }

  static restore(
    config: AdaptiveConfig,
    sensors: number,
    frames: Float64Array,
    replay: Replay | null,
  ): StartUp {
    const startUp = new StartUp(config, sensors);
    const capacity = startUp.#builds[startUp.#builds.length - 1];
    startUp.#buffer = FrameBuffer.from(frames, sensors, capacity);
    startUp.#replay = replay;
    return startUp;
  }

  copy(): StartUp {
    const copy = new StartUp(this.#config, 0);
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

  isDue(seq: number): boolean {
    return this.#builds.includes(seq);
  }

  /** Whether nothing is left to build: the frames can be let go. */
  isOver(seq: number): boolean {
    return seq >= this.#builds[this.#builds.length - 1] && this.#replay === null;
  }

  record(frame: Float64Array): void {
    this.#buffer.append(frame);
  }

  /** A fresh filter with units from all frames so far; a sensor that gives none keeps those it has in `current`. */
  begin(current: Filter | null): void {
    const { maxRank, mechanisms, seed } = this.#config;
    const d = this.#frame.length - 1;
    const filter = createFilter(d, Math.max(1, Math.min(maxRank, d - 1)), mechanisms, seed);
    for (let j = 0; j < d; j++) {
      const units = measureUnits(this.#buffer.readings(j, this.#firstFrame(j)), mechanisms.wideQuantiles);
      if (units) activate(filter, j, units);
      else if (current) adoptUnits(filter, j, current);
    }
    this.#replay = { filter, position: 0 };
  }

  /** Goes on with the replay; returns the new filter once it has learned every frame, null until then. */
  advance(): Filter | null {
    if (this.#replay === null) return null;
    const { filter, position } = this.#replay;
    const { frames } = this.#buffer;
    const atOnce = this.#config.reference || this.#frame.length - 1 <= MOST_AT_ONCE;
    const end = atOnce ? frames : Math.min(frames, position + SLICE);
    const firstFrames = Array.from({ length: this.#frame.length - 1 }, (_, j) => this.#firstFrame(j));
    for (let k = position; k < end; k++) {
      this.#buffer.read(k, this.#frame);
      for (let j = 0; j < firstFrames.length; j++) if (k < firstFrames[j]) this.#frame[j + 1] = MISSING;
      learnFrame(filter, this.#frame, false);
    }
    this.#replay = end === frames ? null : { filter, position: end };
    return end === frames ? filter : null;
  }

  /** Where the readings of sensor j begin to count: those of a sensor that stands still at first say nothing of it. */
  #firstFrame(j: number): number {
    return this.#config.mechanisms.firstMove ? this.#buffer.firstMove(j, LEAST_STILL) : 0;
  }
}
