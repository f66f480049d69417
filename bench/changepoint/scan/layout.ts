import { Allocator, createSourceLayout, type SourceLayout } from '../source/layout';

/** Lengths of the windows, in frames. */
export const WINDOWS = [5, 10, 20, 40, 80] as const;
export const WINDOW_COUNT = WINDOWS.length;
/** A frame enters the reference when it has left the longest window. */
export const LAG = 80;

/**
 * Three streams for each sensor: innovation, absolute innovation, level. Row `kind` of a field of streams is one of them,
 * row `3 w + kind` of a field of windows; the first two are missing together, so counts have two rows, 0 for the
 * innovation and 1 for the level.
 */
export const STREAMS = 3;
export const SEEN = 2;
export const seenOf = (kind: number): number => kind >> 1;

export interface ScanLayout extends SourceLayout {
  /** The reference: mean and variance of each stream, and of how many values. */
  readonly mean: number;
  readonly variance: number;
  readonly meanCount: number;
  /** Mean square of (window mean - mean) in the reference, for each window, and of how many windows. */
  readonly wander: number;
  readonly wanderCount: number;
  /** Sums over the windows that end now, and over those that end LAG frames ago; and how many values are in each. */
  readonly head: number;
  readonly headCount: number;
  readonly lag: number;
  readonly lagCount: number;
  /** The statistics of the last LAG frames, and the largest that the reference has seen, slowly forgotten. */
  readonly statistics: number;
  readonly usualStatistic: number;
  /** Index of the window that the last statistic comes from. */
  readonly window: number;
  /** Log likelihood ratios of the streams in one window, and the sum of the terms they make. */
  readonly ratios: number;
  readonly termSum: number;
}

export function createScanLayout(d: number, r: number): ScanLayout {
  const allocate = new Allocator(d, 0);
  const source = createSourceLayout(d, r, allocate);
  const scan = {
    mean: allocate.takeField(STREAMS),
    variance: allocate.takeField(STREAMS),
    meanCount: allocate.takeField(SEEN),
    wander: allocate.takeField(WINDOW_COUNT * STREAMS),
    wanderCount: allocate.takeField(WINDOW_COUNT * SEEN),
    head: allocate.takeField(WINDOW_COUNT * STREAMS),
    headCount: allocate.takeField(WINDOW_COUNT * SEEN),
    lag: allocate.takeField(WINDOW_COUNT * STREAMS),
    lagCount: allocate.takeField(WINDOW_COUNT * SEEN),
    statistics: allocate.take(LAG),
    usualStatistic: allocate.take(1),
    window: allocate.take(1),
    ratios: allocate.takeField(STREAMS),
    termSum: allocate.take(1),
  };
  return { ...source, ...scan, fields: allocate.fields, length: allocate.end };
}
