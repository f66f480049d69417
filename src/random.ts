/**
 * mulberry32: a small seeded generator whose whole state is one 32-bit integer, kept in the model's own array,
 * so that a restored model goes on drawing where it stopped.
 */
export function nextUniform(m: Float64Array, state: number): number {
  const seed = (m[state] + 0x6d2b79f5) >>> 0;
  m[state] = seed;
  let t = Math.imul(seed ^ (seed >>> 15), seed | 1);
  t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
}

/** One standard normal draw (Box-Muller, the cosine half). */
export function nextNormal(m: Float64Array, state: number): number {
  const u = 1 - nextUniform(m, state);
  return Math.sqrt(-2 * Math.log(u)) * Math.cos(2 * Math.PI * nextUniform(m, state));
}
