import type { Numbers } from './numbers';

/** Profile, present regression, dynamic regression. */
export const CHALLENGERS = 3;
/** Entries of a symmetric matrix over them: 00, 01, 02, 11, 12, 22. */
export const PAIRS = 6;
export const MODES = 2;
export const BUCKETS = 8;
/** A sensor's own evidence is kept in fewer: 1, 2-3, 4-15, 16-63, 64 and more. */
export const OWN_BUCKETS = 5;
const OWN_BUCKET_OF = Uint8Array.of(0, 1, 2, 2, 3, 3, 4, 4);
export const ownBucketOf = (bucket: number): number => OWN_BUCKET_OF[bucket];
/** The longest bucket of each. */
export const LONGEST_OF = Uint8Array.of(0, 1, 3, 5, 7);
/** For these, the shortest, it is kept how large differences usually are. */
export const CUT_BELOW = 2;
/** Beyond this a count of blocks says nothing more. */
const MOST_BLOCKS = 30_000;
const NO_BLOCK = 0xffff;
/** A square counts for at most so many times its mean. */
const LARGEST_SQUARE = 16;

/** Evidence by cell (sensor, mode, bucket); vectors and matrices over the challengers one after the other. In singles: it is the state. */
export interface Sums {
  /** A = sum w D D', b = sum w D r, V_e = sum over blocks of frames of (the block's sum of w D_e r)^2. */
  readonly A: Float32Array;
  readonly b: Float32Array;
  readonly V: Float32Array;
  /** The running block: its number (the last 16 bits), its sums, and a bit for each challenger that had a say. */
  readonly block: Uint16Array;
  readonly blockSum: Float32Array;
  readonly blockSays: Uint8Array;
  /** Blocks finished in which a challenger had a say. */
  readonly blocks: Uint16Array;
  /** sum w r^2, sum w. */
  readonly square: Float32Array;
  readonly weight: Float32Array;
  /** Of the final error: squares, squares over the model's variance, and how far intervals are nudged (log). */
  readonly errorSquare: Float32Array;
  readonly errorRatio: Float32Array;
  readonly nudge: Float32Array;
  /** Of the differences as they came, in the shortest buckets. */
  readonly differenceSquare: Float32Array;
  readonly differenceWeight: Float32Array;
}

export function createSums(sensors: number, buckets: number): Sums {
  const cells = sensors * MODES * buckets;
  const short = sensors * MODES * CUT_BELOW;
  const scalars = (): Float32Array => new Float32Array(cells);
  const vectors = (): Float32Array => new Float32Array(cells * CHALLENGERS);
  return {
    A: new Float32Array(cells * PAIRS),
    b: vectors(),
    V: vectors(),
    block: new Uint16Array(cells).fill(NO_BLOCK),
    blockSum: vectors(),
    blockSays: new Uint8Array(cells),
    blocks: new Uint16Array(cells * CHALLENGERS),
    square: scalars(),
    weight: scalars(),
    errorSquare: scalars(),
    errorRatio: scalars(),
    nudge: scalars(),
    differenceSquare: new Float32Array(short * CHALLENGERS),
    differenceWeight: new Float32Array(short * CHALLENGERS),
  };
}

/** All arrays, by what they hold. */
export const arraysOf = (sums: Sums): Numbers[] => Object.values(sums) as Numbers[];

/** The same with more sensors. */
export function growSums(sums: Sums, sensors: number, buckets: number): Sums {
  const grown = createSums(sensors, buckets);
  for (const name of Object.keys(sums) as (keyof Sums)[]) grown[name].set(sums[name]);
  return grown;
}

export function learnSums(
  s: Sums,
  cell: number,
  weight: number,
  keep: number,
  block: number,
  D: Float64Array,
  r: number,
): void {
  const at = cell * CHALLENGERS;
  const number = block & NO_BLOCK;
  if (s.block[cell] !== number) finishBlock(s, cell, number);
  let says = s.blockSays[cell];
  for (let e = 0, pair = cell * PAIRS; e < CHALLENGERS; e++) {
    const weighed = weight * D[e];
    const gain = weighed * r;
    if (weighed !== 0) says |= 1 << e;
    s.V[at + e] *= keep * keep;
    s.b[at + e] = keep * s.b[at + e] + gain;
    s.blockSum[at + e] += gain;
    for (let f = e; f < CHALLENGERS; f++, pair++) s.A[pair] = keep * s.A[pair] + weighed * D[f];
  }
  s.blockSays[cell] = says;
  s.square[cell] = keep * s.square[cell] + weight * r * r;
  s.weight[cell] = keep * s.weight[cell] + weight;
}

/** Of the final error; before the sums are told: their weight is that of the errors so far. */
export function learnErrors(
  s: Sums,
  cell: number,
  weight: number,
  keep: number,
  square: number,
  ratio: number,
): void {
  const most = s.weight[cell] > 3 ? LARGEST_SQUARE * (s.errorSquare[cell] / s.weight[cell]) : 1e9;
  s.errorSquare[cell] = keep * s.errorSquare[cell] + weight * Math.min(square, most);
  s.errorRatio[cell] = keep * s.errorRatio[cell] + weight * ratio;
}

export function learnDifferences(
  s: Sums,
  cell: number,
  weight: number,
  keep: number,
  differences: Float64Array,
): void {
  for (let e = 0, at = cell * CHALLENGERS; e < CHALLENGERS; e++, at++) {
    const difference = differences[e];
    if (difference === 0) continue;
    s.differenceSquare[at] = keep * s.differenceSquare[at] + weight * (difference * difference);
    s.differenceWeight[at] = keep * s.differenceWeight[at] + weight;
  }
}

function finishBlock(s: Sums, cell: number, next: number): void {
  s.block[cell] = next;
  for (let e = 0, at = cell * CHALLENGERS; e < CHALLENGERS; e++, at++) {
    s.V[at] += s.blockSum[at] ** 2;
    s.blockSum[at] = 0;
    s.blocks[at] = Math.min(s.blocks[at] + ((s.blockSays[cell] >> e) & 1), MOST_BLOCKS);
  }
  s.blockSays[cell] = 0;
}
