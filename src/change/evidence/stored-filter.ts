import { damagedState } from '../../errors';
import { entryAt, packedLength } from '../../linalg/packed';
import { lengthOfState, packState, StoredPart, unpackState, type StatePart } from '../packed-state';
import {
  checkColumns,
  checkCounters,
  counts,
  createColumns,
  doubles,
  doublesFrom,
  type Columns,
} from '../sensor-columns';
import { MAX_COEFFICIENT, type FactorState } from './factor-state';
import type { FilteredSensor } from './filtered-sensor';

/** What is stored of each sensor, in this order. A lag that is missing is NaN. */
const columnsOf = (rank: number) => ({
  location: doubles(),
  unit: doublesFrom(0, 0),
  misfits: counts(),
  C: doubles(0, rank + 1),
  V: doubles(0, packedLength(rank + 1)),
  offset: doubles(),
  offsetVariance: doublesFrom(0, 0),
  decay: doublesFrom(0, 0),
  offsetNoise: doublesFrom(0, 0),
  noise: doublesFrom(Number.MIN_VALUE, 0),
  gamma0: doublesFrom(0, 0),
  gamma1: doubles(),
  gamma2: doubles(),
  count: counts(),
  lag1: doubles(NaN),
  lag2: doubles(NaN),
  surprises: counts(),
});
type Stored = Columns<ReturnType<typeof columnsOf>>;

/** The numbers of a sensor that are stored as they are. */
const fields = [
  ...(['location', 'unit', 'misfits', 'offset', 'offsetVariance', 'decay', 'offsetNoise', 'noise'] as const),
  ...(['gamma0', 'gamma1', 'gamma2', 'count', 'surprises'] as const),
];

/** The parts of a stored filter: `mean` has all positions, then all rates, and P is their covariance, row-major. */
class Parts {
  readonly counters = { used: 0, frames: 0, random: 0 };
  readonly mean: Float64Array;
  readonly P: Float64Array;
  readonly Q: Float64Array;
  readonly columns: Stored;

  constructor(rank: number, size: number, sensors: number) {
    this.mean = new Float64Array(size);
    this.P = new Float64Array(size * size);
    this.Q = new Float64Array(rank);
    this.columns = createColumns(columnsOf(rank), sensors);
  }

  get all(): StatePart[] {
    return [this.counters, this.mean, this.P, this.Q, ...Object.values(this.columns)];
  }
}

/**
 * A factor filter as it is stored: with room for `rank` coefficients, whatever is in use. Coefficients that are not have no loadings
 * and the variance they begin with.
 */
export class StoredFilter extends StoredPart {
  readonly #state: FactorState;

  constructor(state: FactorState) {
    super();
    this.#state = state;
  }

  get length(): number {
    return lengthOfState(this.#blank().all);
  }

  override pack(): Float64Array {
    const state = this.#state;
    const { m, at, r, rank, order } = state;
    const parts = this.#blank();
    const size = rank * order;
    Object.assign(parts.counters, { used: r, ...state.counters });
    parts.Q.fill(state.dynamics.firstVariance);
    for (let i = 0; i < size; i++) parts.P[i * (size + 1)] = state.dynamics.start[i < rank ? 0 : 1];
    for (let i = 0; i < r; i++) {
      parts.Q[i] = state.Q[i];
      parts.mean[i] = state.x[i];
      for (let j = 0; j < r; j++) parts.P[i * size + j] = m[at.P + entryAt(i, j)];
      if (order === 1) continue;
      parts.mean[rank + i] = state.v[i];
      for (let j = 0; j < r; j++) {
        parts.P[(rank + i) * size + rank + j] = m[at.Pvv + entryAt(i, j)];
        parts.P[(rank + i) * size + j] = parts.P[j * size + rank + i] = m[at.Pvx + i * r + j];
      }
    }
    state.sensors.forEach((sensor, j) => this.#packSensor(sensor, j, parts.columns));
    return packState(parts.all);
  }

  override unpack(data: Float64Array): void {
    const state = this.#state;
    const { rank, order } = state;
    const parts = this.#blank();
    unpackState(data, parts.all);
    check(parts, rank);
    const { used, frames, random } = parts.counters;
    const size = rank * order;
    state.allocate(state.sensors.length, used);
    Object.assign(state.counters, { frames, random });
    const { m, at } = state;
    for (let i = 0; i < used; i++) {
      state.Q[i] = parts.Q[i];
      state.x[i] = parts.mean[i];
      for (let j = 0; j <= i; j++) m[at.P + entryAt(i, j)] = parts.P[i * size + j];
      if (order === 1) continue;
      state.v[i] = parts.mean[rank + i];
      for (let j = 0; j <= i; j++) m[at.Pvv + entryAt(i, j)] = parts.P[(rank + i) * size + rank + j];
      for (let j = 0; j < used; j++) m[at.Pvx + i * used + j] = parts.P[(rank + i) * size + j];
    }
    state.sensors.forEach((sensor, j) => this.#unpackSensor(sensor, j, parts.columns));
  }

  #blank(): Parts {
    const { rank, order, sensors } = this.#state;
    return new Parts(rank, rank * order, sensors.length);
  }

  /** The level comes last, in C and in V, behind all coefficients. */
  #placeOf(i: number): number {
    return i === this.#state.r ? this.#state.rank : i;
  }

  #packSensor(sensor: FilteredSensor, j: number, columns: Stored): void {
    const { m, r, rank } = this.#state;
    for (const name of fields) columns[name][j] = sensor[name];
    columns.lag1[j] = sensor.hasLag1 === 1 ? sensor.lag1 : NaN;
    columns.lag2[j] = sensor.hasLag2 === 1 ? sensor.lag2 : NaN;
    const C = j * (rank + 1);
    const V = j * packedLength(rank + 1);
    for (let i = 0; i <= r; i++) {
      columns.C[C + this.#placeOf(i)] = m[sensor.C + i];
      for (let k = 0; k <= i; k++)
        columns.V[V + entryAt(this.#placeOf(i), this.#placeOf(k))] = m[sensor.V + entryAt(i, k)];
    }
  }

  #unpackSensor(sensor: FilteredSensor, j: number, columns: Stored): void {
    const { m, r, rank } = this.#state;
    for (const name of fields) sensor[name] = columns[name][j];
    const [lag1, lag2] = [columns.lag1[j], columns.lag2[j]];
    sensor.hasLag1 = lag1 === lag1 ? 1 : 0;
    sensor.hasLag2 = lag2 === lag2 ? 1 : 0;
    sensor.lag1 = sensor.hasLag1 === 1 ? lag1 : 0;
    sensor.lag2 = sensor.hasLag2 === 1 ? lag2 : 0;
    const C = j * (rank + 1);
    const V = j * packedLength(rank + 1);
    for (let i = 0; i <= r; i++) {
      m[sensor.C + i] = columns.C[C + this.#placeOf(i)];
      for (let k = 0; k <= i; k++)
        m[sensor.V + entryAt(i, k)] = columns.V[V + entryAt(this.#placeOf(i), this.#placeOf(k))];
    }
  }
}

/** Refuses numbers that a running filter cannot have come to. */
function check({ counters, mean, P, Q, columns }: Parts, rank: number): void {
  checkCounters(counters);
  checkColumns(columnsOf(rank), columns);
  const { used } = counters;
  if (!(used >= 1 && used <= rank)) throw damagedState('the coefficients', `from 1 to ${rank}`, `${used}`);
  const largest = [...mean, ...P, ...Q].find((value) => !(Math.abs(value) < MAX_COEFFICIENT));
  if (largest !== undefined)
    throw damagedState('the filter', `a number below ${MAX_COEFFICIENT}`, `${largest}`);
  for (let i = 0; i < mean.length; i++) requireVariance(P[i * (mean.length + 1)]);
  for (const variance of Q) requireVariance(variance);
  for (let V = 0; V < columns.V.length; V += packedLength(rank + 1)) {
    for (let i = 0; i <= rank; i++) {
      const variance = columns.V[V + entryAt(i, i)];
      if (!(variance >= 0)) throw damagedState('a variance', 'a number, not negative', `${variance}`);
    }
  }
}

function requireVariance(value: number): void {
  if (!(value > 0)) throw damagedState('a variance', 'a positive number', `${value}`);
}
