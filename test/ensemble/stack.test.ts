import assert from 'node:assert/strict';
import { Stack, bucketOf } from '../../src/ensemble/stack';
import { StackQuestion } from '../../src/ensemble/stack-question';
import { nextNormal } from '../../src/random';

/** About sensor 0 in a gap of one frame, by a model whose variance is `modelVariance`. */
function ask(modelVariance: number): StackQuestion {
  const question = new StackQuestion(0);
  question.unit = 1;
  question.model = 0;
  question.modelVariance = modelVariance;
  return question;
}

/** Readings of which the model is off by noise of variance 1, and one challenger by noise of `challengerSd`. */
function train(challengerSd: number, frames: number): { readonly before: number; readonly after: number } {
  const stack = new Stack(1);
  const state = Float64Array.of(11);
  const question = ask(1);
  let before = 0;
  let after = 0;
  for (let t = 0; t < frames; t++) {
    const truth = nextNormal(state, 0);
    question.model = truth + nextNormal(state, 0);
    question.said[1] = truth + challengerSd * nextNormal(state, 0);
    stack.advance(t, true);
    stack.estimate(question);
    if (t > frames / 2) {
      before += (question.model - truth) ** 2;
      after += (question.mean - truth) ** 2;
    }
    question.reading = truth;
    stack.learn(question, t, 1);
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
    const question = ask(1);
    let change = 0;
    for (let t = 0; t < 3000; t++) {
      question.said[0] = nextNormal(state, 0);
      stack.advance(t, true);
      stack.estimate(question);
      if (t > 1000) change += question.mean ** 2 / 2000;
      question.reading = nextNormal(state, 0);
      stack.learn(question, t, 1);
    }
    assert.ok(change < 0.01, `${change}`);
  });

  it('says nothing before anything has been proved', () => {
    const stack = new Stack(2);
    const question = Object.assign(ask(4), { sensor: 1, bucket: 3, unit: 2, model: 10 });
    question.said.set([20, NaN, 0]);
    stack.estimate(question);
    assert.deepEqual([question.mean, question.variance, question.isMeasured], [10, 4, false]);
  });

  it('has intervals that hold as often as they promise', () => {
    const stack = new Stack(1);
    const state = Float64Array.of(23);
    // The model claims a tenth of the variance there is.
    const question = ask(0.1);
    let held = 0;
    for (let t = 0; t < 6000; t++) {
      stack.advance(t, true);
      stack.estimate(question);
      const truth = nextNormal(state, 0);
      if (t >= 1000 && truth ** 2 <= 4 * question.variance) held += 1 / 5000;
      question.reading = truth;
      stack.learn(question, t, 1);
    }
    assert.ok(held > 0.93 && held < 0.975, `${held}`);
  });

  it('has buckets of doubling gaps', () => {
    assert.deepEqual([0.5, 1, 2, 3, 4, 127, 128, 1e9].map(bucketOf), [0, 0, 1, 1, 2, 6, 7, 7]);
  });
});
