import assert from 'node:assert/strict';
import { Stack, bucketOf } from '../../src/ensemble/stack';
import { nextNormal } from '../../src/random';

/** Readings of which the model is off by noise of variance 1, and one challenger by noise of `challengerSd`. */
function train(challengerSd: number, frames: number): { readonly before: number; readonly after: number } {
  const stack = new Stack(1);
  const state = Float64Array.of(11);
  const said = new Float64Array(3).fill(NaN);
  let before = 0;
  let after = 0;
  for (let t = 0; t < frames; t++) {
    const truth = nextNormal(state, 0);
    const model = truth + nextNormal(state, 0);
    said[1] = truth + challengerSd * nextNormal(state, 0);
    stack.advance(t, true);
    stack.estimate(0, 0, 0, 1, model, 1, said, true);
    if (t > frames / 2) {
      before += (model - truth) ** 2;
      after += (stack.mean - truth) ** 2;
    }
    stack.learn(0, 0, 0, 1, model, truth, t, 1);
  }
  return { before, after };
}

describe('the stack', () => {
  it('lets a challenger in as far as it is better, about as the best mix of the two would', () => {
    for (const sd of [0.3, 1]) {
      const { before, after } = train(sd, 4000);
      const best = (sd * sd) / (1 + sd * sd);
      assert.ok(after / before < best + 0.08, `${after / before} for ${best}`);
    }
  });

  it('leaves the estimate of the model alone where a challenger adds nothing but noise', () => {
    const stack = new Stack(1);
    const state = Float64Array.of(5);
    const said = new Float64Array(3).fill(NaN);
    let change = 0;
    for (let t = 0; t < 3000; t++) {
      said[0] = nextNormal(state, 0);
      stack.advance(t, true);
      stack.estimate(0, 0, 0, 1, 0, 1, said, true);
      if (t > 1000) change += stack.mean ** 2 / 2000;
      stack.learn(0, 0, 0, 1, 0, nextNormal(state, 0), t, 1);
    }
    assert.ok(change < 0.01, `${change}`);
  });

  it('says nothing before anything has been proved', () => {
    const stack = new Stack(2);
    stack.estimate(1, 0, 3, 2, 10, 4, Float64Array.of(20, NaN, 0), true);
    assert.deepEqual([stack.mean, stack.variance, stack.isMeasured], [10, 4, false]);
  });

  it('has intervals that hold as often as they promise', () => {
    const stack = new Stack(1);
    const state = Float64Array.of(23);
    let held = 0;
    for (let t = 0; t < 6000; t++) {
      stack.advance(t, true);
      // The model claims a tenth of the variance there is.
      stack.estimate(0, 0, 0, 1, 0, 0.1, Float64Array.of(NaN, NaN, NaN), true);
      const truth = nextNormal(state, 0);
      if (t >= 1000 && truth ** 2 <= 4 * stack.variance) held += 1 / 5000;
      stack.learn(0, 0, 0, 1, 0, truth, t, 1);
    }
    assert.ok(held > 0.93 && held < 0.975, `${held}`);
  });

  it('has buckets of doubling gaps', () => {
    assert.deepEqual([0.5, 1, 2, 3, 4, 127, 128, 1e9].map(bucketOf), [0, 0, 1, 1, 2, 6, 7, 7]);
  });
});
