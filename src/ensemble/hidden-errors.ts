import { fromByteArray, toByteArray } from 'base64-js';
import { BUCKETS } from './stack-sums';

/** Windows that are remembered, and the fewest that say something. */
const MEMORY = 12;
const FEWEST = 3;
/** Single precision: two numbers for each sensor and length of gap. */
const BYTES = 4;

/** Readings that were hidden, and how many of them the intervals held. */
export interface Coverage {
  readonly hidden: number;
  readonly held: number;
}

/** As plain JSON. */
export interface PackedErrors extends Coverage {
  readonly errors: string;
}

/**
 * How fills of readings that the model hid from itself fared: whether intervals held, and the mean square of the errors by
 * sensor and length of the gap, in the sensor's deviations. A window counts once, whatever its length.
 */
export class HiddenErrors {
  hidden = 0;
  held = 0;
  #squares: Float32Array;
  #weights: Float32Array;

  constructor(sensors: number) {
    this.#squares = new Float32Array(sensors * BUCKETS);
    this.#weights = new Float32Array(sensors * BUCKETS);
  }

  get coverage(): Coverage {
    return { hidden: this.hidden, held: this.held };
  }

  addSensor(): void {
    this.#squares = grow(this.#squares);
    this.#weights = grow(this.#weights);
  }

  clearSensor(j: number): void {
    for (const numbers of [this.#squares, this.#weights]) numbers.fill(0, j * BUCKETS, (j + 1) * BUCKETS);
  }

  learn(j: number, bucket: number, error: number, isHeld: boolean): void {
    this.hidden += 1;
    if (isHeld) this.held += 1;
    const cell = j * BUCKETS + bucket;
    const weight = 1 / (1 << bucket);
    const keep = 1 - weight / MEMORY;
    this.#squares[cell] = keep * this.#squares[cell] + weight * error * error;
    this.#weights[cell] = keep * this.#weights[cell] + weight;
  }

  /** Root mean square; NaN where too few windows were that long. */
  error(j: number, bucket: number): number {
    const cell = j * BUCKETS + bucket;
    const weight = this.#weights[cell];
    return weight >= FEWEST ? Math.sqrt(this.#squares[cell] / weight) : NaN;
  }

  pack(): PackedErrors {
    const cells = this.#squares.length;
    const numbers = new Float32Array(2 * cells);
    numbers.set(this.#squares);
    numbers.set(this.#weights, cells);
    return { ...this.coverage, errors: fromByteArray(new Uint8Array(numbers.buffer)) };
  }

  /** False where `pack` cannot have given this for so many sensors. */
  unpack({ hidden, held, errors }: PackedErrors): boolean {
    const cells = this.#squares.length;
    const bytes = readBytes(errors);
    if (bytes?.length !== 2 * BYTES * cells) return false;
    const numbers = new Float32Array(bytes.slice().buffer);
    const isSound = numbers.every((number) => number >= 0 && number < Infinity);
    if (!isSound || !isCount(hidden) || !isCount(held) || held > hidden) return false;
    this.hidden = hidden;
    this.held = held;
    this.#squares.set(numbers.subarray(0, cells));
    this.#weights.set(numbers.subarray(cells));
    return true;
  }
}

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0;

function grow(before: Float32Array): Float32Array {
  const after = new Float32Array(before.length + BUCKETS);
  after.set(before);
  return after;
}

function readBytes(text: unknown): Uint8Array | null {
  try {
    return typeof text === 'string' ? toByteArray(text) : null;
  } catch {
    return null;
  }
}
