/** The numbers of `from`: in `to` where they fit it exactly, else in an array of their own. */
export function copyNumbers(from: Float64Array, to: Float64Array | undefined): Float64Array {
  if (to === undefined || to.length !== from.length) return from.slice();
  to.set(from);
  return to;
}
