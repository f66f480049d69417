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

  constructor(sensors: number, rank: number) {
    this.#rank = rank;
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
    const width = this.#rank + OTHERS;
    for (let j = 0; j < evidence.sensors; j++) {
      const now = evidence.rowOf(j);
      if (now === null) continue;
      const numbers = [...now.loadings, now.level, now.deviation, now.explained];
      if (!numbers.every((number) => Math.abs(number) < LARGEST)) continue;
      place.copyWithin(
        GENERATIONS * PLACES * j + PLACES,
        GENERATIONS * PLACES * j,
        GENERATIONS * PLACES * j + PLACES,
      );
      place.set([now.location, now.unit], GENERATIONS * PLACES * j);
      row.copyWithin(
        GENERATIONS * width * j + width,
        GENERATIONS * width * j,
        GENERATIONS * width * j + width,
      );
      row.set(numbers, GENERATIONS * width * j);
    }
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
