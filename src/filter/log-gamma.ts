/**
 * log Gamma(x) for x > 0: the recurrence Gamma(x + 1) = x Gamma(x) up to x >= 10, then Stirling's series, whose first
 * omitted term is below 1e-15 there.
 */
export function logGamma(x: number): number {
  let shift = 0;
  while (x < 10) {
    shift += Math.log(x);
    x += 1;
  }
  const inverse = 1 / x;
  const square = inverse * inverse;
  const series =
    inverse *
    (1 / 12 -
      square *
        (1 / 360 -
          square * (1 / 1260 - square * (1 / 1680 - square * (1 / 1188 - (square * 691) / 360360)))));
  return (x - 0.5) * Math.log(x) - x + 0.5 * Math.log(2 * Math.PI) + series - shift;
}
