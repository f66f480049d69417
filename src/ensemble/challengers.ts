import type { StoredDelays } from './block-delays';
import type { Cycle } from './cycles';
import type { EnsembleMeta } from './ensemble-state';
import { HeldOutWindow, shareForecasts, type Forecasts } from './held-out-window';
import { changeInputs, growBlock, replaceInBlock } from './grow-block';
import { copyInto, type Numbers } from './numbers';
import { RegressionBlock } from './regression-block';
import { RegressionFork } from './regression-fork';
import { SeasonalProfile } from './seasonal-profile';
import { blockToJoin } from './similar-blocks';
import type { StreamClock } from './stream-clock';

/** The seasonal profile and the regressions, and how they fare with sensors hidden. */
export class Challengers {
  readonly clock: StreamClock;
  readonly sensors: number;
  /** What they say of the frame answered last. */
  readonly forecasts: Forecasts;
  readonly window: HeldOutWindow;
  readonly #profile: SeasonalProfile;
  readonly #blocks: readonly RegressionBlock[];
  /** Of the blocks, once anyone looks ahead. */
  #ahead: readonly RegressionFork[] = [];

  constructor(clock: StreamClock, profile: SeasonalProfile, blocks: readonly RegressionBlock[]) {
    const sensors = profile.level.length;
    this.clock = clock;
    this.sensors = sensors;
    this.forecasts = shareForecasts(sensors).seen;
    this.#profile = profile;
    this.#blocks = blocks;
    this.window = new HeldOutWindow(sensors, profile, blocks);
  }

  static create(clock: StreamClock, columns: readonly Int32Array[]): Challengers {
    const sensors = columns.reduce((sum, { length }) => sum + length, 0);
    const { rhythms } = clock;
    const isOne = columns.length === 1;
    const blocks = columns.map((block, b) => new RegressionBlock(block, rhythms, b, isOne));
    return new Challengers(clock, new SeasonalProfile(sensors, rhythms.cycles), blocks);
  }

  get regressionBlocks(): readonly RegressionBlock[] {
    return this.#blocks;
  }

  /** The columns of each block. */
  get blocks(): readonly Int32Array[] {
    return this.#blocks.map(({ columns }) => columns);
  }

  /** What a snapshot says of them. */
  get meta(): Partial<EnsembleMeta> {
    const { frameMs, meta } = this.clock;
    const delays = this.#blocks.flatMap((block) => block.delays.stored);
    return { frameMs, blocks: this.blocks.map((columns) => [...columns]), delays, ...meta };
  }

  /** The same with one more sensor as the last column; the window begins again. */
  withSensor(): Challengers {
    const clock = this.clock.withSensor();
    const { rhythms } = clock;
    const profile = new SeasonalProfile(this.sensors + 1, rhythms.cycles);
    copyInto(profile.arrays, this.#profile.arrays);
    const blocks = [...this.#blocks];
    const b = blockToJoin(blocks);
    if (b >= 0) blocks[b] = growBlock(blocks[b], this.sensors, b);
    else blocks.push(new RegressionBlock(Int32Array.of(this.sensors), rhythms, blocks.length, false));
    return new Challengers(clock, profile, blocks);
  }

  /** The same with another sensor in column j, of which nothing is known; the window begins again. */
  withReplaced(j: number): Challengers {
    this.clock.clearSensor(j);
    this.#profile.clearSensor(j);
    for (const block of this.#blocks) {
      const i = block.columns.indexOf(j);
      if (i >= 0) replaceInBlock(block, i);
    }
    return new Challengers(this.clock, this.#profile, this.#blocks);
  }

  /** The level of the sensor in column j has shifted for good: what is known of it goes with it. */
  shift(j: number, by: number): void {
    this.#profile.shift(j, by);
    this.window.level[j] += by;
    for (const block of this.#blocks) {
      const i = block.columns.indexOf(j);
      if (i >= 0) block.shift(i, by);
    }
  }

  /** The same by other rhythms of the clock: the regressions go on, the profile and the window begin again. */
  withRhythms(): Challengers {
    const { rhythms } = this.clock;
    const blocks = this.#blocks.map((block, b) => changeInputs(block, rhythms, b));
    return new Challengers(this.clock, new SeasonalProfile(this.sensors, rhythms.cycles), blocks);
  }

  /** Answers for a frame dt periods after the last, at this time. Changes no state. */
  answer(readings: Float64Array, dt: number, time: number): Forecasts {
    this.clock.tell(time, dt);
    const { forecasts } = this;
    const { phases, inputs } = this.clock.rhythms;
    this.#answerByProfile(dt, phases);
    for (const block of this.#blocks)
      block.answer(readings, dt, inputs, forecasts.present, forecasts.dynamic);
    return forecasts;
  }

  #answerByProfile(dt: number, phases: Float64Array): void {
    const { seasonal } = this.forecasts;
    const profile = this.#profile;
    profile.answer(dt, phases);
    for (let j = 0; j < this.sensors; j++) seasonal[j] = profile.ready[j] === 1 ? profile.mean[j] : NaN;
  }

  /** Takes in the frame answered last. */
  learn(readings: Float64Array, dt: number): void {
    this.#profile.learn(readings, dt);
    for (const block of this.#blocks) block.learn(readings, dt);
  }

  /** The rhythm that moves sensor j, of this variance, most; null where none does. */
  rhythmOf(j: number, variance: number): Cycle | null {
    return this.#profile.rhythmOf(j, variance);
  }

  /** The next frames, if nothing were read from now on: begin, then `lookAhead` frame by frame. */
  beginAhead(): void {
    if (this.#ahead.length === 0) this.#ahead = this.#blocks.map((block) => new RegressionFork(block, true));
    for (const fork of this.#ahead) fork.begin();
  }

  /** The frame dt after the last one asked for, `elapsed` after the last one learned, which was at `lastTime`. */
  lookAhead(dt: number, elapsed: number, lastTime: number | null): Forecasts {
    this.clock.tellAhead(lastTime, elapsed);
    const { forecasts } = this;
    const { present, dynamic } = forecasts;
    const { nothing, everything } = shareForecasts(this.sensors);
    const { phases, inputs } = this.clock.rhythms;
    this.#answerByProfile(elapsed, phases);
    for (const fork of this.#ahead) fork.step(nothing, dt, inputs, everything, true, present, dynamic);
    return forecasts;
  }

  /** All arrays, by what they hold: the state, but for the window's seasons. */
  get arrays(): Numbers[] {
    return [...this.#profile.arrays, ...this.window.arrays, ...this.#blocks.flatMap((block) => block.arrays)];
  }

  /** Whether its numbers, once they are written, are such as `learn` leaves behind. */
  get isSound(): boolean {
    return this.#profile.isSound && this.window.isSound && this.#blocks.every((block) => block.isSound);
  }

  /** Those of the delays likewise. */
  get delayArrays(): Numbers[] {
    return this.#blocks.flatMap((block) => block.delayArrays);
  }

  /** The delays of a stream that was stored, before their arrays are written. */
  restoreDelays(stored: readonly StoredDelays[]): void {
    this.#blocks[0].delays.restore(stored);
  }

  /** One with the same numbers. */
  copy(): Challengers {
    const copy = Challengers.create(this.clock.copy(), this.blocks);
    copy.restoreDelays(this.#blocks[0].delays.stored);
    copyInto(copy.arrays, this.arrays);
    copyInto(copy.delayArrays, this.delayArrays);
    copyInto(copy.window.seasons, this.window.seasons);
    return copy;
  }
}
