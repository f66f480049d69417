import assert from 'node:assert/strict';
import { Reference } from '../../../src/change/drift/reference';
import { Evidence } from '../../../src/change/evidence/evidence';
import { nextNormal } from '../../../src/random';

const SENSORS = 7;
const RANK = 4;

/** Solves A x = b by elimination with pivots. */
function solve(A: number[][], b: number[]): number[] {
  const rows = A.map((row, i) => [...row, b[i]]);
  for (let i = 0; i < b.length; i++) {
    const pivot = rows.slice(i).reduce((best, row) => (Math.abs(row[i]) > Math.abs(best[i]) ? row : best));
    rows.splice(rows.indexOf(pivot), 1);
    rows.splice(i, 0, pivot);
    rows.forEach((row, k) => {
      if (k === i) return;
      const factor = row[i] / pivot[i];
      row.forEach((_, c) => (row[c] -= factor * pivot[c]));
    });
  }
  return rows.map((row, i) => row[b.length] / row[i]);
}

describe('the reference that a drift is seen against', () => {
  const state = Float64Array.of(3);
  const loadings = Array.from({ length: SENSORS }, () => [nextNormal(state, 0), nextNormal(state, 0)]);
  const evidence = new Evidence(SENSORS);
  let causes = [0, 0];
  for (let t = 0; t < 600; t++) {
    causes = causes.map((cause) => 0.98 * cause + 0.2 * nextNormal(state, 0));
    const row = loadings.map(
      ([a, b], j) => 5 * j + a * causes[0] + b * causes[1] + 0.1 * nextNormal(state, 0),
    );
    evidence.update(row, 1);
    if (evidence.isStarting) for (let f = 0; f < 60; f++) evidence.replay(f);
  }
  const reference = new Reference(SENSORS, RANK);
  reference.take(evidence);
  const { location, unit, row, variance } = reference.columns;
  const levels = Float64Array.from(loadings, ([a, b], j) => 5 * j + 0.7 * a - 0.3 * b);
  levels[4] = NaN;

  it('leaves of each level what all others but it do not explain', () => {
    const left = new Float64Array(SENSORS);
    reference.compare(levels, left);
    for (let j = 0; j < SENSORS; j++) {
      if (j === 4) {
        assert.ok(Number.isNaN(left[j]));
        continue;
      }
      const z = (k: number): number => (levels[k] - location[k]) / unit[k] - row[k * (RANK + 1) + RANK];
      const c = (k: number, i: number): number => row[k * (RANK + 1) + i];
      const others = Array.from({ length: SENSORS }, (_, k) => k).filter((k) => k !== j && k !== 4);
      const sum = (of: (k: number) => number): number => others.reduce((s, k) => s + of(k) / variance[k], 0);
      const indices = [0, 1, 2, 3];
      const A = indices.map((i) =>
        indices.map((l) => sum((k) => c(k, i) * c(k, l)) + (i === l ? 1 / reference.Q[i] : 0)),
      );
      const x = solve(
        A,
        indices.map((i) => sum((k) => c(k, i) * z(k))),
      );
      const expected = z(j) - x.reduce((s, value, i) => s + c(j, i) * value, 0);
      assert.ok(Math.abs(left[j] - expected) < 1e-7, `sensor ${j}: ${left[j]} for ${expected}`);
    }
  });

  it('gives a drift of one sensor to that one', () => {
    const [before, after] = [new Float64Array(SENSORS), new Float64Array(SENSORS)];
    reference.compare(levels, before);
    reference.compare(
      levels.map((level, j) => (j === 2 ? level + unit[2] : level)),
      after,
    );
    assert.ok(Math.abs(after[2] - before[2] - 1) < 1e-9);
    for (const j of [0, 1, 3, 5, 6]) assert.ok(Math.abs(after[j] - before[j]) < 1, `sensor ${j}`);
  });
});
