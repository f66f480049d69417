import assert from 'node:assert/strict';
import { Draws } from '../../bench/changepoint/draws';
import { createDetector } from '../../src';
import { BLOCK, Tail } from '../../src/change/calibrated/tail';
import { median } from '../../src/scale/median';

/** A tail of one channel that has seen these block maxima. */
function tailOf(maxima: readonly number[]): Tail {
  const tail = new Tail(1);
  tail.closeBlock();
  for (const peak of maxima) {
    tail.held[0] = peak;
    tail.closeBlock();
  }
  return tail;
}

describe('the tail of a channel', () => {
  it('predicts by the integral over all scales that the excesses leave open', () => {
    const draws = new Draws(5);
    const maxima = Array.from({ length: 40 }, () => Math.fround(3 - 2 * Math.log(1 - draws.uniform())));
    const u = median(maxima);
    const excesses = maxima.filter((peak) => peak > u).map((peak) => peak - u);
    const tail = tailOf(maxima);
    for (const x of [u + 0.5, u + 3, u + 12]) {
      // P(excess > e) = integral of e^(-rate e) Gamma(rate; n, S), half of the blocks having an excess.
      const n = 6 + excesses.length;
      const S = 12 + excesses.reduce((sum, excess) => sum + excess, 0);
      let above = 0;
      let all = 0;
      for (let rate = 0.0005; rate < 8; rate += 0.001) {
        const density = Math.exp((n - 1) * Math.log(rate) - S * rate + 60);
        above += density * Math.exp(-rate * (x - u));
        all += density;
      }
      const expected = -Math.log(above / all / (2 * BLOCK));
      assert.ok(Math.abs(tail.surprise(0, x) - expected) < 1e-4, `${tail.surprise(0, x)} and ${expected}`);
    }
    assert.equal(tail.surprise(0, u), 0);
  });

  it('is never thinner than it is told', () => {
    const tail = new Tail(1, 2);
    tail.closeBlock();
    for (let i = 0; i < 100; i++) {
      tail.held[0] = (i % 10) / 100;
      tail.closeBlock();
    }
    const u = median(Array.from({ length: 100 }, (_, i) => Math.fround((i % 10) / 100)));
    assert.ok(Math.abs(tail.surprise(0, u + 8) - (Math.log(2 * BLOCK) + 4)) < 1e-9);
    assert.ok(tailOf([1, 2, 3]).surprise(0, 9) > 0);
  });

  it('keeps the last hundred blocks', () => {
    const [quiet, loud] = [Array.from({ length: 100 }, (_, i) => 1 + (i % 7) / 10), [50, 60, 70]];
    assert.equal(tailOf([...loud, ...quiet]).surprise(0, 9), tailOf(quiet).surprise(0, 9));
  });

  it('lets the median take the place of a peak that is withdrawn, wherever it is', () => {
    const quiet = Array.from({ length: 140 }, (_, i) => 1 + ((i * 5) % 7) / 8);
    for (const at of [0, 20, 119]) {
      const tail = tailOf(quiet.slice(0, 120).map((peak, i) => (i === at ? 90 : peak)));
      const loud = tail.surprise(0, 9);
      tail.withdraw(at);
      const expected = tailOf(quiet.slice(0, 120)).surprise(0, 9);
      if (at === 0) assert.equal(tail.surprise(0, 9), loud, 'it has left the past already');
      else assert.ok(loud < expected - 1 && Math.abs(tail.surprise(0, 9) - expected) < 1);
    }
    const next = tailOf(quiet.slice(0, 60));
    const expected = next.surprise(0, 9);
    next.held[0] = 90;
    next.withdraw(60);
    next.closeBlock();
    assert.ok(Math.abs(next.surprise(0, 9) - expected) < 1);
  });
});

describe('the rate of false alarms that was asked for', () => {
  for (const sensors of [1, 8]) {
    it(`is kept on white noise of ${sensors} sensors, within a factor of three`, () => {
      const draws = new Draws(100 + sensors);
      const asked = 500;
      const frames = 60_000 / Math.sqrt(sensors);
      const detector = createDetector({ sensors, sensitivity: asked });
      let alarms = 0;
      for (let t = 0; t < frames; t++) if (detector.update(draws.normals(sensors)).alarm !== null) alarms++;
      assert.ok(alarms <= (3 * frames) / asked, `${alarms} alarms in ${frames} frames`);
    });
  }
});
