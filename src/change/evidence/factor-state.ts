import type { FactorSensor } from '../../factor/factor-sensor';
import { packedKernels } from '../../linalg/kernel-choice';
import { addIdentity, entryAt, packedLength, setIdentity, type PackedKernels } from '../../linalg/packed';
import { nextUniform } from '../../random';
import type { CoefficientDynamics, MovingPlaces } from './coefficient-dynamics';
import { FilteredSensor } from './filtered-sensor';

/** What a factor filter is told. */
export interface FactorSettings {
  /** Coefficients at most; with few sensors there are fewer, half as many as sensors. */
  readonly rank: number;
  /** What the loadings keep of what they know from one frame to the next. */
  readonly forgetting: number;
  readonly dynamics: CoefficientDynamics;
}

/** Where the vectors of a filter of r coefficients lie:  coefficients | a row for each sensor: C, V, t. Ends with x the constant 1. */
class Places implements MovingPlaces {
  readonly mu: number;
  readonly P: number;
  readonly Q: number;
  readonly priorMu: number;
  readonly priorP: number;
  readonly v: number;
  readonly Pvx: number;
  readonly Pvv: number;
  readonly G: number;
  readonly factors: number;
  readonly rows: number;
  readonly stride: number;

  constructor(readonly r: number) {
    let end = 0;
    const take = (length: number): number => (end += length) - length;
    this.mu = take(r + 1);
    this.P = take(packedLength(r));
    this.Q = take(r);
    this.v = take(r);
    this.Pvx = take(r * r);
    this.Pvv = take(packedLength(r));
    this.priorMu = take(r);
    this.priorP = take(r);
    this.G = take(r * r);
    this.factors = take(packedLength(r));
    this.rows = end;
    this.stride = r + 1 + packedLength(r + 1) + r;
  }
}

/** The state of a factor filter, of as many coefficients as its sensors bear. */
export class FactorState {
  readonly rank: number;
  readonly order: 1 | 2;
  readonly counters = { frames: 0, random: 42 };
  at!: Places;
  /** All vectors. */
  m!: Float64Array;
  sensors!: readonly FilteredSensor[];
  /** Kernels of size r, for P, and of size r + 1, for V. */
  small!: PackedKernels;
  full!: PackedKernels;
  /** Of the coefficients: positions, rates, and the variances they move by. */
  x!: Float64Array;
  v!: Float64Array;
  Q!: Float64Array;
  readonly dynamics: CoefficientDynamics;
  readonly #draw = new Float64Array(1);

  constructor({ rank, dynamics }: FactorSettings, sensors: number) {
    this.rank = rank;
    this.order = dynamics.order;
    this.dynamics = dynamics;
    this.allocate(sensors, coefficientsOf(sensors, rank));
    for (const sensor of this.sensors) this.#drawLoadings(sensor, 0);
  }

  get r(): number {
    return this.at.r;
  }

  /** One sensor more, and with it perhaps a coefficient more, which all others are to learn. */
  addSensor(): void {
    const { m, at, sensors } = this;
    const count = sensors.length + 1;
    this.allocate(count, Math.max(at.r, coefficientsOf(count, this.rank)));
    this.#copyCoefficients(m, at);
    sensors.forEach((sensor, j) => {
      this.#copyRow(m, at.r, sensor, this.sensors[j]);
      this.#drawLoadings(this.sensors[j], at.r);
    });
    this.#drawLoadings(this.sensors[count - 1], 0);
  }

  /** Another sensor in the place of sensor j, of which nothing is known. */
  replaceSensor(j: number): void {
    const sensor = this.sensors[j];
    sensor.clear();
    this.m.fill(0, sensor.C, sensor.C + this.r + 1);
    setIdentity(this.m, sensor.V, this.r + 1);
    this.#drawLoadings(sensor, 0);
  }

  /** Begins with so many sensors and coefficients, of which nothing is known. */
  allocate(sensors: number, r: number): void {
    const at = new Places(r);
    const m = new Float64Array(at.rows + sensors * at.stride);
    this.at = at;
    this.m = m;
    this.x = m.subarray(at.mu, at.mu + r);
    this.v = m.subarray(at.v, at.v + r);
    this.Q = m.subarray(at.Q, at.Q + r).fill(this.dynamics.firstVariance);
    this.small = packedKernels(r);
    this.full = packedKernels(r + 1);
    this.sensors = Array.from({ length: sensors }, (_, j) => {
      const C = at.rows + j * at.stride;
      return new FilteredSensor(C, C + r + 1, C + r + 1 + packedLength(r + 1));
    });
    for (const { V } of this.sensors) setIdentity(m, V, r + 1);
    this.resetCoefficients();
  }

  /** Positions 0, as uncertain as the process is wide. */
  resetCoefficients(): void {
    const { m, at, Q } = this;
    const { order, start } = this.dynamics;
    m.fill(0, at.mu, at.mu + at.r);
    m.fill(0, at.v, at.Pvv);
    m[at.mu + at.r] = 1;
    setIdentity(m, at.P, at.r);
    setIdentity(m, at.Pvv, at.r);
    for (let i = 0; i < at.r; i++) {
      const variance = order === 1 ? 1 : Math.max(1, Q[i]);
      m[at.P + entryAt(i, i)] = start[0] * variance;
      m[at.Pvv + entryAt(i, i)] = start[1] * variance;
    }
  }

  /** Whether the coefficients can be built on. */
  isSound(): boolean {
    const { m, at, x, v } = this;
    for (let i = 0; i < at.r; i++) {
      if (!(m[at.P + entryAt(i, i)] > 0 && Math.abs(x[i]) < MAX_COEFFICIENT)) return false;
      if (this.order === 2 && !(m[at.Pvv + entryAt(i, i)] > 0 && Math.abs(v[i]) < MAX_COEFFICIENT))
        return false;
    }
    return true;
  }

  /** V += I: the row is to be learned again, from where it is. */
  loosenRow(j: number): void {
    addIdentity(this.m, this.sensors[j].V, this.r + 1);
  }

  /** z -> k z in the row of a sensor, and in how unsure it is. */
  rescaleRow({ C, V, t }: FactorSensor, k: number): void {
    for (let i = C; i < V; i++) this.m[i] *= k;
    for (let i = V; i < t; i++) this.m[i] *= k * k;
  }

  /** How far sensor j follows coefficient i; 0 for those that are not in use. */
  loading(j: number, i: number): number {
    return i < this.r ? this.m[this.sensors[j].C + i] : 0;
  }

  level(j: number): number {
    return this.m[this.sensors[j].C + this.r];
  }

  /** Coefficient i as it is without the reading of sensor j in the last frame. */
  coefficientWithout(j: number, i: number): number {
    const { share, t } = this.sensors[j];
    return i < this.r ? this.x[i] + share * this.m[t + i] : 0;
  }

  #copyCoefficients(m: Float64Array, at: Places): void {
    for (let i = 0; i < at.r; i++) {
      this.x[i] = m[at.mu + i];
      this.v[i] = m[at.v + i];
      this.Q[i] = m[at.Q + i];
      for (let j = 0; j < at.r; j++) {
        this.m[this.at.P + entryAt(i, j)] = m[at.P + entryAt(i, j)];
        this.m[this.at.Pvv + entryAt(i, j)] = m[at.Pvv + entryAt(i, j)];
        this.m[this.at.Pvx + i * this.r + j] = m[at.Pvx + i * at.r + j];
      }
    }
  }

  /** The level comes after the loadings, and in V too. */
  #copyRow(m: Float64Array, r: number, from: FilteredSensor, to: FilteredSensor): void {
    const placeOf = (i: number): number => (i === r ? this.r : i);
    to.copy(from);
    for (let i = 0; i <= r; i++) {
      this.m[to.C + placeOf(i)] = m[from.C + i];
      for (let j = 0; j <= i; j++) this.m[to.V + entryAt(placeOf(i), placeOf(j))] = m[from.V + entryAt(i, j)];
    }
  }

  /** Draws the loadings from coefficient `from` on, of variance 1 / r each. */
  #drawLoadings(sensor: FilteredSensor, from: number): void {
    for (let i = from; i < this.r; i++)
      this.m[sensor.C + i] = (2 * this.#uniform() - 1) * Math.sqrt(3 / this.r);
  }

  #uniform(): number {
    this.#draw[0] = this.counters.random;
    const value = nextUniform(this.#draw, 0);
    this.counters.random = this.#draw[0];
    return value;
  }
}

/** Far above what the filter reaches on readings of at most 10^6 units. */
export const MAX_COEFFICIENT = 1e30;

/** With a coefficient for nearly every sensor, the others say of one what they happened to do, and not what they share with it. */
const coefficientsOf = (sensors: number, rank: number): number =>
  Math.max(1, Math.min(rank, Math.ceil(sensors / 2)));
