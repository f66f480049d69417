import type { SourceLayout } from './layout';

/**
 * Copies a model into the layout of one sensor more, which starts unknown and with a zero row in C. Both layouts hand
 * out their stretches in the same order; those that do not grow are copied whole.
 */
export function copyGrown(
  from: Float64Array,
  old: SourceLayout,
  to: Float64Array,
  grown: SourceLayout,
): void {
  const { d } = old;
  to.set(from.subarray(0, old.C + d * old.r));
  for (let j = 0; j <= d; j++) to[grown.R + j] = from[old.R];
  copyFields(from, old, to, grown);
}

/** The same but for the filter, which stays as it is in `to`. */
export function copyFields(
  from: Float64Array,
  old: SourceLayout,
  to: Float64Array,
  grown: SourceLayout,
): void {
  const { d } = old;
  let end = old.frames;
  let grownEnd = grown.frames;
  old.fields.forEach(({ at, rows }, i) => {
    const field = grown.fields[i];
    to.set(from.subarray(end, at), grownEnd);
    for (let row = 0; row < rows; row++) {
      to.set(from.subarray(at + row * d, at + (row + 1) * d), field.at + row * (d + 1));
      to[field.at + row * (d + 1) + d] = field.fill;
    }
    end = at + rows * d;
    grownEnd = field.at + rows * (d + 1);
  });
  to.set(from.subarray(end, old.length), grownEnd);
}
