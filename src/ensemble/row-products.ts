/**
 * out_n = sum_k m[rows_n, k] w[k], k >= first, for so many of the rows listed, of a matrix `size` wide. Two rows at a time, as
 * both read w, and four sums of each, as one alone waits for itself at every step. `first` is a multiple of 4.
 */
export function multiplyRows(
  m: ArrayLike<number>,
  size: number,
  rows: Uint16Array,
  from: number,
  to: number,
  w: Float64Array,
  first: number,
  out: Float64Array,
): void {
  const whole = size - 3;
  let n = from;
  for (; n + 1 < to; n += 2) {
    const row = rows[n] * size;
    const next = rows[n + 1] * size;
    let a = 0;
    let b = 0;
    let c = 0;
    let d = 0;
    let e = 0;
    let f = 0;
    let g = 0;
    let h = 0;
    let k = first;
    for (; k < whole; k += 4) {
      const w0 = w[k];
      const w1 = w[k + 1];
      const w2 = w[k + 2];
      const w3 = w[k + 3];
      a += m[row + k] * w0;
      b += m[row + k + 1] * w1;
      c += m[row + k + 2] * w2;
      d += m[row + k + 3] * w3;
      e += m[next + k] * w0;
      f += m[next + k + 1] * w1;
      g += m[next + k + 2] * w2;
      h += m[next + k + 3] * w3;
    }
    for (; k < size; k++) {
      a += m[row + k] * w[k];
      e += m[next + k] * w[k];
    }
    out[n] = a + b + (c + d);
    out[n + 1] = e + f + (g + h);
  }
  if (n < to) out[n] = multiplyRow(m, rows[n] * size, size, w, first);
}

function multiplyRow(
  m: ArrayLike<number>,
  row: number,
  size: number,
  w: Float64Array,
  first: number,
): number {
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  let k = first;
  for (; k + 3 < size; k += 4) {
    a += m[row + k] * w[k];
    b += m[row + k + 1] * w[k + 1];
    c += m[row + k + 2] * w[k + 2];
    d += m[row + k + 3] * w[k + 3];
  }
  for (; k < size; k++) a += m[row + k] * w[k];
  return a + b + (c + d);
}
