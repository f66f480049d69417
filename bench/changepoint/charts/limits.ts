/** Frames between two false alarms of a one-sided CUSUM of white noise with this slack and limit: Siegmund's approximation. */
export function runLength(slack: number, limit: number): number {
  const b = limit + 1.166;
  return (Math.exp(2 * slack * b) - 2 * slack * b - 1) / (2 * slack * slack);
}

/** The limit at which one of `charts` one-sided CUSUMs raises a false alarm once in so many frames. */
export function cusumLimit(slack: number, frames: number, charts: number): number {
  let [low, high] = [0, 1];
  while (runLength(slack, high) < frames * charts) high *= 2;
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2;
    if (runLength(slack, middle) < frames * charts) low = middle;
    else high = middle;
  }
  return high;
}

/** What a standard normal exceeds with probability p < 1/2: Abramowitz and Stegun 26.2.23, to 4.5e-4. */
export function normalLimit(p: number): number {
  const t = Math.sqrt(-2 * Math.log(p));
  const above = 2.515517 + 0.802853 * t + 0.010328 * t * t;
  const below = 1 + 1.432788 * t + 0.189269 * t * t + 0.001308 * t * t * t;
  return t - above / below;
}

/** What chi square of `freedom` degrees, a fraction as well, exceeds with probability p: Wilson and Hilferty. */
export function chiSquareLimit(freedom: number, p: number): number {
  const spread = 2 / (9 * freedom);
  return freedom * Math.max(0, 1 - spread + normalLimit(p) * Math.sqrt(spread)) ** 3;
}
