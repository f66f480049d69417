/**
 * Bound on a squared residual, and on any squared or second-order quantity of a model. With first-order
 * entries below 1e70 and second-order ones below 1e140, the longest product a step or a prediction forms
 * (c'Pc, about 1e280) stays below the largest double, so nothing overflows to Infinity and on to NaN.
 */
export const MAX_SQUARE = 1e140;
