import assert from 'node:assert/strict';
import { Draws } from '../../bench/changepoint/draws';
import { MOST_RUNS, createRunLayout, type RunLayout } from '../../src/change/bocpd/layout';
import { EXPECTED_RUN, extendRuns, logOddsOfRecent, startRuns } from '../../src/change/bocpd/run-lengths';
import { PRIOR, logMarginal, logPredictive } from '../../src/change/bocpd/student';
import { logGamma } from '../../src/filter/log-gamma';

function createRuns(d: number): { m: Float64Array; at: RunLayout; x: number } {
  const at = createRunLayout(d);
  const m = new Float64Array(at.length);
  startRuns(m, at);
  return { m, at, x: at.x };
}

/** log p of all values of a stretch, from the normal-gamma integral over its definition (mean and sum of squares about it). */
function logEvidence(values: number[]): number {
  const seen = values.filter((value) => !Number.isNaN(value));
  const n = seen.length;
  const mean = n === 0 ? 0 : seen.reduce((a, b) => a + b, 0) / n;
  const scatter = seen.reduce((total, value) => total + (value - mean) ** 2, 0);
  const { kappa, alpha, beta } = PRIOR;
  const after = beta + scatter / 2 + (kappa * n * mean * mean) / (2 * (kappa + n));
  return (
    logGamma(alpha + n / 2) -
    logGamma(alpha) +
    alpha * Math.log(beta) -
    (alpha + n / 2) * Math.log(after) +
    0.5 * (Math.log(kappa) - Math.log(kappa + n)) -
    (n / 2) * Math.log(2 * Math.PI)
  );
}

function logSum(values: number[]): number {
  const most = Math.max(...values);
  return most + Math.log(values.reduce((total, value) => total + Math.exp(value - most), 0));
}

/**
 * Posterior of every run length after each frame, O(n^2) evidences and no pruning:
 * p(data up to t, run began at b) = p(data up to b) H p(b..t | one run) (1 - H)^(t - b), the first run beginning for sure.
 */
function posteriorsByDefinition(frames: number[][]): number[][] {
  const H = 1 / EXPECTED_RUN;
  const upTo: number[] = [0];
  return frames.map((_, t) => {
    const joint: number[] = [];
    for (let b = 0; b <= t; b++) {
      const evidence = frames[0]
        .map((_, j) => logEvidence(frames.slice(b, t + 1).map((frame) => frame[j])))
        .reduce((total, value) => total + value, 0);
      const begin = b === 0 ? 0 : Math.log(H);
      joint.push(upTo[b] + begin + evidence + (t - b) * Math.log(1 - H));
    }
    upTo.push(logSum(joint));
    return joint.map((value) => Math.exp(value - upTo[t + 1])).reverse();
  });
}

describe('Bayesian online changepoint detection', () => {
  it('predicts with the ratio of marginal likelihoods', () => {
    const draws = new Draws(3);
    for (let n = 0; n < 60; n++) {
      const values = draws.normals(n + 1).map((value) => 2 * value - 1);
      const s = values.slice(0, n).reduce((a, b) => a + b, 0);
      const ss = values.slice(0, n).reduce((a, b) => a + b * b, 0);
      const expected = logEvidence(values) - logEvidence(values.slice(0, n));
      assert.ok(Math.abs(logPredictive(values[n], n, s, ss) - expected) < 1e-10);
      assert.ok(Math.abs(logMarginal(n, s, ss) - logEvidence(values.slice(0, n))) < 1e-10);
    }
    const n = 5000;
    const beyond = logGamma(PRIOR.alpha + n / 2 + 0.5) - logGamma(PRIOR.alpha + n / 2);
    const below = logPredictive(0, n, 0, n);
    const spread = ((PRIOR.beta + n / 2) * (PRIOR.kappa + n + 1)) / (PRIOR.kappa + n);
    assert.ok(Math.abs(below - (beyond - 0.5 * Math.log(2 * Math.PI * spread))) < 1e-10);
  });

  it('equals the direct evaluation of every run length, without pruning', () => {
    const draws = new Draws(17);
    const frames = Array.from({ length: 160 }, (_, t) => [
      draws.normal() + (t >= 90 ? 3 : 0),
      (t >= 90 ? 0.3 : 1) * draws.normal(),
      draws.uniform() < 0.2 ? NaN : draws.normal(),
    ]);
    const expected = posteriorsByDefinition(frames);
    const { m, at, x } = createRuns(3);
    frames.forEach((frame, t) => {
      m.set(frame, x);
      extendRuns(m, at, x, t > 0);
      const found = new Array<number>(t + 1).fill(0);
      for (let run = 0; run < m[at.runs]; run++) {
        found[m[at.runLength + run] - 1] += Math.exp(m[at.logPosterior + run]);
      }
      found.forEach((p, length) => {
        assert.ok(Math.abs(p - expected[t][length]) < 1e-6, `frame ${t}, length ${length + 1}: ${p}`);
      });
      const recent = expected[t].slice(0, 20).reduce((a, b) => a + b, 0);
      if (t > 40 && recent > 1e-6 && recent < 1 - 1e-6) {
        assert.ok(Math.abs(logOddsOfRecent(m, at, 20) - Math.log(recent / (1 - recent))) < 1e-2);
      }
    });
    const last = expected[159];
    assert.ok(last.indexOf(Math.max(...last)) > 60 && last.indexOf(Math.max(...last)) < 75);
  });

  it('keeps a bounded number of runs on a stream of any length', () => {
    const draws = new Draws(4);
    const { m, at, x } = createRuns(2);
    for (let t = 0; t < 5000; t++) {
      m.set([draws.normal(), NaN], x);
      extendRuns(m, at, x, t > 0);
      assert.ok(m[at.runs] >= 1 && m[at.runs] <= MOST_RUNS);
      let total = 0;
      for (let run = 0; run < m[at.runs]; run++) total += Math.exp(m[at.logPosterior + run]);
      assert.ok(total > 0.99 && total < 1.0001, `posterior sums to ${total}`);
    }
  });
});
