/** What a value of a frame is, as whoever looks on is told: one of the first five, and what is said of it beside. */
export const mark = {
  none: 0,
  observed: 1,
  filled: 2,
  /** Silent for too long to be filled. */
  expired: 3,
  /** The estimate of a gap that is not to be relied on. */
  uncertain: 4,
  kinds: 7,
  outlier: 8,
} as const;

/** What a frame showed of each sensor, by column. */
export interface ShownFrame {
  /** The reading where there is one, else what stands in for it; NaN: neither. */
  readonly value: Float64Array;
  /** What would have stood in for the reading, by the other sensors and the past; NaN: not known. */
  readonly estimate: Float64Array;
  /** Half of the 95 % interval around the estimate; NaN: not known. */
  readonly halfWidth: Float64Array;
  readonly mark: Uint8Array;
}

export const createShownFrame = (sensors: number): ShownFrame => ({
  value: new Float64Array(sensors).fill(NaN),
  estimate: new Float64Array(sensors).fill(NaN),
  halfWidth: new Float64Array(sensors).fill(NaN),
  mark: new Uint8Array(sensors),
});
