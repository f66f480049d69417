/** Mean and variance of the coefficient after each frame. */
export type Path = readonly (readonly [mean: number, variance: number])[];

/** x a random walk in R whose steps have variance Q, y = C x + noise of variance R in every sensor. */
export interface ScalarModel {
  readonly C: readonly number[];
  readonly Q: number;
  readonly R: number;
  /** Before the first frame. */
  readonly x0: number;
  readonly P0: number;
}

/**
 * The optimal filter, which knows C:
 *
 *   P̄ = P + Q;  P = (1/P̄ + C'C/R)^-1;  x = x̄ + P C'(y - C x̄)/R
 */
export function filterOptimally({ C, Q, R, x0, P0 }: ScalarModel, frames: readonly number[][]): Path {
  const power = C.reduce((sum, c) => sum + c * c, 0);
  let [x, P] = [x0, P0];
  return frames.map((y) => {
    P = 1 / (1 / (P + Q) + power / R);
    x += (P * C.reduce((sum, c, j) => sum + c * (y[j] - c * x), 0)) / R;
    return [x, P] as const;
  });
}
