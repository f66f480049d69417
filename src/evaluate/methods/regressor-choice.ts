/** Regressors at most: beyond, cost and memory grow with the cube of the sensors, and accuracy does not. */
export const MOST_REGRESSORS = 32;

/** For each sensor the others it is regressed on: all of them, or the most correlated over the first frames. NaN is a gap. */
export function chooseRegressors(sensors: number, frames: readonly Float64Array[]): number[][] {
  const everyone = Array.from({ length: sensors }, (_, j) => j);
  if (sensors <= MOST_REGRESSORS + 1) return everyone.map((j) => everyone.filter((i) => i !== j));
  return everyone.map((j) => {
    const strength = Float64Array.from(everyone, (i) => (i === j ? -1 : Math.abs(correlation(frames, i, j))));
    const chosen = everyone.filter((i) => i !== j).sort((a, b) => strength[b] - strength[a]);
    return chosen.slice(0, MOST_REGRESSORS);
  });
}

/** Over frames in which both were read; 0 where that says nothing. */
function correlation(frames: readonly Float64Array[], i: number, j: number): number {
  const both = frames.filter((frame) => Number.isFinite(frame[i]) && Number.isFinite(frame[j]));
  const meanOf = (k: number): number => both.reduce((sum, frame) => sum + frame[k], 0) / both.length;
  const a = meanOf(i);
  const b = meanOf(j);
  let aa = 0;
  let bb = 0;
  let ab = 0;
  for (const frame of both) {
    aa += (frame[i] - a) ** 2;
    bb += (frame[j] - b) ** 2;
    ab += (frame[i] - a) * (frame[j] - b);
  }
  return aa > 0 && bb > 0 ? ab / Math.sqrt(aa * bb) : 0;
}
