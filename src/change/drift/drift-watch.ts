import type { Drift, DriftDirection } from '../detector';
import type { Evidence } from '../evidence/evidence';
import type { StatePart } from '../packed-state';
import {
  checkColumns,
  checkCounters,
  clearColumns,
  counts,
  createColumns,
  doubles,
  growColumns,
  singles,
  type Columns,
} from '../sensor-columns';
import { LEAST_VARIANCE, Reference } from './reference';
import { findBend, Trend } from './trend';

/** Frames of a block, of which half must be read; blocks that a trend is looked for in, and those of them that a sensor needs. */
const BLOCK = 50;
const LEAST_READ = BLOCK / 2;
const WINDOW = 24;
const LEAST_BLOCKS = 17;
/** Blocks until the first reference is taken, and between two. */
const FIRST = 15;
const RENEWED = 40;
/** Standard errors that a slope is away from none. */
const SIGNIFICANT = 7;
/** How far a sensor goes in a window at least, in deviations about what the others say of it; and for how many times the next. */
const LEAST_SIZE = 1;
const APART = 1.75;
/** A drift is over when it goes no further than this in a window. */
const OVER = LEAST_SIZE / 2;
/** Who drifts can be told where the others explain so much of a sensor, and are so many with it. */
const EXPLAINED = 0.5;
const LEAST_SENSORS = 3;
/** What is further away, in units of the sensor, counts as so far. */
const FARTHEST = 1e6;

const columns = {
  /** Of the block at hand. */
  sum: doubles(),
  read: counts(),
  /** What the others did not explain of the last blocks, block k at k % WINDOW, in units of the reference. */
  left: singles(NaN, WINDOW),
  /** What the references before this one had left more: makes one series of them. */
  carried: doubles(),
  /** What was told: 0 nothing, 1 a drift up, 2 one down. */
  told: counts(),
};

/** What is left of the blocks of the window in the sensor at hand, the oldest first; and its trend. */
const series = new Float64Array(WINDOW);
const trend = new Trend();

const directions: readonly (DriftDirection | null)[] = [null, 'up', 'down'];

/**
 * Looks for a sensor that slowly leaves what the others say of it. The means of blocks of frames are compared with how the sensors
 * followed each other at one time, up to 2,000 frames ago, which knows nothing of a drift since; a trend of what that does not
 * explain, in one sensor much more than in all others, is a drift of it. O(d) once a block.
 */
export class DriftWatch {
  readonly columns: Columns<typeof columns>;
  readonly counters = { inBlock: 0, blocks: 0, hasReference: 0 };
  /** Number and time of the first frame of each block of the window. */
  readonly #numbers = new Float64Array(WINDOW);
  readonly #times = new Float64Array(WINDOW).fill(NaN);
  readonly #reference: Reference;
  #levels: Float64Array;
  #left: Float64Array;
  #drift: Drift | null = null;

  constructor(sensors: number, rank: number) {
    this.columns = createColumns(columns, sensors);
    this.#reference = new Reference(sensors, rank);
    this.#levels = new Float64Array(sensors);
    this.#left = new Float64Array(sensors);
  }

  get parts(): StatePart[] {
    const { counters } = this;
    return [counters, this.#numbers, this.#times, ...Object.values(this.columns), ...this.#reference.parts];
  }

  addSensor(): void {
    const sensors = this.#left.length + 1;
    growColumns(columns, this.columns, sensors);
    this.#reference.addSensor();
    this.#levels = new Float64Array(sensors);
    this.#left = new Float64Array(sensors);
  }

  clearSensor(j: number): void {
    clearColumns(columns, this.columns, j);
    this.#reference.clearSensor(j);
    if (this.#drift?.column === j) this.#drift = null;
  }

  check(): void {
    checkCounters(this.counters);
    checkColumns(columns, this.columns);
    this.#reference.check();
  }

  /** A drift that the last frame gave away and that has not been told. */
  get drift(): Drift | null {
    return this.#drift;
  }

  /** The drift at hand is told, and is not found again until it is over. */
  tell(): void {
    if (this.#drift === null) return;
    this.columns.told[this.#drift.column] = directions.indexOf(this.#drift.direction);
    this.#drift = null;
  }

  /** Where the sensor drifts, if that was told. */
  driftOf(j: number): DriftDirection | null {
    return directions[this.columns.told[j]] ?? null;
  }

  /** Takes in a frame, which has this number and time (NaN: none). */
  learn(evidence: Evidence, readings: Float64Array, number: number, time: number): void {
    const { counters } = this;
    const { sum, read } = this.columns;
    this.#drift = null;
    if (counters.inBlock === 0) {
      this.#numbers[counters.blocks % WINDOW] = number;
      this.#times[counters.blocks % WINDOW] = time;
    }
    for (let j = 0; j < read.length; j++) {
      if (readings[j] !== readings[j]) continue;
      sum[j] += readings[j];
      read[j]++;
    }
    if (++counters.inBlock < BLOCK) return;
    counters.inBlock = 0;
    this.#closeBlock(evidence);
  }

  #closeBlock(evidence: Evidence): void {
    const { counters } = this;
    const { sum, read } = this.columns;
    for (let j = 0; j < read.length; j++) {
      this.#levels[j] = read[j] < LEAST_READ ? NaN : sum[j] / read[j];
      sum[j] = read[j] = 0;
    }
    if (counters.hasReference === 1) this.#compare(counters.blocks % WINDOW);
    counters.blocks++;
    if (counters.blocks % RENEWED === FIRST) this.#renew(evidence);
    if (counters.hasReference === 1) this.#drift = this.#find();
  }

  #compare(slot: number): void {
    const { left, carried } = this.columns;
    this.#reference.compare(this.#levels, this.#left);
    for (let j = 0; j < carried.length; j++) left[j * WINDOW + slot] = bounded(this.#left[j] + carried[j]);
  }

  /** Takes a new reference, and goes on where the series of the last one stands, which is 0 from now on. */
  #renew(evidence: Evidence): void {
    const { columns: own, counters } = this;
    const { unit, variance } = this.#reference.columns;
    const slot = (counters.blocks - 1) % WINDOW;
    const former = { unit: unit.slice(), variance: variance.slice() };
    this.#reference.take(evidence);
    for (let j = 0; j < unit.length; j++) {
      if (!this.#isMoving(j)) continue;
      // The filter takes a drift for noise of the sensor.
      const known = former.variance[j] * (former.unit[j] / unit[j]) ** 2;
      variance[j] = Math.max(LEAST_VARIANCE, Math.min(variance[j], known));
    }
    this.#reference.compare(this.#levels, this.#left);
    for (let j = 0; j < unit.length; j++) {
      const first = j * WINDOW;
      const stands = own.left[first + slot];
      const factor = former.unit[j] / unit[j];
      for (let k = first; k < first + WINDOW; k++) own.left[k] = bounded((own.left[k] - stands) * factor);
      own.carried[j] = this.#left[j] === this.#left[j] ? -bounded(this.#left[j]) : 0;
    }
    counters.hasReference = 1;
  }

  #isMoving(j: number): boolean {
    this.#readSeries(j);
    trend.fit(series);
    return Math.abs(trend.significance) >= SIGNIFICANT;
  }

  /** The sensor that goes furthest, if it is a drift. */
  #find(): Drift | null {
    const { told } = this.columns;
    const { variance, unit } = this.#reference.columns;
    let column = -1;
    let most = 0;
    let next = 0;
    let isDrift = false;
    for (let j = 0; j < told.length; j++) {
      this.#readSeries(j);
      trend.fit(series);
      const isKnown = unit[j] > 0 && trend.count >= LEAST_BLOCKS;
      const size = isKnown ? (Math.abs(trend.slope) * WINDOW) / Math.sqrt(variance[j]) : 0;
      if (size < OVER) told[j] = 0;
      if (size <= most) {
        next = Math.max(next, size);
        continue;
      }
      next = most;
      most = size;
      column = j;
      isDrift = trend.isGradual && Math.abs(trend.significance) >= SIGNIFICANT;
    }
    if (!isDrift || most < Math.max(LEAST_SIZE, APART * next) || told.length < LEAST_SENSORS) return null;
    if (told[column] > 0 || this.#reference.explained(column) < EXPLAINED) return null;
    return this.#describe(column);
  }

  #describe(column: number): Drift {
    const { blocks } = this.counters;
    const unit = this.#reference.columns.unit[column];
    this.#readSeries(column);
    const { at, slope } = findBend(series);
    const slot = (blocks + at) % WINDOW;
    const time = this.#times[slot];
    return {
      column,
      index: this.#numbers[slot],
      since: Number.isNaN(time) ? null : time,
      direction: slope > 0 ? 'up' : 'down',
      rate: (slope * unit * 1000) / BLOCK,
      size: slope * unit * (WINDOW - 1 - at),
      level: this.#levels[column],
    };
  }

  #readSeries(j: number): void {
    const { left } = this.columns;
    const oldest = this.counters.blocks % WINDOW;
    for (let i = 0; i < WINDOW; i++) series[i] = left[j * WINDOW + ((oldest + i) % WINDOW)];
  }
}

const bounded = (value: number): number => Math.min(FARTHEST, Math.max(-FARTHEST, value));
