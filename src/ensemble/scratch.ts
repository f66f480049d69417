const byLength = new Map<number, Float64Array>();

/** So many numbers, of whoever asks next: read them before that. */
export function scratchOf(length: number): Float64Array {
  let numbers = byLength.get(length);
  if (numbers === undefined) byLength.set(length, (numbers = new Float64Array(length)));
  return numbers;
}
