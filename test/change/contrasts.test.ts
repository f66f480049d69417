import assert from 'node:assert/strict';
import { Draws } from '../../bench/changepoint/draws';
import { CONTRASTS, Contrasts, RELATION, SCALES } from '../../src/change/calibrated/contrasts';
import { BLOCK } from '../../src/change/calibrated/tail';
import type { Evidence } from '../../src/change/evidence/evidence';

/** One sensor whose relation to the others swings by so much for so many blocks. */
function learn(contrasts: Contrasts, blocks: number, size: number, draws: Draws): void {
  for (let t = 0; t < blocks * BLOCK; t++) {
    const residual = Float64Array.of(draws.normal());
    const swing = Float64Array.of(size * Math.sin((2 * Math.PI * t) / 100) + residual[0]);
    const evidence = { residual, relation: swing, scale: Float64Array.of(1) } as unknown as Evidence;
    contrasts.average(evidence, 1);
    contrasts.weigh(evidence, true);
    if (t % BLOCK === BLOCK - 1) contrasts.closeBlock();
  }
}

const AT = RELATION * SCALES;

/** What a contrast is measured by before and after four blocks of another size, which follow a joining anew. */
function afterJoining(blocks: number, before: number, after: number): number {
  const draws = new Draws(6);
  const contrasts = new Contrasts(1);
  learn(contrasts, blocks, before, draws);
  const known = contrasts.columns.variance[AT];
  contrasts.forget(0);
  learn(contrasts, 4, after, draws);
  assert.equal(contrasts.columns.variance.length, CONTRASTS);
  return contrasts.columns.variance[AT] / known;
}

describe('what the contrasts of a sensor are measured by, once it joins anew', () => {
  it('is let go of slowly after a long history: a calm since may be a night', () => {
    assert.ok(afterJoining(30, 5, 0.1) > 0.9);
  });

  it('grows at once', () => {
    assert.ok(afterJoining(30, 0.1, 5) > 5);
  });

  it('is the new one after a short history', () => {
    assert.ok(afterJoining(8, 5, 0.1) < 0.1);
  });
});
