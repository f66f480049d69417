import assert from 'node:assert/strict';
import { Stack } from '../../src/ensemble/stack';
import { StackQuestion } from '../../src/ensemble/stack-question';
import { votesOf } from '../../src/ensemble/window-votes';
import { nextNormal, nextUniform } from '../../src/random';
import { assertClose } from '../support/close';

const BUCKET = 6;
/** Frames of a block of that bucket. */
const BLOCK = 128;

/** About sensor 0, which has been silent for 64 frames. */
function askLong(): StackQuestion {
  const question = Object.assign(new StackQuestion(0), { bucket: BUCKET, unit: 1, modelVariance: 1 });
  question.model = 0;
  return question;
}

/**
 * A model that is off all through every outage, in one of eight 40 times as far, and a challenger that is nearly right: the
 * error of the stack's estimates in the other outages, as a share of the model's, over the second half of the stream.
 */
function shareOfError(outages: number, seed: number): number {
  const stack = new Stack(1);
  const state = Float64Array.of(seed);
  const question = askLong();
  let ofModel = 0;
  let ofStack = 0;
  for (let outage = 0; outage < outages; outage++) {
    const isFarOff = outage % 8 === 1;
    const off = (nextUniform(state, 0) < 0.5 ? -1 : 1) * (isFarOff ? 4 : 0.1);
    for (let t = BLOCK * outage; t < BLOCK * outage + 64; t++) {
      const noise = 0.02 * nextNormal(state, 0);
      question.said[1] = off + noise;
      stack.advance(t, true);
      stack.estimate(question);
      if (outage > outages / 2 && !isFarOff) {
        ofModel += off * off;
        ofStack += (off - question.mean) ** 2;
      }
      question.reading = off;
      stack.learn(question, t, 1);
    }
  }
  return Math.sqrt(ofStack / ofModel);
}

describe('votes of the windows', () => {
  it('let in a challenger that is right in every one, though a few make up the sums', () => {
    for (const seed of [1, 2, 3]) {
      const share = shareOfError(24, seed);
      assert.ok(share < 0.3, `${share}`);
    }
  });

  it('are one for each block, the correlation within it', () => {
    const stack = new Stack(1);
    const state = Float64Array.of(7);
    const question = askLong();
    let [sum, squares] = [0, 0];
    for (let block = 0; block < 6; block++) {
      const [D, r] = [[] as number[], [] as number[]];
      for (let i = 0; i < 3 + block; i++) {
        D.push(nextNormal(state, 0));
        r.push(D[i] + nextNormal(state, 0));
        question.said[1] = D[i];
        question.reading = r[i];
        stack.estimate(question);
        stack.learn(question, BLOCK * block + i, 1);
      }
      const dot = (a: number[], b: number[]): number => a.reduce((total, x, i) => total + x * b[i], 0);
      const vote = dot(D, r) / Math.sqrt(dot(D, D) * dot(r, r));
      // The last one still runs.
      if (block < 5) [sum, squares] = [sum + vote, squares + vote * vote];
    }
    const at = votesOf(0, BUCKET) + 1;
    // Hardly anything has been forgotten in so few frames.
    assertClose([stack.votes.sum[at], stack.votes.squares[at]], [sum, squares], 0.01);
  });

  it('of a state that knew none are as sure as its sums', () => {
    const { pooled, votes } = new Stack(1);
    const cell = BUCKET * 3 + 1;
    Object.assign(pooled.b, { [cell]: 6 });
    Object.assign(pooled.V, { [cell]: 4 });
    Object.assign(pooled.blocks, { [cell]: 20 });
    votes.startFrom(pooled);
    const at = votesOf(0, BUCKET) + 1;
    assertClose([votes.sum[at] ** 2 / votes.squares[at], votes.squares[at]], [9, 5], 1e-6);
  });

  it('are no more than whole ones, also of a block that began in a state that knew none', () => {
    const stack = new Stack(1);
    const question = askLong();
    const learn = (t: number, difference: number): void => {
      question.said[1] = difference;
      question.reading = 1;
      stack.estimate(question);
      stack.learn(question, t, 1);
    };
    for (let t = 0; t < BLOCK / 2; t++) learn(t, 1);
    for (const array of stack.votes.arrays) array.fill(0);
    stack.votes.startFrom(stack.pooled);
    learn(BLOCK / 2, 0.001);
    learn(BLOCK, 1);
    const at = votesOf(0, BUCKET) + 1;
    assertClose([stack.votes.sum[at], stack.votes.squares[at]], [1, 1], 0.25);
  });
});
