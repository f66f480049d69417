import type { StatePart } from '../packed-state';
import {
  checkColumns,
  clearColumns,
  createColumns,
  doubles,
  growColumns,
  singles,
  type Columns,
} from '../sensor-columns';
import type { Evidence } from './evidence';
import type { SensorRow } from './sensor-row';

/** Frames between two keepings. */
const INTERVAL = 50;
/** Numbers of a row beside its loadings: location and unit; level, deviation and explained share. */
const PLACES = 2;
const OTHERS = 3;
const GENERATIONS = 2;
/** Singles end at 3.4e38; a row beyond them is none. */
const LARGEST = 3e38;

const columnsOf = (rank: number) => ({
  place: doubles(0, GENERATIONS * PLACES),
  row: singles(0, GENERATIONS * (rank + OTHERS)),
});

/**
 * The rows as they were 50 to 100 frames ago, before a change that is found now: in its few frames a large step has moved the row,
 * and with it what the sensor is measured by.
 */
export class FormerRows {
  readonly columns: Columns<ReturnType<typeof columnsOf>>;
  readonly counters = { frames: 0 };
  readonly #rank: number;
  readonly #now: Float64Array;

  constructor(sensors: number, rank: number) {
    this.#rank = rank;
    this.#now = new Float64Array(rank + OTHERS);
    this.columns = createColumns(columnsOf(rank), sensors);
  }

  get parts(): StatePart[] {
    return [this.counters, ...Object.values(this.columns)];
  }

  addSensor(): void {
    const sensors = this.columns.place.length / (GENERATIONS * PLACES) + 1;
    growColumns(columnsOf(this.#rank), this.columns, sensors);
  }

  clearSensor(j: number): void {
    clearColumns(columnsOf(this.#rank), this.columns, j);
  }

  check(): void {
    checkColumns(columnsOf(this.#rank), this.columns);
  }

  /** A frame has been learned. */
  keep(evidence: Evidence): void {
    if (++this.counters.frames % INTERVAL !== 0) return;
    const { place, row } = this.columns;
    const { sensors } = evidence.filter.state;
    const width = this.#rank + OTHERS;
    for (let j = 0; j < sensors.length; j++) {
      if (!evidence.hasUnit(j) || !this.#readRow(evidence, j)) continue;
      const toPlace = GENERATIONS * PLACES * j;
      const toRow = GENERATIONS * width * j;
      place.copyWithin(toPlace + PLACES, toPlace, toPlace + PLACES);
      place[toPlace] = sensors[j].location;
      place[toPlace + 1] = sensors[j].unit;
      row.copyWithin(toRow + width, toRow, toRow + width);
      row.set(this.#now, toRow);
    }
  }

  /** Loadings, level, deviation and explained share as they are now; false: they are too large to be kept. */
  #readRow(evidence: Evidence, j: number): boolean {
    const { state } = evidence.filter;
    const now = this.#now;
    for (let i = 0; i < this.#rank; i++) now[i] = state.loading(j, i);
    now[this.#rank] = state.level(j);
    now[this.#rank + 1] = evidence.deviation(j);
    now[this.#rank + 2] = evidence.explained(j);
    for (let i = 0; i < now.length; i++) if (!(Math.abs(now[i]) < LARGEST)) return false;
    return true;
  }

  /** null: the sensor had none then. */
  rowOf(j: number): SensorRow | null {
    const { place, row } = this.columns;
    const rank = this.#rank;
    const [location, unit] = place.subarray(
      GENERATIONS * PLACES * j + PLACES,
      GENERATIONS * PLACES * (j + 1),
    );
    if (unit === 0) return null;
    const at = (GENERATIONS * j + GENERATIONS - 1) * (rank + OTHERS);
    const [level, deviation, explained] = row.subarray(at + rank, at + rank + OTHERS);
    return { location, unit, level, deviation, explained, loadings: Array.from(row.subarray(at, at + rank)) };
  }
}
