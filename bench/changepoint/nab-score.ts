/** What a missed change and a false alarm weigh against a change found at once: the "standard" profile. */
const MISSED = 1;
const FALSE_ALARM = 0.11;

/** From 1 far to the left over 0 at y = 0 to -1 far to the right. */
const sigma = (y: number): number => 2 / (1 + Math.exp(5 * y)) - 1;

/**
 * A score after the Numenta Anomaly Benchmark, written from its description. A change at row c opens a window of `width`
 * rows to its right, which ends early where the next change begins. Then
 *
 *   first alarm in a window, at row t   + sigma(y) / sigma(-1),   y = (t - c) / width - 1: 1 at once, 0 at the window's end
 *   no alarm in a window                - 1
 *   further alarms in it                  nothing
 *   alarm outside, at row t             + 0.11 sigma(y),          y = rows since the end of the last window / width;
 *                                       - 0.11 before the first
 *
 * and the sum is scaled so that no alarm at all scores 0 and an alarm in the first row of every window 100. An alarm a
 * window, blindly, scores high: read it beside F1 only.
 */
export class NabScore {
  #sum = 0;
  #windows = 0;

  constructor(readonly width: number) {}

  /** Alarms and changes of one stream, by row, in order. */
  add(alarms: readonly number[], changes: readonly number[]): void {
    this.#windows += changes.length;
    const ends = changes.map((change, i) => Math.min(change + this.width, (changes[i + 1] ?? Infinity) - 1));
    const found = new Set<number>();
    for (const row of alarms) {
      const window = changes.filter((change) => change <= row).length - 1;
      if (window < 0) this.#sum -= FALSE_ALARM;
      else if (row > ends[window]) this.#sum += FALSE_ALARM * sigma((row - ends[window]) / this.width);
      else if (!found.has(window)) {
        found.add(window);
        this.#sum += sigma((row - changes[window]) / this.width - 1) / sigma(-1);
      }
    }
    this.#sum -= MISSED * (changes.length - found.size);
  }

  get value(): number {
    const nothing = -MISSED * this.#windows;
    return (100 * (this.#sum - nothing)) / (this.#windows - nothing);
  }
}
