/**
 * Singles of fewer digits, so that a state takes fewer bytes. They are cut in the running model, not as it is stored: it goes on from its
 * state bit for bit.
 */
const single = new Float32Array(1);
const bits = new Int32Array(single.buffer);

/** Leaves all but the lowest so many bits of entry `at`, to the nearest. */
export function shorten(values: Float32Array, at: number, cut: number): void {
  shortenBy(values, at, cut, 1 << (cut - 1));
}

/**
 * The same, where the bits cut and `carry`, from 0 to 2^cut - 1, come to one of those left: what is learned in steps too small to count
 * counts as often as it should if all carries come in turn.
 */
export function shortenBy(values: Float32Array, at: number, cut: number, carry: number): void {
  single[0] = values[at];
  bits[0] = (bits[0] + carry) & -(1 << cut);
  values[at] = single[0];
}

/** 2^29 + 1: a double has 29 binary digits more than a single. */
const SPLIT = 536_870_913;

/** Leaves as many digits of entry `at` as a single has, whatever its size: the others are lost to a number so many times as large. */
export function roundToSingle(values: Float64Array, at: number): void {
  const large = SPLIT * values[at];
  values[at] = large - (large - values[at]);
}
