import type { HeldOut } from '../adaptive/held-out';
import { FrozenBins } from './frozen-bins';
import { storedFlag } from '../stored-range';
import { areWithin, createDoubles, notNegative, upToOne, type Numbers } from './numbers';
import type { RegressionBlock } from './regression-block';
import { RegressionFork } from './regression-fork';
import type { SeasonalProfile } from './seasonal-profile';

/** What the challengers say of hidden sensors, by column; NaN where they say nothing. */
export interface Forecasts {
  readonly seasonal: Float64Array;
  readonly present: Float64Array;
  readonly dynamic: Float64Array;
}

function createForecasts(sensors: number): Forecasts {
  const [seasonal, present, dynamic] = createDoubles(3, sensors);
  return { seasonal, present, dynamic };
}

/** With one group hidden, with everything, or of the frame as it is: written and read within a frame, so that one of each serves all models. */
interface FrameForecasts {
  readonly seen: Forecasts;
  readonly group: Forecasts;
  readonly all: Forecasts;
  /** What hides everything, and a frame without a reading. */
  readonly everything: Uint8Array;
  readonly nothing: Float64Array;
}

const shared = new Map<number, FrameForecasts>();

/** Of so many sensors. */
export function shareForecasts(sensors: number): FrameForecasts {
  let forecasts = shared.get(sensors);
  if (forecasts === undefined) {
    const create = (): Forecasts => createForecasts(sensors);
    const everything = new Uint8Array(sensors).fill(1);
    const nothing = new Float64Array(sensors).fill(NaN);
    forecasts = { seen: create(), group: create(), all: create(), everything, nothing };
    shared.set(sensors, forecasts);
  }
  return forecasts;
}

/** Of several blocks one in so many is followed, as of more than so many. */
const SOME_BLOCKS = 2;
const FEWER_BLOCKS = 4;
const MANY_BLOCKS = 8;

const turnsOf = (blocks: number): number =>
  blocks < 2 ? 1 : blocks <= MANY_BLOCKS ? SOME_BLOCKS : FEWER_BLOCKS;

/**
 * An outage that did not happen: the challengers go on from where they stood when the window began without one group of
 * sensors, and without any, while the readings that are known say how far off they are. Blocks take turns: a window follows one
 * in two or four, others in the next, so that each is followed with every group hidden.
 */
export class HeldOutWindow {
  readonly group: Forecasts;
  readonly all: Forecasts;
  /** Time since the window began. */
  readonly elapsed = Float64Array.of(0);
  /** 1: hidden since the window began. */
  readonly hidden: Uint8Array;
  readonly #profile: SeasonalProfile;
  /** Level and seasons of the profile as the window began, its residual since then, and how fast that goes. */
  readonly level: Float64Array;
  readonly residual: Float64Array;
  readonly phi: Float64Array;
  readonly #seasons: FrozenBins;
  readonly #groupForks: RegressionFork[];
  readonly #allForks: RegressionFork[];
  /** In how many windows all blocks are followed once. */
  readonly turns: number;
  #turn = -1;
  /** 1: the sensor is of a block that is followed. */
  readonly isFollowed: Uint8Array;
  readonly #blocks: readonly RegressionBlock[];

  constructor(sensors: number, profile: SeasonalProfile, blocks: readonly RegressionBlock[]) {
    const { group, all } = shareForecasts(sensors);
    this.group = group;
    this.all = all;
    this.hidden = new Uint8Array(sensors);
    this.#profile = profile;
    [this.level, this.residual, this.phi] = createDoubles(3, sensors);
    this.#seasons = new FrozenBins(sensors, profile.cycles);
    this.#groupForks = blocks.map((block) => new RegressionFork(block));
    this.#allForks = blocks.map((block) => new RegressionFork(block));
    this.turns = turnsOf(blocks.length);
    this.isFollowed = new Uint8Array(sensors);
    this.#blocks = blocks;
    blocks.forEach((block, b) => block.keep(this.#groupForks[b], this.#allForks[b]));
  }

  /** All arrays, by what they hold: the state, but for the seasons and the forks', which are the blocks'. */
  get arrays(): Numbers[] {
    return [this.elapsed, this.hidden, this.level, this.residual, this.phi];
  }

  /** The seasons as the window began, likewise. */
  get seasons(): Numbers[] {
    return this.#seasons.arrays;
  }

  /** Whether its numbers are such as `step` leaves behind. */
  get isSound(): boolean {
    return (
      areWithin(this.elapsed, notNegative) &&
      areWithin(this.hidden, storedFlag) &&
      areWithin(this.phi, upToOne) &&
      this.#seasons.isSound
    );
  }

  begin(heldOut: HeldOut): void {
    this.hidden.set(heldOut.hidden);
    this.#chooseBlocks(heldOut);
    const { level, residual } = this.#profile;
    this.level.set(level);
    this.residual.set(residual.value);
    this.phi.set(residual.phi);
    this.#seasons.begin();
    for (let b = this.#turn; b < this.#blocks.length; b += this.turns) {
      this.#groupForks[b].begin();
      this.#allForks[b].begin();
    }
    this.elapsed[0] = 0;
  }

  /** The blocks whose turn it is: one further in every window, and once more when all groups have been hidden. */
  #chooseBlocks({ window, round }: HeldOut): void {
    const turn = (window + round) % this.turns;
    if (turn === this.#turn) return;
    this.#turn = turn;
    this.isFollowed.fill(0);
    for (let b = turn; b < this.#blocks.length; b += this.turns)
      for (const column of this.#blocks[b].columns) this.isFollowed[column] = 1;
  }

  /** Whether the frame, dt after the last, is `elapsed` after the window began. One that was made since has not begun: it hides nothing. */
  isAt(elapsed: number, dt: number): boolean {
    return this.hidden.includes(1) && elapsed === this.elapsed[0] + dt;
  }

  /** One frame that the profile has answered and not learned yet, without the hidden sensors, and, where that is asked for, without any. */
  step(readings: Float64Array, dt: number, clock: Float64Array, heldOut: HeldOut): void {
    this.elapsed[0] += dt;
    const { group, all, hidden } = this;
    const { everything } = shareForecasts(this.hidden.length);
    const { isAsked } = heldOut;
    this.#askProfile(dt);
    this.#chooseBlocks(heldOut);
    for (let b = this.#turn; b < this.#blocks.length; b += this.turns) {
      this.#groupForks[b].step(readings, dt, clock, hidden, true, group.present, group.dynamic);
      this.#allForks[b].step(readings, dt, clock, everything, isAsked, all.present, all.dynamic);
    }
  }

  /** It says the same whatever else is hidden. */
  #askProfile(dt: number): void {
    const { level, residual, phi } = this;
    const { ready } = this.#profile;
    const { season } = this.#seasons;
    const { seasonal } = this.all;
    this.#seasons.answer(this.#profile);
    for (let j = 0; j < seasonal.length; j++) {
      residual[j] *= dt === 1 ? phi[j] : Math.pow(phi[j], dt);
      seasonal[j] = level[j] + season[j] + residual[j];
    }
    this.#profile.clamp(seasonal);
    for (let j = 0; j < seasonal.length; j++) if (ready[j] === 0) seasonal[j] = NaN;
    this.group.seasonal.set(seasonal);
  }
}
