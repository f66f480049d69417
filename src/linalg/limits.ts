/**
 * Bound on a squared residual, and on any squared or second-order quantity of a model. With first-order
 * entries below 1e70 and second-order ones below 1e140, the longest product a step or a prediction forms
 * (c'Pc, about 1e280) stays below the largest double, so nothing overflows to Infinity and on to NaN.
 */
export const MAX_SQUARE = 1e140;

/** A pivot below this share of its diagonal entry is rounding noise: the direction carries no variance. */
export const RELATIVE_PIVOT = 1e-15;

/** Whether a residual counts: NaN (a gap), infinite and absurd ones fail the comparison. */
export const isObserved = (residual: number): boolean => residual * residual < MAX_SQUARE;

/** Rounding error of an entry of I + T G T', as a share of the size its terms have before they cancel. */
export const ROUNDING = 16 * Number.EPSILON;
