import { Matrix } from 'ml-matrix';
import { RANK } from './problem';

/** What the observed sensors of one time say about coefficients x. */
export interface ObservedRows {
  readonly count: number;
  /** C'MC */
  readonly gram: Matrix;
  /** C'M e */
  readonly h: number[];
  /** Sensor and residual y_j - c_j'x. */
  readonly e: readonly (readonly [number, number])[];
}

/** Sums over the sensors read in the row of the table that starts at `row`. */
export function observe(
  seen: Float64Array,
  row: number,
  C: readonly number[][],
  x: readonly number[],
): ObservedRows {
  const gram = new Float64Array(RANK * RANK);
  const h = new Array<number>(RANK).fill(0);
  const e: [number, number][] = [];
  for (let j = 0; j < C.length; j++) {
    const y = seen[row + j];
    if (Number.isNaN(y)) continue;
    const c = C[j];
    let residual = y;
    for (let i = 0; i < RANK; i++) residual -= c[i] * x[i];
    for (let i = 0; i < RANK; i++) {
      h[i] += c[i] * residual;
      for (let l = 0; l <= i; l++) gram[i * RANK + l] += c[i] * c[l];
    }
    e.push([j, residual]);
  }
  for (let i = 0; i < RANK; i++) for (let l = 0; l < i; l++) gram[l * RANK + i] = gram[i * RANK + l];
  return { count: e.length, gram: Matrix.from1DArray(RANK, RANK, gram), h, e };
}
