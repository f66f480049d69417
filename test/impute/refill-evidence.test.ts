import assert from 'node:assert/strict';
import { RefillEvidence } from '../../src/impute/refill-evidence';
import { Random } from '../support/random';

/** Trials of a gap of so many frames, in which h errs by 1 and g by `path`, independently. */
function giveTrials(evidence: RefillEvidence, column: number, gap: number, path: number, count = 200): void {
  const random = new Random(column + gap);
  for (let n = 0; n < count; n++) {
    const [h, g] = [random.normal(), path * random.normal()];
    evidence.learn(column, gap, 0, h * (h - g), (h - g) ** 2);
  }
}

describe('evidence on paths through gaps', () => {
  it('believes none before some were tried, nor where they were worse', () => {
    const evidence = new RefillEvidence();
    assert.equal(evidence.weight(0, 10, 0), 0);
    giveTrials(evidence, 0, 10, 3);
    assert.ok(evidence.weight(0, 10, 0) < 0.2);
  });

  it('comes near the weight with which the error is least', () => {
    const evidence = new RefillEvidence();
    giveTrials(evidence, 1, 10, 1);
    assert.ok(Math.abs(evidence.weight(1, 10, 0) - 0.5) < 0.12);
    giveTrials(evidence, 2, 40, 0.2);
    assert.ok(evidence.weight(2, 40, 0) > 0.75);
  });

  it('takes that of others where a sensor has none, and tells lengths and empty gaps apart', () => {
    const evidence = new RefillEvidence();
    giveTrials(evidence, 0, 10, 0.2);
    assert.ok(evidence.weight(5, 20, 0) > 0.6);
    assert.equal(evidence.weight(5, 3, 0), 0);
    assert.equal(evidence.weight(5, 30, 0), 0);
    assert.equal(evidence.weight(5, 100, 0), 0);
    assert.equal(evidence.weight(5, 20, 12), 0);
  });

  it('forgets a sensor that was replaced', () => {
    const evidence = new RefillEvidence();
    giveTrials(evidence, 0, 10, 0.1);
    giveTrials(evidence, 1, 10, 4);
    const before = evidence.weight(1, 10, 0);
    evidence.clear(1);
    assert.ok(evidence.weight(1, 10, 0) > before);
  });
});
