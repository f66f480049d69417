import assert from 'node:assert/strict';
import { PoorerStack, WholeModel } from '../../bench/impute/whole-model';
import { evaluate } from '../../src/evaluate/evaluation';
import { drawMask } from '../../src/evaluate/mask';
import type { ReadingsTable } from '../../src/evaluate/readings-table';
import { nextNormal, nextUniform } from '../../src/random';

const HOUR = 3_600_000;
const MONDAY = Date.UTC(2026, 0, 5);
const CHALLENGERS = [0, 1, 2];
const PROFILE = 0;
const PRESENT = 1;

interface Walks {
  readonly seed: number;
  readonly sensors: number;
  readonly rows: number;
  readonly stepMs: number;
  /** Of the day they show besides, in steps of the walk. */
  readonly swing: number;
}

/** Random walks that share much of their steps, as prices do with their market. */
function drawWalks({ seed, sensors, rows, stepMs, swing }: Walks): ReadingsTable {
  const state = Float64Array.of(1000 + seed);
  const share = 0.3 + 0.5 * nextUniform(state, 0);
  const level = new Float64Array(sensors);
  const values = new Float64Array(rows * sensors);
  for (let row = 0; row < rows; row++) {
    const market = nextNormal(state, 0);
    const day = swing * Math.sin((2 * Math.PI * row * stepMs) / (24 * HOUR));
    for (let j = 0; j < sensors; j++) {
      level[j] += Math.sqrt(share) * market + Math.sqrt(1 - share) * nextNormal(state, 0);
      values[row * sensors + j] = level[j] + (1 + j / sensors) * day;
    }
  }
  const ms = Float64Array.from({ length: rows }, (_, row) => MONDAY + row * stepMs);
  return { rows, sensors, values, dt: new Float64Array(rows).fill(1), ms };
}

/** Outages of all sensors: the error of the model that hears these challengers over that of its own estimate. */
function overAlone(walks: Walks, heard: readonly number[]): number {
  const table = drawWalks(walks);
  const hearing = (few: readonly number[]): WholeModel => {
    const unheard = CHALLENGERS.filter((e) => !few.includes(e));
    return new WholeModel(table.sensors, { createStack: (d) => new PoorerStack(d, unheard) });
  };
  const mask = drawMask(table, 'gateway', 1);
  const { scorers } = evaluate(table, mask, { heard: hearing(heard), alone: hearing([]) });
  return (scorers.heard.total.nrmse ?? NaN) / (scorers.alone.total.nrmse ?? NaN);
}

const geometricMean = (ratios: readonly number[]): number =>
  Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length);

/** The geometric mean over made walks of five to eleven sensors, every hour or every day. */
const overMany = (count: number, heard: readonly number[], more: Partial<Walks> = {}): number =>
  geometricMean(
    Array.from({ length: count }, (_, seed) =>
      overAlone(
        {
          ...{ seed, sensors: 5 + 3 * (seed % 3), rows: 600 + 300 * (seed % 4) },
          ...{ stepMs: seed % 2 === 0 ? HOUR : 24 * HOUR, swing: 0, ...more },
        },
        heard,
      ),
    ),
  );

describe('challengers on walks with a common factor, where everything is hidden', () => {
  for (const [name, count, heard, most] of [
    ['all of them', 24, CHALLENGERS, 1.05],
    ['the profile', 24, [PROFILE], 1.015],
    ['the regression on the present', 3, [PRESENT], 1],
  ] as const)
    it(`do not harm: ${name}`, () => {
      const ratio = overMany(count, heard);
      assert.ok(ratio <= most, `${ratio}`);
    });

  it('are let in within 600 frames if the walks show a day', () => {
    const ratio = overMany(12, CHALLENGERS, { rows: 600, stepMs: HOUR, swing: 10 });
    assert.ok(ratio <= 0.75, `${ratio}`);
  });
});
