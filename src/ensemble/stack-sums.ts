/** Profile, present regression, dynamic regression. */
export const CHALLENGERS = 3;
export const MODES = 2;
export const BUCKETS = 8;

/** Evidence by cell (sensor, mode, bucket); vectors and matrices over the challengers one after the other. */
export interface Sums {
  /** A = sum w D D', b = sum w D r, V_e = sum over blocks of frames of (the block's sum of w D_e r)^2. */
  readonly A: Float64Array;
  readonly b: Float64Array;
  readonly V: Float64Array;
  /** The running block: its number, its sums, and which challengers had a say. */
  readonly block: Float64Array;
  readonly blockSum: Float64Array;
  readonly blockSays: Uint8Array;
  /** Blocks finished in which a challenger had a say. */
  readonly blocks: Float64Array;
  /** sum w r^2, sum w. */
  readonly square: Float64Array;
  readonly weight: Float64Array;
  /** Of the final error: squares, squares over the model's variance, weights, and how far intervals are nudged (log). */
  readonly errorSquare: Float64Array;
  readonly errorRatio: Float64Array;
  readonly errorWeight: Float64Array;
  readonly nudge: Float64Array;
  /** Of the differences as they came. */
  readonly differenceSquare: Float64Array;
  readonly differenceWeight: Float64Array;
}

export function createSums(sensors: number): Sums {
  const cells = sensors * MODES * BUCKETS;
  const scalars = (): Float64Array => new Float64Array(cells);
  const vectors = (): Float64Array => new Float64Array(cells * CHALLENGERS);
  return {
    A: new Float64Array(cells * CHALLENGERS * CHALLENGERS),
    b: vectors(),
    V: vectors(),
    block: scalars().fill(-1),
    blockSum: vectors(),
    blockSays: new Uint8Array(cells * CHALLENGERS),
    blocks: vectors(),
    square: scalars(),
    weight: scalars(),
    errorSquare: scalars(),
    errorRatio: scalars(),
    errorWeight: scalars(),
    nudge: scalars(),
    differenceSquare: vectors(),
    differenceWeight: vectors(),
  };
}

/** The same with more sensors. */
export function growSums(sums: Sums, sensors: number): Sums {
  const grown = createSums(sensors);
  for (const name of Object.keys(sums) as (keyof Sums)[]) grown[name].set(sums[name]);
  return grown;
}

export function learnSums(
  s: Sums,
  cell: number,
  weight: number,
  memory: number,
  block: number,
  D: Float64Array,
  r: number,
): void {
  const keep = 1 - weight / memory;
  const at = cell * CHALLENGERS;
  if (s.block[cell] !== block) {
    s.block[cell] = block;
    for (let e = 0; e < CHALLENGERS; e++) {
      s.V[at + e] += s.blockSum[at + e] ** 2;
      s.blockSum[at + e] = 0;
      s.blocks[at + e] += s.blockSays[at + e];
      s.blockSays[at + e] = 0;
    }
  }
  for (let e = 0; e < CHALLENGERS; e++) {
    const gain = weight * D[e] * r;
    if (D[e] !== 0) s.blockSays[at + e] = 1;
    s.V[at + e] *= keep * keep;
    s.b[at + e] = keep * s.b[at + e] + gain;
    s.blockSum[at + e] += gain;
    for (let f = 0; f < CHALLENGERS; f++) {
      const both = (at + e) * CHALLENGERS + f;
      s.A[both] = keep * s.A[both] + weight * D[e] * D[f];
    }
  }
  s.square[cell] = keep * s.square[cell] + weight * r * r;
  s.weight[cell] = keep * s.weight[cell] + weight;
}
