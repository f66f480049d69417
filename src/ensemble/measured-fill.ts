/** How far off a sensor's fills were on readings that were hidden, root mean squares by the longest gap in frames. */
export interface MeasuredFill {
  /** The sensor's own standard deviation. */
  readonly deviation: number;
  readonly errors: readonly { readonly gap: number; readonly error: number }[];
}

/** The longest gap of a bucket, in frames. */
export const measuredGap = (bucket: number): number => 2 ** (bucket + 1) - 1;
