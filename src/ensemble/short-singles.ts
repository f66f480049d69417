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
