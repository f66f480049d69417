import assert from 'node:assert/strict';
import { PsmfError } from '../../src';
import type { Cost, Signal } from '../../src/change/segment/cost';
import { costNames, createCost, type CostName } from '../../src/change/segment/costs';
import { bestSplit, segmentInto } from '../../src/change/segment/fixed-count';
import { pelt } from '../../src/change/segment/pelt';
import { Draws } from '../../bench/changepoint/draws';

/** The error of a stretch from its definition, two passes over the rows. */
function errorByDefinition(name: CostName, signal: number[][], start: number, end: number): number {
  const n = end - start;
  let total = 0;
  for (let j = 0; j < signal[0].length; j++) {
    const column = signal.map((row) => row[j]);
    const values = column.slice(start, end);
    const power = (all: number[], centre: number): number =>
      all.reduce((sum, x) => sum + (x - centre) ** 2, 0) / all.length;
    const mean = (all: number[]): number => all.reduce((sum, x) => sum + x, 0) / all.length;
    if (name === 'l2') total += n * power(values, mean(values));
    else if (name === 'rms') total += n * Math.log(power(values, 0) + 1e-10 * power(column, 0) + 1e-300);
    else total += n * Math.log(power(values, mean(values)) + 1e-10 * power(column, mean(column)) + 1e-300);
  }
  return total;
}

/** The least cost of all segmentations, every pair of indices tried: F(t) = min F(s) + error(s, t) + penalty. */
function partitionByBruteForce(
  cost: Cost,
  penalty: number,
  size: number,
): { total: number; changes: number[] } {
  const n = cost.length;
  const totals: number[] = [-penalty];
  const paths: number[][] = [[]];
  for (let t = 1; t <= n; t++) {
    totals[t] = Infinity;
    for (let s = 0; s <= t - size; s++) {
      const total = totals[s] + cost.error(s, t) + penalty;
      if (total < totals[t]) {
        totals[t] = total;
        paths[t] = s === 0 ? [] : [...paths[s], s];
      }
    }
  }
  return { total: totals[n], changes: paths[n] ?? [] };
}

function drawSignal(draws: Draws, n: number, columns: number): number[][] {
  const level = draws.normals(columns);
  let scale = 1;
  return Array.from({ length: n }, () => {
    if (draws.uniform() < 0.08) level[draws.below(columns)] += 4 * draws.normal();
    if (draws.uniform() < 0.08) scale = 0.2 + 3 * draws.uniform();
    return level.map((mean) => mean + scale * draws.normal());
  });
}

const totalOf = (cost: Cost, changes: number[], penalty: number): number => {
  const edges = [0, ...changes, cost.length];
  return (
    changes.reduce((sum) => sum + penalty, 0) +
    edges.slice(1).reduce((sum, end, i) => sum + cost.error(edges[i], end), 0)
  );
};

describe('costs of a stretch', () => {
  for (const name of costNames) {
    it(`${name} equals its definition on every stretch`, () => {
      const draws = new Draws(7);
      const signal = drawSignal(draws, 40, 3).map((row) => row.map((x) => x + 1000));
      const cost = createCost(name).fit(signal);
      for (let start = 0; start < 40; start++) {
        for (let end = start + cost.minSize; end <= 40; end++) {
          const expected = errorByDefinition(name, signal, start, end);
          assert.ok(
            Math.abs(cost.error(start, end) - expected) <= 1e-7 * (1 + Math.abs(expected)),
            `${name} ${start}..${end}: ${cost.error(start, end)} against ${expected}`,
          );
        }
      }
    });

    it(`${name} is finite on a constant signal`, () => {
      const cost = createCost(name).fit(Array.from({ length: 20 }, () => [3, 0]));
      assert.ok(Number.isFinite(cost.error(0, 20)));
      assert.deepEqual(pelt(cost, { penalty: 1 }), []);
    });
  }

  it('refuses ragged rows, missing values and unknown names', () => {
    const code = (run: () => unknown): string => {
      try {
        run();
      } catch (error) {
        assert.ok(error instanceof PsmfError);
        return error.code;
      }
      return 'nothing thrown';
    };
    const ragged: Signal = [[1, 2], [3]];
    assert.equal(
      code(() => createCost('l2').fit(ragged)),
      'BAD_LENGTH',
    );
    assert.equal(
      code(() => createCost('l2').fit([[1], [NaN]])),
      'BAD_LENGTH',
    );
    assert.equal(
      code(() => createCost('l1' as CostName)),
      'BAD_OPTION',
    );
    assert.equal(
      code(() => pelt(createCost('l2').fit([[1]]), { penalty: -1 })),
      'BAD_OPTION',
    );
    assert.equal(
      code(() => pelt(createCost('l2').fit([[1]]), { penalty: 1, minSize: 0 })),
      'BAD_OPTION',
    );
    assert.equal(
      code(() => segmentInto(createCost('l2').fit([[1]]), 0.5)),
      'BAD_OPTION',
    );
  });
});

describe('PELT', () => {
  it('equals dynamic programming without pruning on 2,000 random signals', () => {
    const draws = new Draws(20);
    let withChanges = 0;
    for (let trial = 0; trial < 2000; trial++) {
      const name = costNames[trial % costNames.length];
      const minSize = 1 + (Math.floor(trial / costNames.length) % 8);
      const signal = drawSignal(draws, 5 + draws.below(66), 1 + draws.below(3));
      const penalty = [0.5, 3, 10, 30][draws.below(4)];
      const cost = createCost(name).fit(signal);
      const size = Math.max(minSize, cost.minSize);
      const expected = partitionByBruteForce(cost, penalty, size);
      const changes = pelt(cost, { penalty, minSize });
      const about = `trial ${trial}: ${name}, minSize ${minSize}, penalty ${penalty}`;
      assert.deepEqual(changes, signal.length < 2 * size ? [] : expected.changes, about);
      if (changes.length > 0) {
        withChanges++;
        assert.ok(Math.abs(totalOf(cost, changes, penalty) - expected.total) < 1e-6, about);
      }
    }
    assert.ok(withChanges > 1000, `only ${withChanges} signals had a change`);
  });

  it('keeps a losing candidate until its successor may start a segment', () => {
    // Pruning at once, as if minSize were 1, misses the optimum on some of these signals.
    const draws = new Draws(5);
    let differs = 0;
    for (let trial = 0; trial < 300; trial++) {
      const cost = createCost('l2').fit(drawSignal(draws, 50, 1));
      const expected = partitionByBruteForce(cost, 3, 6);
      const eager = peltPruningAtOnce(cost, 3, 6);
      if (eager > expected.total + 1e-9) differs++;
      assert.deepEqual(pelt(cost, { penalty: 3, minSize: 6 }), expected.changes);
    }
    assert.ok(differs > 0, 'no signal told the two pruning rules apart');
  });

  it('finds nothing in a signal too short for two segments', () => {
    assert.deepEqual(pelt(createCost('l2').fit([]), { penalty: 0 }), []);
    assert.deepEqual(pelt(createCost('l2').fit([[1], [9], [1]]), { penalty: 0, minSize: 2 }), []);
  });
});

/** Total cost reached when a losing candidate is dropped immediately. */
function peltPruningAtOnce(cost: Cost, penalty: number, size: number): number {
  const totals = [-penalty];
  let candidates: number[] = [];
  for (let t = 1; t <= cost.length; t++) {
    totals[t] = Infinity;
    if (t >= size && totals[t - size] < Infinity) candidates.push(t - size);
    for (const s of candidates) totals[t] = Math.min(totals[t], totals[s] + cost.error(s, t) + penalty);
    candidates = candidates.filter((s) => totals[s] + cost.error(s, t) <= totals[t]);
  }
  return totals[cost.length];
}

describe('a given number of changes', () => {
  it('is the best of all choices of indices', () => {
    const draws = new Draws(11);
    for (let trial = 0; trial < 60; trial++) {
      const cost = createCost(costNames[trial % 3]).fit(drawSignal(draws, 18, 2));
      const size = Math.max(cost.minSize, 1 + (trial % 4));
      let best = Infinity;
      let chosen: number[] = [];
      for (let a = size; a <= 18 - size; a++) {
        for (let b = a + size; b <= 18 - size; b++) {
          const total = cost.error(0, a) + cost.error(a, b) + cost.error(b, 18);
          if (total < best) [best, chosen] = [total, [a, b]];
        }
      }
      assert.deepEqual(segmentInto(cost, 2, size), chosen);
      const one = segmentInto(cost, 1, size);
      const split = bestSplit(cost, size);
      assert.deepEqual(one, [split?.index]);
      assert.ok(split !== null && split.gain >= -1e-9);
    }
  });

  it('is empty where the signal is too short', () => {
    assert.deepEqual(segmentInto(createCost('l2').fit([[1], [2]]), 2), []);
    assert.equal(bestSplit(createCost('l2').fit([[1]])), null);
  });
});
