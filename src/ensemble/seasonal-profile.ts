import { CarriedResidual } from './carried-residual';
import { canShow, type Cycle } from './cycles';
import { storedCount } from '../stored-range';
import { areWithin, copySensor, createDoubles, notNegative, type Numbers } from './numbers';
import { scratchOf } from './scratch';
import { shorten } from './short-singles';

/** The least gain of a bin, and of the level in periods of the longest rhythm: later, and at first. */
const BIN_GAIN = 0.1;
/** With more the gain of a bin is the least. */
const MOST_VISITS = 1 / BIN_GAIN;
const LEVEL_GAIN = 0.25;
const FIRST_LEVEL_GAIN = 0.5;
/** Periods for which the level follows faster. */
const FIRST_PERIODS = 3;
/** The level's memory, in frames, where no rhythm says how long it should be. */
const NO_RHYTHM = 100;
const SHORTEST_MEMORY = 24;
/** How far beyond the range seen a forecast may lie, in widths of that range. */
const BEYOND_RANGE = 0.25;
/** Bits of a bin that are cut once the clock has left it: 12 of its 24 digits stay, and an error far below that of its readings. */
const BITS_CUT = 12;
/** A sensor is said to have a rhythm that makes up so much of its variance: the bins of noise make up .05 to .13. */
const SHARE_OF_RHYTHM = 0.2;

/** Where a moment is in a rhythm: between two bins, `above` of the way to the second. */
export interface Place {
  bin: number;
  next: number;
  above: number;
}

/**
 * Each sensor by the clock alone: base = L + sum_q p_q[phase_q], and the AR(1) residual r carried on.
 *
 *   a = y - base;  L += max(1 / n, c / longest rhythm) a;  p_1 += g a;  p_2 += g (a - what p_1 took) ...
 */
export class SeasonalProfile {
  readonly cycles: readonly Cycle[];
  readonly mean: Float64Array;
  /** The rhythms' part of it. */
  readonly season: Float64Array;
  readonly ready: Uint8Array;
  readonly level: Float64Array;
  readonly count: Float64Array;
  readonly low: Float64Array;
  readonly high: Float64Array;
  readonly residual: CarriedResidual;
  /** For each rhythm: the bins of sensor 0, of sensor 1, ... */
  readonly bins: Float32Array[];
  /** For each rhythm: how often each bin was visited by frames with a reading, 10 times at most. */
  readonly visits: Float32Array[];
  /** For each rhythm: where the frame answered last is. */
  readonly places: readonly Readonly<Place>[];
  readonly #places: Place[];
  readonly #shortest: Cycle | null;
  readonly #levelMemory: number;

  constructor(sensors: number, cycles: readonly Cycle[]) {
    this.cycles = cycles;
    [this.mean, this.season, this.level, this.count, this.low, this.high] = createDoubles(6, sensors);
    this.ready = new Uint8Array(sensors);
    this.residual = new CarriedResidual(sensors);
    this.bins = cycles.map(({ bins }) => new Float32Array(bins * sensors));
    this.visits = cycles.map(({ bins }) => new Float32Array(bins));
    this.places = this.#places = cycles.map(() => ({ bin: 0, next: 0, above: 0 }));
    const lengths = cycles.map(({ frames }) => frames);
    this.#shortest = cycles.reduce<Cycle | null>(
      (a, b) => (a !== null && a.frames <= b.frames ? a : b),
      null,
    );
    this.#levelMemory = Math.max(SHORTEST_MEMORY, ...(lengths.length > 0 ? lengths : [NO_RHYTHM]));
  }

  /** What each sensor would show in a frame dt periods after the last, at these phases of the rhythms. Changes no state. */
  answer(dt: number, phases: Float64Array): void {
    const { level, season, mean, residual, count, ready } = this;
    const { carried } = residual;
    this.#place(phases);
    this.#sumSeasons();
    residual.carry(dt);
    for (let j = 0; j < mean.length; j++) {
      mean[j] = level[j] + season[j] + carried[j];
      ready[j] = this.#shortest !== null && canShow(this.#shortest, count[j]) ? 1 : 0;
    }
    this.clamp(mean);
  }

  /** Takes in the frame answered last; NaN is a gap. */
  learn(readings: Float64Array, dt: number): void {
    const { level, season } = this;
    const residuals = scratchOf(readings.length);
    let seen = 0;
    for (let j = 0; j < readings.length; j++) {
      residuals[j] = NaN;
      if (Number.isNaN(readings[j])) continue;
      seen += 1;
      this.#learnRange(j, readings[j]);
      residuals[j] = readings[j] - level[j] - season[j];
    }
    if (seen > 0) this.#countVisit();
    this.residual.learn(residuals, dt);
    this.#learnLevels(residuals);
    for (let q = 0; q < this.cycles.length; q++) {
      this.#learnBins(q, residuals);
      this.#shortenBins(q);
    }
  }

  #learnRange(j: number, reading: number): void {
    const n = (this.count[j] += 1);
    if (n === 1) this.level[j] = this.low[j] = this.high[j] = reading;
    this.low[j] = Math.min(this.low[j], reading);
    this.high[j] = Math.max(this.high[j], reading);
  }

  #learnLevels(residuals: Float64Array): void {
    const { level, count } = this;
    const memory = this.#levelMemory;
    for (let j = 0; j < residuals.length; j++) {
      if (Number.isNaN(residuals[j])) continue;
      const gain = (count[j] > FIRST_PERIODS * memory ? LEVEL_GAIN : FIRST_LEVEL_GAIN) / memory;
      level[j] += Math.max(1 / count[j], gain) * residuals[j];
    }
  }

  #countVisit(): void {
    for (let q = 0; q < this.cycles.length; q++) {
      const { bin, next, above } = this.#places[q];
      const weight = 1 / Math.max(1, this.cycles[q].frames / this.cycles[q].bins);
      const visits = this.visits[q];
      visits[bin] = Math.min(visits[bin] + weight * (1 - above), MOST_VISITS);
      visits[next] = Math.min(visits[next] + weight * above, MOST_VISITS);
    }
  }

  /** Moves the bins of a rhythm about the moment towards the residuals; what they take of them is no longer there. */
  #learnBins(q: number, residuals: Float64Array): void {
    const { bin, next, above } = this.#places[q];
    const { bins, frames } = this.cycles[q];
    const values = this.bins[q];
    const visits = this.visits[q];
    const weight = 1 / Math.max(1, frames / bins);
    // The gains of all sensors that have been through as many rounds as the bins.
    const seldom = (Math.max(visits[bin], visits[next]) - 1) * frames;
    const binGain = this.#gain(q, bin, Infinity);
    const nextGain = this.#gain(q, next, Infinity);
    for (let j = 0, at = 0; j < residuals.length; j++, at += bins) {
      const rest = residuals[j];
      if (Number.isNaN(rest)) continue;
      // A sensor that joined late has been through fewer rounds than the bins.
      const isLate = this.count[j] < seldom;
      const rounds = isLate ? this.count[j] / frames : Infinity;
      const before = (1 - above) * values[at + bin] + above * values[at + next];
      values[at + bin] += weight * (1 - above) * (isLate ? this.#gain(q, bin, rounds) : binGain) * rest;
      if (above > 0)
        values[at + next] += weight * above * (isLate ? this.#gain(q, next, rounds) : nextGain) * rest;
      residuals[j] = rest - ((1 - above) * values[at + bin] + above * values[at + next] - before);
    }
  }

  /** Those of the bin before the present one, which is not learned any more before the next round. */
  #shortenBins(q: number): void {
    const { bins } = this.cycles[q];
    const left = (this.#places[q].bin + bins - 1) % bins;
    for (let at = left; at < this.bins[q].length; at += bins) shorten(this.bins[q], at, BITS_CUT);
    shorten(this.visits[q], left, BITS_CUT);
  }

  /** 1 / (n + 1) of the first rhythm, 1 / (n + 2) of those that have what it leaves. */
  #gain(q: number, bin: number, rounds: number): number {
    const visits = Math.min(this.visits[q][bin], rounds + 1);
    return Math.max(1 / (visits + (q === 0 ? 1 : 2)), BIN_GAIN);
  }

  /** The rhythm that moves sensor j, of this variance, most; null where none does by more than chance. */
  rhythmOf(j: number, variance: number): Cycle | null {
    let strongest: Cycle | null = null;
    let most = SHARE_OF_RHYTHM * variance;
    this.cycles.forEach((cycle, q) => {
      const moved = varianceOf(this.bins[q].subarray(j * cycle.bins, (j + 1) * cycle.bins));
      if (!canShow(cycle, this.count[j]) || !(moved > most)) return;
      most = moved;
      strongest = cycle;
    });
    return strongest;
  }

  /** Whether its numbers are such as `learn` leaves behind. */
  get isSound(): boolean {
    const { count, residual, visits } = this;
    return (
      areWithin(count, storedCount) &&
      residual.isSound &&
      visits.every((each) => areWithin(each, notNegative))
    );
  }

  /** All arrays, by what they hold: the state. */
  get arrays(): Numbers[] {
    return [...this.#bySensor, ...this.visits];
  }

  get #bySensor(): Numbers[] {
    const { level, count, low, high, residual, bins } = this;
    return [level, count, low, high, ...residual.arrays, ...bins];
  }

  /** The level of sensor j has shifted: its rhythms stay, what is left of it was led astray. */
  shift(j: number, by: number): void {
    for (const level of [this.level, this.low, this.high]) level[j] += by;
    this.residual.value[j] = 0;
  }

  clearSensor(j: number): void {
    copySensor(this.#bySensor, new SeasonalProfile(1, this.cycles).#bySensor, j);
  }

  /** Within the range seen, widened by a quarter on either side. */
  clamp(values: Float64Array): void {
    const { low, high } = this;
    for (let j = 0; j < values.length; j++) {
      const beyond = BEYOND_RANGE * (high[j] - low[j]);
      values[j] = Math.min(Math.max(values[j], low[j] - beyond), high[j] + beyond);
    }
  }

  #sumSeasons(): void {
    const { season } = this;
    season.fill(0);
    for (let q = 0; q < this.cycles.length; q++) {
      const { bin, next, above } = this.#places[q];
      const { bins } = this.cycles[q];
      const values = this.bins[q];
      for (let j = 0, at = 0; j < season.length; j++, at += bins)
        season[j] += (1 - above) * values[at + bin] + (above > 0 ? above * values[at + next] : 0);
    }
  }

  /** Bins as fine as the frames are taken as they are; coarser ones are interpolated. */
  #place(phases: Float64Array): void {
    for (let q = 0; q < this.cycles.length; q++) {
      const { bins, frames } = this.cycles[q];
      const place = this.#places[q];
      const position = phases[q] * bins;
      const isCoarse = bins < frames - 0.5;
      const bin = isCoarse ? Math.floor(position) : Math.round(position);
      place.bin = bin % bins;
      place.next = (bin + 1) % bins;
      place.above = isCoarse ? position - bin : 0;
    }
  }
}

function varianceOf(values: Float32Array): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
}
