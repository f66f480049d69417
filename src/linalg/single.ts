/** Singles end at 3.4e38. */
const MAX_SINGLE = 3e38;

/** The nearest single, which a snapshot keeps in half the bytes; a number too large for one as it is. */
export const toSingle = (value: number): number =>
  Math.abs(value) < MAX_SINGLE ? Math.fround(value) : value;

/** `count` numbers of m from `from` on, as singles to `to`. */
export function copyAsSingles(m: Float64Array, from: number, to: number, count: number): void {
  for (let i = 0; i < count; i++) m[to + i] = toSingle(m[from + i]);
}
