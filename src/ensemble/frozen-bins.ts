import type { Cycle } from './cycles';
import { areWithin, type Numbers } from './numbers';
import type { Place, SeasonalProfile } from './seasonal-profile';

/** A window is at most so many frames long. */
const LONGEST_WINDOW = 127;
/** Of a rhythm that takes longer no bin is come back to: those on either side of the moment will do. */
const EITHER_SIDE = 2;
const NO_BIN = -1;

/**
 * The seasons of a profile as they were when a window began. The profile goes on learning from the very readings that the
 * window hides, and its bins would soon tell of them: so each is kept as it was when the window first came to it.
 */
export class FrozenBins {
  /** The rhythms' part of each sensor in the frame that the profile answered last. */
  readonly season: Float64Array;
  readonly #rhythms: readonly RhythmBins[];

  constructor(sensors: number, cycles: readonly Cycle[]) {
    this.season = new Float64Array(sensors);
    this.#rhythms = cycles.map((cycle) => new RhythmBins(sensors, cycle));
  }

  /** All arrays, by what they hold: the state. */
  get arrays(): Numbers[] {
    return this.#rhythms.flatMap((rhythm) => rhythm.arrays);
  }

  /** Whether its numbers are such as `answer` leaves behind. */
  get isSound(): boolean {
    return this.#rhythms.every((rhythm) => rhythm.isSound);
  }

  begin(): void {
    for (const rhythm of this.#rhythms) rhythm.begin();
  }

  /** Of a frame that the profile has answered, and not learned yet. */
  answer({ places, bins }: SeasonalProfile): void {
    const { season } = this;
    season.fill(0);
    for (let q = 0; q < this.#rhythms.length; q++) this.#rhythms[q].addTo(season, bins[q], places[q]);
  }
}

/** Some bins of one rhythm. */
class RhythmBins {
  readonly #bins: number;
  /** Which bin each slot has, and what it was for sensor 0, sensor 1, ... */
  readonly #binOf: Int16Array;
  readonly #values: Float32Array;
  /** The slot that is filled next. */
  readonly #next = new Uint8Array(1);

  constructor(sensors: number, { frames, bins }: Cycle) {
    const slots = frames > LONGEST_WINDOW ? EITHER_SIDE : bins;
    this.#bins = bins;
    this.#binOf = new Int16Array(slots).fill(NO_BIN);
    this.#values = new Float32Array(slots * sensors);
  }

  get arrays(): Numbers[] {
    return [this.#binOf, this.#next, this.#values];
  }

  get isSound(): boolean {
    const slots = { min: 0, max: this.#binOf.length - 1 };
    return areWithin(this.#binOf, { min: NO_BIN, max: this.#bins - 1 }) && areWithin(this.#next, slots);
  }

  begin(): void {
    this.#binOf.fill(NO_BIN);
    this.#next[0] = 0;
    this.#values.fill(0);
  }

  /** Adds each sensor's season at that place; `now`: the bins of sensor 0, of sensor 1, ... as they are. */
  addTo(season: Float64Array, now: Float32Array, { bin, next, above }: Readonly<Place>): void {
    const sensors = season.length;
    const values = this.#values;
    const from = sensors * this.#slotOf(bin, now, sensors);
    const to = above > 0 ? sensors * this.#slotOf(next, now, sensors) : from;
    for (let j = 0; j < sensors; j++) season[j] += (1 - above) * values[from + j] + above * values[to + j];
  }

  /** Of a bin that the window comes to for the first time it takes the place of the one kept first, if there is no room for all. */
  #slotOf(bin: number, now: Float32Array, sensors: number): number {
    const kept = this.#binOf.indexOf(bin);
    if (kept >= 0) return kept;
    const slot = this.#next[0];
    this.#next[0] = (slot + 1) % this.#binOf.length;
    this.#binOf[slot] = bin;
    for (let j = 0, at = slot * sensors; j < sensors; j++, at++) this.#values[at] = now[j * this.#bins + bin];
    return slot;
  }
}
