import type { StatePart } from '../packed-state';
import {
  checkColumns,
  checkCounters,
  clearColumns,
  counts,
  createColumns,
  doublesFrom,
  growColumns,
  type Columns,
} from '../sensor-columns';
import { maternProcess } from './coefficient-dynamics';
import { FactorFilter } from './factor-filter';
import type { FactorSettings } from './factor-state';
import { FirstReadings } from './first-readings';
import type { SensorRow } from './sensor-row';
import { StoredFilter } from './stored-filter';

/** Rank 4: with more coefficients a step in a few sensors is soon explained away. Loadings remember 2,000 frames. */
export const FACTORS: FactorSettings = { rank: 4, forgetting: 0.9995, dynamics: maternProcess };

/** Frames until the filter starts; how often a sensor without a unit is looked at from then on. */
export const START = 60;
const LOOKED_AT = 16;
/** A residual beyond three scales counts as three, once so many are known; what clipping takes from the variance of a normal one. */
const CLIP = 3;
const CLIPPED_FROM = 20;
const CLIPPING_LOSS = 1.03;
/** Readings over which a scale is learned. */
const SCALE_MEMORY = 300;
/** Least scale, in units of the sensor: less is rounding. */
const LEAST_SPREAD = 1e-9;

const columns = {
  /** Root mean square of the clipped residuals, of so many. */
  spread: doublesFrom(0, 0),
  counted: counts(),
};

/**
 * What readings say that the other sensors and the sensor's own past do not: of each sensor that was read, in its own unit,
 *
 *   residual   the reading less what the others and its own past say of it
 *   relation   the reading less what the others say of it; its surprise clipped at three scales
 *   scale      root mean square of the residuals before this one
 *
 * NaN where nothing was read or no unit is known.
 */
export class Evidence {
  readonly filter: FactorFilter;
  readonly columns: Columns<typeof columns>;
  readonly counters = { frames: 0 };
  relation: Float64Array;
  scale: Float64Array;
  readonly #first: FirstReadings;
  readonly #stored: StoredFilter;

  constructor(sensors: number, settings: FactorSettings = FACTORS) {
    this.filter = new FactorFilter(settings, sensors);
    this.#stored = new StoredFilter(this.filter.state);
    this.#first = new FirstReadings(sensors);
    this.columns = createColumns(columns, sensors);
    this.relation = new Float64Array(sensors).fill(NaN);
    this.scale = new Float64Array(sensors).fill(NaN);
  }

  get sensors(): number {
    return this.scale.length;
  }

  get residual(): Float64Array {
    return this.filter.residual;
  }

  get parts(): StatePart[] {
    return [this.counters, this.#first, ...Object.values(this.columns), this.#stored];
  }

  addSensor(): void {
    const sensors = this.sensors + 1;
    this.filter.addSensor();
    this.#first.addSensor();
    growColumns(columns, this.columns, sensors);
    this.relation = new Float64Array(sensors).fill(NaN);
    this.scale = new Float64Array(sensors).fill(NaN);
  }

  /** Column j is from now on of another sensor, of which nothing is known. */
  replaceSensor(j: number): void {
    this.filter.replaceSensor(j);
    this.#first.keep(j);
    clearColumns(columns, this.columns, j);
    this.relation[j] = this.scale[j] = NaN;
  }

  /** Refuses numbers that a running model cannot have come to; else lets go of first readings that states of before hold. */
  check(): void {
    checkCounters(this.counters);
    this.#first.check();
    checkColumns(columns, this.columns);
    if (!this.isWaiting) this.#letGo();
  }

  /** Takes in one frame in which something was read. While `isWaiting`, it is kept for a replay, and there is nothing to say. */
  update(readings: ArrayLike<number>, dt: number): void {
    const frame = this.counters.frames++;
    this.#first.record(frame, readings, dt);
    if (frame === START - 1) this.#findUnits();
    if (frame < START) return;
    if (frame % LOOKED_AT === 0) {
      this.#findUnits();
      this.#letGo();
    }
    this.#step(readings, dt);
  }

  get isWaiting(): boolean {
    return this.counters.frames < START;
  }

  /** Whether the frames kept so far are to be replayed, all START of them. */
  get isStarting(): boolean {
    return this.counters.frames === START;
  }

  /** Takes in one of the first frames again, now that the sensors have units; returns its dt. */
  replay(frame: number): number {
    const dt = this.#first.dtOf(frame);
    this.#step(this.#first.readingsOf(frame), dt);
    if (frame === START - 1) this.#letGo();
    return dt;
  }

  /** The sensor is to be learned again: its row, its noise and its scale. */
  relearn(j: number): void {
    const sensor = this.filter.state.sensors[j];
    this.relearnRow(j);
    sensor.count = Math.min(sensor.count, CLIPPED_FROM);
    this.columns.counted[j] = Math.min(this.columns.counted[j], CLIPPED_FROM);
  }

  /** How the sensor follows the others is to be learned again; how noisy it is, is known. */
  relearnRow(j: number): void {
    this.filter.state.loosenRow(j);
  }

  hasUnit(j: number): boolean {
    return this.filter.state.sensors[j].unit > 0;
  }

  /** Standard deviation of what the others do not explain of a sensor. */
  deviation(j: number): number {
    const { unit, gamma0 } = this.filter.state.sensors[j];
    return unit * Math.sqrt(gamma0);
  }

  /** Share of a sensor's variance that the others do. */
  explained(j: number): number {
    const { state } = this.filter;
    let common = 0;
    for (let i = 0; i < state.r; i++) {
      const loading = state.loading(j, i);
      common += loading * loading * state.Q[i];
    }
    return common / (common + state.sensors[j].gamma0);
  }

  /** How the sensor follows the others as far as is known now; null: it has no unit yet. */
  rowOf(j: number): SensorRow | null {
    const { state } = this.filter;
    const { location, unit } = state.sensors[j];
    if (!this.hasUnit(j)) return null;
    const loadings = Array.from({ length: state.rank }, (_, i) => state.loading(j, i));
    return {
      ...{ location, unit, level: state.level(j), loadings },
      ...{ deviation: this.deviation(j), explained: this.explained(j) },
    };
  }

  /** What the others said in the last frame of sensor j, which was read in it, if it follows them as in this row. */
  expectedBy(row: SensorRow, j: number): number {
    const { state } = this.filter;
    let z = row.level;
    for (let i = 0; i < row.loadings.length; i++) z += row.loadings[i] * state.coefficientWithout(j, i);
    return row.location + row.unit * z;
  }

  #findUnits(): void {
    const { sensors } = this.filter.state;
    for (let j = 0; j < sensors.length; j++) {
      const found = this.hasUnit(j) ? null : this.#first.unitOf(j);
      if (found === null) continue;
      sensors[j].location = found.location;
      sensors[j].unit = found.unit;
    }
  }

  /** Once the first frames are learned, a sensor that has a unit needs its first readings no longer. */
  #letGo(): void {
    for (let j = 0; j < this.sensors; j++) if (this.hasUnit(j)) this.#first.letGo(j);
  }

  #step(readings: ArrayLike<number>, dt: number): void {
    const { residual, relation: raw } = this.filter;
    const { spread, counted } = this.columns;
    const { sensors } = this.filter.state;
    this.filter.step(readings, dt);
    for (let j = 0; j < this.sensors; j++) {
      const e = residual[j];
      this.scale[j] = this.relation[j] = NaN;
      if (e !== e) continue;
      const least = LEAST_SPREAD * sensors[j].unit;
      if (counted[j] === 0) spread[j] = Math.abs(e) + least;
      const a = Math.max(1 / (++counted[j] + 1), 1 / SCALE_MEMORY);
      const limit = counted[j] > CLIPPED_FROM ? CLIP * spread[j] : Infinity;
      const clipped = Math.min(limit, Math.max(-limit, e));
      this.scale[j] = spread[j];
      this.relation[j] = raw[j] - e + clipped;
      const square = (1 - a) * spread[j] * spread[j] + a * CLIPPING_LOSS * clipped * clipped;
      spread[j] = Math.max(Math.sqrt(square), least);
    }
  }
}
