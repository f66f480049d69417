import { areWithin, createSingles, notNegative, type Numbers } from './numbers';

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
export const NO_BLOCK = 0xffff;

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
  const [b, V, blockSum] = createSingles(3, cells * CHALLENGERS);
  const [square, weight, errorSquare, errorRatio, nudge] = createSingles(5, cells);
  const [differenceSquare, differenceWeight] = createSingles(2, short * CHALLENGERS);
  return {
    A: new Float32Array(cells * PAIRS),
    b,
    V,
    block: new Uint16Array(cells).fill(NO_BLOCK),
    blockSum,
    blockSays: new Uint8Array(cells),
    blocks: new Uint16Array(cells * CHALLENGERS),
    square,
    weight,
    errorSquare,
    errorRatio,
    nudge,
    differenceSquare,
    differenceWeight,
  };
}

/** What sums up in a block of frames at most, far below what a single can square. */
const sumOfBlock = { min: -1e15, max: 1e15 };

/** Whether the numbers are such as `learnCell` leaves behind. */
export const areSound = ({ blockSum, V, square, weight }: Sums): boolean =>
  areWithin(blockSum, sumOfBlock) && [V, square, weight].every((sums) => areWithin(sums, notNegative));

/** All arrays, by what they hold. */
export const arraysOf = (sums: Sums): Numbers[] => Object.values(sums) as Numbers[];

/** The same with more sensors. */
export function growSums(sums: Sums, sensors: number, buckets: number): Sums {
  const grown = createSums(sensors, buckets);
  for (const name of Object.keys(sums) as (keyof Sums)[]) grown[name].set(sums[name]);
  return grown;
}
