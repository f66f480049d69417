/**
 * Triangles in which no inverse is being worked out, by their length. A model needs one half of the time, and seldom do all of them at
 * once; what is given back beyond a megabyte is let go of.
 */
const free = new Map<number, Float64Array[]>();
const MOST_FREE_NUMBERS = 2 ** 17;
let freeNumbers = 0;

/** One with so many numbers, whatever they are. */
export function borrowTriangle(length: number): Float64Array {
  const triangle = free.get(length)?.pop();
  if (triangle === undefined) return new Float64Array(length);
  freeNumbers -= length;
  return triangle;
}

export function giveBack(triangle: Float64Array): void {
  const { length } = triangle;
  if (length === 0 || freeNumbers + length > MOST_FREE_NUMBERS) return;
  freeNumbers += length;
  const others = free.get(length);
  if (others === undefined) free.set(length, [triangle]);
  else others.push(triangle);
}
