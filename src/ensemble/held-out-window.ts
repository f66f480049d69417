import { createDoubles, type Numbers } from './numbers';
import type { RegressionBlock } from './regression-block';
import { RegressionFork } from './regression-fork';
import type { SeasonalProfile } from './seasonal-profile';

/** What the challengers say of hidden sensors, by column; NaN where they say nothing. */
export interface Forecasts {
  readonly seasonal: Float64Array;
  readonly present: Float64Array;
  readonly dynamic: Float64Array;
}

export function createForecasts(sensors: number): Forecasts {
  const [seasonal, present, dynamic] = createDoubles(3, sensors);
  for (const nothing of [seasonal, present, dynamic]) nothing.fill(NaN);
  return { seasonal, present, dynamic };
}

/**
 * An outage that did not happen: the challengers go on from where they stood when the window began without one group of
 * sensors, and without any, while the readings that are known say how far off they are.
 */
export class HeldOutWindow {
  readonly group: Forecasts;
  readonly all: Forecasts;
  /** Time since the window began. */
  readonly elapsed = Float64Array.of(0);
  /** 1: hidden since the window began. */
  readonly hidden: Uint8Array;
  readonly #everything: Uint8Array;
  readonly #profile: SeasonalProfile;
  /** Level of the profile as the window began, its residual since then, and how fast that goes. */
  readonly level: Float64Array;
  readonly residual: Float64Array;
  readonly phi: Float64Array;
  readonly #groupForks: RegressionFork[];
  readonly #allForks: RegressionFork[];

  constructor(sensors: number, profile: SeasonalProfile, blocks: readonly RegressionBlock[]) {
    this.group = createForecasts(sensors);
    this.all = createForecasts(sensors);
    this.hidden = new Uint8Array(sensors);
    this.#everything = new Uint8Array(sensors).fill(1);
    this.#profile = profile;
    [this.level, this.residual, this.phi] = createDoubles(3, sensors);
    this.#groupForks = blocks.map((block) => new RegressionFork(block));
    this.#allForks = blocks.map((block) => new RegressionFork(block));
    blocks.forEach((block, b) => block.keep(this.#groupForks[b], this.#allForks[b]));
  }

  /** All arrays, by what they hold: the state, but for the forks', which are the blocks'. */
  get arrays(): Numbers[] {
    return [this.elapsed, this.hidden, this.level, this.residual, this.phi];
  }

  begin(hidden: Uint8Array): void {
    this.hidden.set(hidden);
    const { level, residual } = this.#profile;
    this.level.set(level);
    this.residual.set(residual.value);
    this.phi.set(residual.phi);
    for (const fork of this.#groupForks) fork.begin();
    for (const fork of this.#allForks) fork.begin();
    this.elapsed[0] = 0;
  }

  /** Whether the frame, dt after the last, is `elapsed` after the window began. One that was made since has not begun: it hides nothing. */
  isAt(elapsed: number, dt: number): boolean {
    return this.hidden.includes(1) && elapsed === this.elapsed[0] + dt;
  }

  /** One frame of which the profile has answered, without the hidden sensors. `isAsked`: and what is said where all are hidden. */
  step(readings: Float64Array, dt: number, clock: Float64Array, isAsked: boolean): void {
    this.elapsed[0] += dt;
    const { group, all, hidden } = this;
    this.#askProfile(dt);
    for (const fork of this.#groupForks)
      fork.step(readings, dt, clock, hidden, true, group.present, group.dynamic);
    for (const fork of this.#allForks)
      fork.step(readings, dt, clock, this.#everything, isAsked, all.present, all.dynamic);
  }

  /** It says the same whatever else is hidden. */
  #askProfile(dt: number): void {
    const { level, residual, phi } = this;
    const { season, ready } = this.#profile;
    const { seasonal } = this.all;
    for (let j = 0; j < seasonal.length; j++) {
      residual[j] *= dt === 1 ? phi[j] : Math.pow(phi[j], dt);
      seasonal[j] = level[j] + season[j] + residual[j];
    }
    this.#profile.clamp(seasonal);
    for (let j = 0; j < seasonal.length; j++) if (ready[j] === 0) seasonal[j] = NaN;
    this.group.seasonal.set(seasonal);
  }
}
