/** Frames from which on a gap is of the next length. */
const LENGTHS_FROM = [0, 8, 28, 72] as const;
/** Gaps in which nothing at all was read, for half of the time or more, are a case of their own. */
const EMPTY = LENGTHS_FROM.length;
const CASES = LENGTHS_FROM.length + 1;

/** Of a gap of so many frames, of which so many had no reading at all. */
function caseOf(frames: number, empty: number): number {
  if (2 * empty >= frames) return EMPTY;
  let at = 0;
  while (at + 1 < LENGTHS_FROM.length && frames >= LENGTHS_FROM[at + 1]) at += 1;
  return at;
}

/** What all trials count for beside those of a sensor, and what they are held against: trials without a gain. */
const OTHERS = 8;
const DOUBT = 2;
/** Memory, in trials of a sensor. */
const OWN_KEEP = 1 - 1 / 50;
const POOLED_KEEP = 1 - 1 / 400;
/** Of an empty gap only the end was tried, when others were read again: it is believed by half. */
const MOST_WHERE_EMPTY = 0.5;
/** Trials of all sensors before anything is believed. */
const ENOUGH = 4;

/** count; sum of the mean of h (h - g), and of (h - g)^2, of trials. */
const field = { count: 0, gain: 1, difference: 2, stride: 3 } as const;
const STRIDE = field.stride * CASES;

/** Of a sensor. */
export const EVIDENCE_BYTES = 8 * STRIDE;

/**
 * How far paths through gaps are to be believed in place of bridged fills. With h and g what the two were off by where a reading
 * was known, h + w (g - h) is least for w = sum h (h - g) / sum (h - g)^2: of each sensor and case, as far as it has been
 * tried often enough, else of all sensors.
 */
export class RefillEvidence {
  /** By column and case. */
  #own = new Float64Array(0);
  readonly #pooled = new Float64Array(STRIDE);

  clear(column: number): void {
    if (column >= 0) this.#own.fill(0, column * STRIDE, (column + 1) * STRIDE);
  }

  /** A trial in a gap of so many frames, so many of them empty: the means of h (h - g) and (h - g)^2 over the frames of one gap, in variances of the bridged fill. */
  learn(column: number, frames: number, empty: number, gain: number, difference: number): void {
    this.#grow(column);
    const at = caseOf(frames, empty) * field.stride;
    add(this.#own, column * STRIDE + at, gain, difference, OWN_KEEP);
    add(this.#pooled, at, gain, difference, POOLED_KEEP);
  }

  #grow(column: number): void {
    const least = (column + 1) * STRIDE;
    if (this.#own.length >= least) return;
    const grown = new Float64Array(least);
    grown.set(this.#own);
    this.#own = grown;
  }

  /** w, from 0 to 1, for such a gap. */
  weight(column: number, frames: number, empty: number): number {
    const kind = caseOf(frames, empty);
    const at = kind * field.stride;
    const count = this.#pooled[at + field.count];
    if (count < ENOUGH) return 0;
    this.#grow(column);
    const own = column * STRIDE + at;
    const gain = this.#own[own + field.gain] + (OTHERS / count) * this.#pooled[at + field.gain];
    const difference =
      this.#own[own + field.difference] + ((OTHERS + DOUBT) / count) * this.#pooled[at + field.difference];
    const most = kind === EMPTY ? MOST_WHERE_EMPTY : 1;
    return difference > 0 ? most * Math.min(Math.max(gain / difference, 0), 1) : 0;
  }
}

function add(sums: Float64Array, at: number, gain: number, difference: number, keep: number): void {
  sums[at + field.count] = keep * sums[at + field.count] + 1;
  sums[at + field.gain] = keep * sums[at + field.gain] + gain;
  sums[at + field.difference] = keep * sums[at + field.difference] + difference;
}
