/** Share of a column's power below which a stretch counts as constant. */
const RELATIVE = 1e-10;
const SMALLEST = 1e-300;

/**
 * What is added to the power of a column before the logarithm, so that a constant stretch costs a finite amount.
 * Added and not a lower bound: log(x + floor) stays concave in x, so splitting still never costs more.
 */
export function logFloors(columns: number, power: (column: number) => number): Float64Array {
  return Float64Array.from({ length: columns }, (_, j) => RELATIVE * (power(j) || 0) + SMALLEST);
}
