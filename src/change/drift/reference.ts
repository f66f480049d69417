import type { Evidence } from '../evidence/evidence';
import type { StatePart } from '../packed-state';
import {
  checkColumns,
  clearColumns,
  createColumns,
  doubles,
  doublesFrom,
  growColumns,
  type Columns,
} from '../sensor-columns';

/** A level further out than this, in units of its sensor, counts as so far out. */
const FARTHEST = 1e6;
/** Of a reading about what the others say of it, in units of the sensor. */
export const LEAST_VARIANCE = 1e-8;

const columnsOf = (rank: number) => ({
  /** z = (reading - location) / unit; a unit of 0: the sensor has no row. */
  location: doubles(),
  unit: doublesFrom(0, 0),
  /** A loading for each coefficient, and the level; variance of a reading about what the others say of it. */
  row: doubles(0, rank + 1),
  variance: doublesFrom(0, 0),
});

/**
 * How all sensors follow each other, as it was known at one time. The rows of one time fit together: later, each may have turned with
 * the coefficients, and have followed its own drift.
 */
export class Reference {
  readonly columns: Columns<ReturnType<typeof columnsOf>>;
  readonly Q: Float64Array;
  readonly #rank: number;
  readonly #x: Float64Array;
  readonly #P: Float64Array;
  readonly #t: Float64Array;

  constructor(sensors: number, rank: number) {
    this.#rank = rank;
    this.columns = createColumns(columnsOf(rank), sensors);
    this.Q = new Float64Array(rank);
    this.#x = new Float64Array(rank);
    this.#P = new Float64Array(rank * rank);
    this.#t = new Float64Array(rank);
  }

  get parts(): StatePart[] {
    return [this.Q, ...Object.values(this.columns)];
  }

  addSensor(): void {
    growColumns(columnsOf(this.#rank), this.columns, this.columns.unit.length + 1);
  }

  clearSensor(j: number): void {
    clearColumns(columnsOf(this.#rank), this.columns, j);
  }

  check(): void {
    checkColumns(columnsOf(this.#rank), this.columns);
  }

  take({ filter: { state } }: Evidence): void {
    const { location, unit, row, variance } = this.columns;
    const rank = this.#rank;
    state.sensors.forEach((sensor, j) => {
      location[j] = sensor.location;
      unit[j] = sensor.unit;
      variance[j] = Math.max(sensor.gamma0, LEAST_VARIANCE);
      for (let i = 0; i < rank; i++) row[j * (rank + 1) + i] = state.loading(j, i);
      row[j * (rank + 1) + rank] = state.level(j);
    });
    this.Q.set(state.Q);
  }

  /** Share of a sensor's variance that the others explain. */
  explained(j: number): number {
    const { row, variance } = this.columns;
    let common = 0;
    for (let i = 0; i < this.#rank; i++) common += row[j * (this.#rank + 1) + i] ** 2 * this.Q[i];
    return common / (common + variance[j]);
  }

  /**
   * What the others do not explain of each sensor's level, NaN where it has none: from the coefficients x, P of all levels the
   * sensor's own is taken out again, as in the factor filter,
   *
   *   t = P c,   left = (z - c'x) D / (D - c't)
   */
  compare(levels: Float64Array, left: Float64Array): void {
    const { unit, row, variance } = this.columns;
    const rank = this.#rank;
    const x = this.#x;
    this.#correct(levels);
    for (let j = 0; j < left.length; j++) {
      left[j] = NaN;
      if (unit[j] === 0 || levels[j] !== levels[j]) continue;
      const at = j * (rank + 1);
      const own = Math.max(variance[j] - this.#multiply(at), 1e-9 * variance[j]);
      let off = this.#standardise(levels, j) - row[at + rank];
      for (let i = 0; i < rank; i++) off -= row[at + i] * x[i];
      left[j] = (off * variance[j]) / own;
    }
  }

  /** x, P from all levels, one after another. */
  #correct(levels: Float64Array): void {
    const { unit, row, variance } = this.columns;
    const rank = this.#rank;
    const x = this.#x.fill(0);
    const P = this.#P.fill(0);
    const t = this.#t;
    for (let i = 0; i < rank; i++) P[i * rank + i] = this.Q[i];
    for (let j = 0; j < levels.length; j++) {
      if (unit[j] === 0 || levels[j] !== levels[j]) continue;
      const at = j * (rank + 1);
      const S = this.#multiply(at) + variance[j];
      let e = this.#standardise(levels, j) - row[at + rank];
      for (let i = 0; i < rank; i++) e -= row[at + i] * x[i];
      for (let i = 0; i < rank; i++) {
        x[i] += (t[i] * e) / S;
        for (let k = 0; k < rank; k++) P[i * rank + k] -= (t[i] * t[k]) / S;
      }
    }
  }

  /** t = P c; returns c't, which is not negative. */
  #multiply(at: number): number {
    const { row } = this.columns;
    const rank = this.#rank;
    let h = 0;
    for (let i = 0; i < rank; i++) {
      let sum = 0;
      for (let k = 0; k < rank; k++) sum += this.#P[i * rank + k] * row[at + k];
      this.#t[i] = sum;
      h += sum * row[at + i];
    }
    return Math.max(h, 0);
  }

  #standardise(levels: Float64Array, j: number): number {
    const { location, unit } = this.columns;
    return Math.min(FARTHEST, Math.max(-FARTHEST, (levels[j] - location[j]) / unit[j]));
  }
}
