import { nextUniform } from '../../random';
import type { StatePart } from '../packed-state';
import {
  checkColumns,
  checkCounters,
  clearColumns,
  counts,
  createColumns,
  doubles,
  doublesFrom,
  growColumns,
  type Columns,
} from '../sensor-columns';
import { damagedState } from '../../errors';
import type { CoefficientDynamics, CoefficientState } from './coefficient-dynamics';

/** What a factor filter is told. */
export interface FactorSettings {
  /** Coefficients at most; with few sensors there are fewer, half as many as sensors. */
  readonly rank: number;
  /** What the loadings keep of what they know from one frame to the next. */
  readonly forgetting: number;
  readonly dynamics: CoefficientDynamics;
}

/** Numbers of the lower triangle of an n x n matrix. */
const triangle = (n: number): number => (n * (n + 1)) / 2;

const columnsOf = (rank: number) => ({
  /** z = (reading - location) / unit; a unit of 0: none is known yet. */
  location: doubles(),
  unit: doublesFrom(0, 0),
  /** Readings in a row with |z| > 8. */
  beyond: counts(),
  /** Row of the dictionary: a loading for each coefficient and the level; and its posterior, a packed lower triangle. */
  C: doubles(0, rank + 1),
  V: doubles(0, triangle(rank + 1)),
  /** The sensor's own AR(1) offset, its variance, decay and noise. */
  offset: doubles(),
  offsetVariance: doublesFrom(0, 0.1),
  decay: doublesFrom(0, 0.9),
  offsetNoise: doublesFrom(0, 0.05),
  /** Variance of the measurement. */
  R: doublesFrom(Number.MIN_VALUE, 0.3),
  /** Autocovariances of what the others do not explain, at lags 0, 1 and 2 frames, of so many readings; its last two values. */
  gamma0: doublesFrom(0, 0.4),
  gamma1: doubles(0.15),
  gamma2: doubles(0.13),
  learned: counts(),
  last: doubles(NaN),
  beforeLast: doubles(NaN),
  /** Surprising readings in a row. */
  strikes: counts(),
});

export type FactorColumns = Columns<ReturnType<typeof columnsOf>>;

/** Far above what the filter reaches on readings of at most 10^6 units. */
const LARGEST = 1e30;

function requireVariance(value: number): void {
  if (!(value > 0)) throw damagedState('a variance', 'a positive number', `${value}`);
}

/** The state of a factor filter. Coefficients that are not in use have loadings of 0 with no variance, and so no effect. */
export class FactorState implements CoefficientState {
  readonly rank: number;
  readonly size: number;
  readonly mean: Float64Array;
  readonly P: Float64Array;
  readonly Q: Float64Array;
  readonly columns: FactorColumns;
  readonly counters = { used: 0, frames: 0, random: 42 };
  sensors: number;
  readonly #settings: FactorSettings;
  readonly #draw = new Float64Array(1);

  constructor(settings: FactorSettings, sensors: number) {
    const { rank, dynamics } = settings;
    this.#settings = settings;
    this.sensors = sensors;
    this.rank = rank;
    this.size = rank * dynamics.order;
    this.mean = new Float64Array(this.size);
    this.P = new Float64Array(this.size * this.size);
    this.Q = new Float64Array(rank).fill(dynamics.firstVariance);
    this.columns = createColumns(columnsOf(rank), sensors);
    this.resetCoefficients();
    this.#useCoefficients();
    for (let j = 0; j < sensors; j++) this.#startRow(j, 0);
  }

  get parts(): StatePart[] {
    return [this.counters, this.mean, this.P, this.Q, ...Object.values(this.columns)];
  }

  /** Refuses numbers that a running filter cannot have come to. */
  check(): void {
    const { rank, size, P, Q, mean, sensors } = this;
    checkCounters(this.counters);
    checkColumns(columnsOf(rank), this.columns);
    const largest = [...mean, ...P, ...Q].find((value) => !(Math.abs(value) < LARGEST));
    if (largest !== undefined) throw damagedState('the filter', `a number below ${LARGEST}`, `${largest}`);
    if (!(this.counters.used >= 1 && this.counters.used <= rank))
      throw damagedState('the coefficients', `from 1 to ${rank}`, `${this.counters.used}`);
    for (let i = 0; i < size; i++) requireVariance(P[i * size + i]);
    for (const variance of Q) requireVariance(variance);
    for (let j = 0; j < sensors; j++) {
      for (let i = 0; i <= rank; i++) {
        if (this.isUsed(i)) requireVariance(this.columns.V[j * triangle(rank + 1) + triangle(i + 1) - 1]);
      }
    }
  }

  addSensor(): void {
    const { used } = this.counters;
    this.sensors++;
    growColumns(columnsOf(this.rank), this.columns, this.sensors);
    this.#useCoefficients();
    for (let j = 0; j < this.sensors - 1; j++) this.#startRow(j, used);
    this.#startRow(this.sensors - 1, 0);
  }

  /** Another sensor in the place of sensor j, of which nothing is known. */
  replaceSensor(j: number): void {
    clearColumns(columnsOf(this.rank), this.columns, j);
    this.#startRow(j, 0);
  }

  /** Positions 0, as uncertain as the process is wide. */
  resetCoefficients(): void {
    const { rank, size, mean, P, Q } = this;
    const { order, start } = this.#settings.dynamics;
    mean.fill(0);
    P.fill(0);
    for (let i = 0; i < rank; i++) {
      const variance = order === 1 ? 1 : Math.max(1, Q[i]);
      P[i * size + i] = start[0] * variance;
      if (order === 2) P[(rank + i) * size + rank + i] = start[1] * variance;
    }
  }

  /** V = I of the coefficients in use and the level. */
  resetPosterior(j: number): void {
    const { rank } = this;
    const { V } = this.columns;
    const at = j * triangle(rank + 1);
    V.fill(0, at, at + triangle(rank + 1));
    for (let i = 0; i <= rank; i++) if (this.isUsed(i)) V[at + triangle(i + 1) - 1] = 1;
  }

  scalePosterior(j: number, factor: number): void {
    const length = triangle(this.rank + 1);
    const { V } = this.columns;
    for (let i = j * length; i < (j + 1) * length; i++) V[i] *= factor;
  }

  /** V += I: the row is to be learned again, from where it is. */
  loosenPosterior(j: number): void {
    const { rank } = this;
    const at = j * triangle(rank + 1);
    for (let i = 0; i <= rank; i++) if (this.isUsed(i)) this.columns.V[at + triangle(i + 1) - 1] += 1;
  }

  /** Of a coefficient; the level, which comes last, always is. */
  isUsed(i: number): boolean {
    return i < this.counters.used || i === this.rank;
  }

  /** With a coefficient for nearly every sensor, the others say of one what they happened to do, and not what they share with it. */
  #useCoefficients(): void {
    this.counters.used = Math.max(1, Math.min(this.rank, Math.ceil(this.sensors / 2)), this.counters.used);
  }

  /** Draws the loadings from coefficient `from` on, of variance 1 / r each, and lets them be learned. */
  #startRow(j: number, from: number): void {
    const { rank } = this;
    const { used } = this.counters;
    const { C, V } = this.columns;
    const at = j * triangle(rank + 1);
    for (let i = from; i < used; i++) {
      C[j * (rank + 1) + i] = (2 * this.#uniform() - 1) * Math.sqrt(3 / used);
      V[at + triangle(i + 1) - 1] = 1;
    }
    V[at + triangle(rank + 1) - 1] ||= 1;
  }

  #uniform(): number {
    this.#draw[0] = this.counters.random;
    const value = nextUniform(this.#draw, 0);
    this.counters.random = this.#draw[0];
    return value;
  }
}
