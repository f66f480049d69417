/** What a faulty reading would have to be made into: factor times it, plus offset. It is proposed, and never applied. */
export interface Correction {
  readonly factor: number;
  readonly offset: number;
}

/** The sums of a followed sensor that verdicts are made of, all less `before`; n readings. */
export interface FaultSums {
  readonly n: number;
  readonly before: number;
  /** Standard deviation of a sound reading about what the others say of it. */
  readonly deviation: number;
  readonly p: number;
  readonly y: number;
  readonly pp: number;
  readonly py: number;
  readonly yy: number;
}

/** Mean of y - (factor p + offset). */
export const meanMisfit = ({ n, before, p, y }: FaultSums, factor: number, offset: number): number =>
  (y - factor * p) / n + before - factor * before - offset;

/** Root mean square of y - (factor p + offset). */
export function misfit(sums: FaultSums, factor: number, offset: number): number {
  const { n, before, p, y, pp, py, yy } = sums;
  const c = before - factor * before - offset;
  const squares = yy + factor * factor * pp - 2 * factor * py + 2 * c * (y - factor * p) + n * c * c;
  return Math.sqrt(Math.max(0, squares) / n);
}
