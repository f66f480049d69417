/**
 * The paper's subspace (Section 4.3): two driven oscillators, x = (position, velocity) of each, one Euler step a sample:
 *
 *   x <- (I + 0.1 A)(x + B),   A = [[0, 1], [-k/m, -b/m]] for each,   m = 4 and 2, b = 0.5, B = (0, 1/m)
 *
 * With k = 5 the step neither damps nor grows them.
 */
const STEP = 0.1;
const DAMPING = 0.5;
const MASSES = [4, 2] as const;
export const START: readonly number[] = [1, 0, 0, -1];

type Block = readonly [number, number, number, number];

const stepMatrix = (mass: number, k: number): Block => [
  1,
  STEP,
  (-STEP * k) / mass,
  1 - (STEP * DAMPING) / mass,
];

/** n states of the two oscillators from START on. */
export function oscillate(n: number, k: number): number[][] {
  const blocks = MASSES.map((mass) => stepMatrix(mass, k));
  const states: number[][] = [];
  let x = [...START];
  for (let t = 0; t < n; t++) {
    states.push(x);
    x = MASSES.flatMap((mass, i) => apply(blocks[i], x[2 * i], x[2 * i + 1] + 1 / mass));
  }
  return states;
}

/** Where the oscillators rest: x = F (x + B). */
export function restingPoint(k: number): number[] {
  return MASSES.flatMap((mass) => {
    const [a, b, c, d] = stepMatrix(mass, k);
    const [u, v] = apply([a, b, c, d], 0, 1 / mass);
    const determinant = (1 - a) * (1 - d) - b * c;
    return [((1 - d) * u + b * v) / determinant, (c * u + (1 - a) * v) / determinant];
  });
}

/** n states from `state` on, about the same resting point, turning `speed` times as fast: each step is F^speed. */
export function oscillateFaster(state: readonly number[], n: number, k: number, speed: number): number[][] {
  const rest = restingPoint(k);
  const powers = MASSES.map((mass) => power(stepMatrix(mass, k), speed));
  let deviation = state.map((value, i) => value - rest[i]);
  return Array.from({ length: n }, () => {
    const now = deviation.map((value, i) => value + rest[i]);
    deviation = MASSES.flatMap((_, i) => apply(powers[i], deviation[2 * i], deviation[2 * i + 1]));
    return now;
  });
}

const apply = ([a, b, c, d]: Block, u: number, v: number): [number, number] => [a * u + b * v, c * u + d * v];

/** F^s of a rotation-like F, eigenvalues e^(+-i w): (sin(s w) F - sin((s - 1) w) I) / sin w, by Cayley and Hamilton. */
function power([a, b, c, d]: Block, s: number): Block {
  const angle = Math.acos((a + d) / 2);
  const first = Math.sin(s * angle) / Math.sin(angle);
  const second = Math.sin((s - 1) * angle) / Math.sin(angle);
  return [first * a - second, first * b, first * c, first * d - second];
}
