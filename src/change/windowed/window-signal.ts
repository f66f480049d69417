import type { Evidence } from '../evidence/evidence';
import type { FrameRing } from '../frame-ring';
import type { StatePart } from '../packed-state';
import {
  checkColumns,
  clearColumns,
  createColumns,
  growColumns,
  singles,
  type Columns,
} from '../sensor-columns';

/** Frames of the window. */
export const WINDOW = 160;

/** What the window is segmented on: the learned coefficients, or the readings in units of their sensor. */
export type Input = 'features' | 'values';

/** A reading beyond so many units of its sensor counts as so many. */
const LIMIT = 4;
const columns = { value: singles(NaN, WINDOW) };

/** The last frames as rows of numbers. */
export class WindowSignal {
  readonly #input: Input;
  readonly #ring: FrameRing;
  readonly #rank: number;
  readonly #features: Float32Array;
  readonly #columns: Columns<typeof columns>;

  constructor(input: Input, sensors: number, rank: number, ring: FrameRing) {
    this.#input = input;
    this.#ring = ring;
    this.#rank = rank;
    this.#features = new Float32Array(input === 'features' ? WINDOW * rank : 0);
    this.#columns = createColumns(columns, input === 'values' ? sensors : 0);
  }

  get parts(): StatePart[] {
    return [this.#features, this.#columns.value];
  }

  check(): void {
    checkColumns(columns, this.#columns);
    checkColumns({ features: singles() }, { features: this.#features });
  }

  grow(sensors: number): void {
    if (this.#input === 'values') growColumns(columns, this.#columns, sensors);
  }

  clearSensor(j: number): void {
    if (this.#input === 'values') clearColumns(columns, this.#columns, j);
  }

  record({ filter }: Evidence, readings: Float64Array): void {
    const slot = this.#ring.slotOf(0);
    const { x, sensors } = filter.state;
    if (this.#input === 'features') {
      for (let i = 0; i < x.length; i++) this.#features[slot * this.#rank + i] = x[i];
      return;
    }
    for (let j = 0; j < readings.length; j++) {
      const { location, unit } = sensors[j];
      const z = unit > 0 ? (readings[j] - location) / unit : NaN;
      this.#columns.value[j * WINDOW + slot] = Math.min(LIMIT, Math.max(-LIMIT, z));
    }
  }

  /** The last `length` frames, oldest first, of these sensors, or of the coefficients in use. A missing reading counts as the last one. */
  rows(length: number, sensors: readonly number[], used: number): number[][] {
    const slots = Array.from({ length }, (_, i) => this.#ring.slotOf(length - 1 - i));
    if (this.#input === 'features') {
      return slots.map((slot) =>
        Array.from({ length: used }, (_, i) => this.#features[slot * this.#rank + i]),
      );
    }
    const last = sensors.map(() => 0);
    return slots.map((slot) =>
      sensors.map((j, i) => {
        const value = this.#columns.value[j * WINDOW + slot];
        if (value === value) last[i] = value;
        return last[i];
      }),
    );
  }
}
