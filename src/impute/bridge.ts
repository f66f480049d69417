/** One frame of a gap as it was filled: its time since the last reading, the estimate and its variance. */
export interface FilledFrame {
  readonly time: number;
  readonly elapsed: number;
  readonly mean: number;
  readonly variance: number;
}

/** The reading that ended a gap, and what it was estimated to be had it been missing as well. */
export interface GapEnd {
  readonly elapsed: number;
  readonly error: number;
  readonly variance: number;
}

/** A frame of a gap with both ends known: what is added to its estimate, and the variance that is left. */
export interface BridgedFrame {
  readonly correction: number;
  readonly variance: number;
}

/** Shares of the growth of the variance at half of a gap: 1/2 of errors that add up, 1 of errors that are forgotten at once. */
const LEAST_AT_HALF = 0.5;
const MOST_AT_HALF = 0.98;
/** An error at the end beyond so many deviations counts as that: it may be the reading that is wrong. */
const MOST_DEVIATIONS = 4;

/**
 * What the error e at the end of a gap tells of the errors within. The error of a fill is noise of its own in every frame, as
 * large as in the first frame of the gap, and a deviation that begins at 0 there and goes on as an AR(1) of rate phi = exp(-k):
 *
 *     v(s) = v(0) + c (1 - phi^2s),   cov(e_s, e_S) = c phi^(S-s) (1 - phi^2s) = (v(S) - v(0)) sinh(k s) / sinh(k S)
 *
 * at s periods after the first frame, S at the end; `frames` are the last of the gap. So E[e_s | e_S] = w e_S and var = v(s) - w^2 v(S), with w = cov / v(S); where
 * k is 0, a straight line. How fast it forgets is read off the variances: the growth at S/2, as a share of that at S, is
 * 1 / (1 + phi^S).
 */
export function bridgeGap(first: FilledFrame, frames: readonly FilledFrame[], end: GapEnd): BridgedFrame[] {
  const variances = runningMaximum(first.variance, frames);
  const last = Math.max(variances[variances.length - 1], end.variance);
  const growth = last - first.variance;
  const length = end.elapsed - first.elapsed;
  const atHalf = interpolate(frames, variances, { ...end, variance: last }, first.elapsed + length / 2);
  const rate = growth > 0 ? rateOf((atHalf - first.variance) / growth) / length : 0;
  const most = MOST_DEVIATIONS * Math.sqrt(last);
  const error = Math.min(Math.max(end.error, -most), most);
  return frames.map(({ elapsed, variance }) => {
    const weight = last > 0 ? (growth / last) * shape(rate, elapsed - first.elapsed, length) : 0;
    const left = variance - weight * weight * last;
    return { correction: weight * error, variance: Math.max(left, Math.min(variance, first.variance)) };
  });
}

/** k S, from the growth at half of the gap. */
function rateOf(atHalf: number): number {
  const share = Math.min(Math.max(atHalf, LEAST_AT_HALF), MOST_AT_HALF);
  return -Math.log(1 / share - 1);
}

/** sinh(k s) / sinh(k S). */
const shape = (rate: number, s: number, length: number): number =>
  rate * length < 1e-6 ? s / length : Math.sinh(rate * s) / Math.sinh(rate * length);

/** A fill is no surer later in a gap than before: where one seems so, other sensors came or went. */
function runningMaximum(least: number, frames: readonly FilledFrame[]): number[] {
  let most = least;
  return frames.map(({ variance }) => (most = Math.max(most, variance)));
}

/** The variance at a time within the gap, between those of the frames beside it. */
function interpolate(
  frames: readonly FilledFrame[],
  variances: readonly number[],
  end: GapEnd,
  elapsed: number,
): number {
  const after = frames.findIndex((frame) => frame.elapsed >= elapsed);
  if (after === 0) return variances[0]; // of a gap of which less than half is kept: as if errors were forgotten at once
  const before = after < 0 ? frames.length - 1 : after - 1;
  const from = frames[before].elapsed;
  const to = after < 0 ? end.elapsed : frames[after].elapsed;
  const next = after < 0 ? end.variance : variances[after];
  return variances[before] + ((elapsed - from) / (to - from)) * (next - variances[before]);
}
