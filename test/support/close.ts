import assert from 'node:assert/strict';

/** Asserts |a - b| <= tolerance (1 + |b|), entry by entry. */
export function assertClose(
  actual: ArrayLike<number>,
  expected: ArrayLike<number>,
  tolerance: number,
  what = 'value',
): void {
  assert.equal(actual.length, expected.length, `${what}: length`);
  for (let i = 0; i < expected.length; i++) {
    const error = Math.abs(actual[i] - expected[i]) / (1 + Math.abs(expected[i]));
    assert.ok(error <= tolerance, `${what}[${i}]: ${actual[i]} is not ${expected[i]} (off by ${error})`);
  }
}
