import assert from 'node:assert/strict';
import { bridgeGap, type FilledFrame } from '../../src/impute/bridge';
import { assertClose } from '../support/close';

/** Noise of variance n in every frame, beside an AR(1) of rate phi that starts at 0 with frame 0 and is driven by variance q. */
interface ErrorProcess {
  readonly n: number;
  readonly q: number;
  readonly phi: number;
}

/** Covariance of the errors of frames 0 to `last`, by running the AR(1) forward: x_i = sum of phi^(i-k) w_k. */
function covariance({ n, q, phi }: ErrorProcess, last: number): number[][] {
  const frames = Array.from({ length: last + 1 }, (_, i) => i);
  const loadings = frames.map((i) => frames.map((k) => (k >= 1 && k <= i ? phi ** (i - k) : 0)));
  return frames.map((i) =>
    frames.map((k) => q * loadings[i].reduce((sum, l, w) => sum + l * loadings[k][w], 0) + (i === k ? n : 0)),
  );
}

const framesOf = (K: readonly (readonly number[])[], last: number): FilledFrame[] =>
  Array.from({ length: last }, (_, i) => ({ time: i, elapsed: 1 + i, mean: 0, variance: K[i][i] }));

describe('bridgeGap', () => {
  const processes: Record<string, ErrorProcess> = {
    'errors that add up': { n: 0.5, q: 0.2, phi: 1 },
    'errors that are forgotten slowly': { n: 0.3, q: 0.2, phi: 0.95 },
    'errors that are forgotten soon': { n: 0.1, q: 1, phi: 0.8 },
  };
  for (const [what, process] of Object.entries(processes)) {
    it(`gives mean and variance of the joint distribution: ${what}`, () => {
      const last = 16;
      const K = covariance(process, last);
      const frames = framesOf(K, last);
      const end = { elapsed: 1 + last, error: 1.7, variance: K[last][last] };
      bridgeGap(frames[0], frames, end).forEach(({ correction, variance }, i) => {
        assertClose([correction], [(K[i][last] / K[last][last]) * 1.7], 1e-9);
        assertClose([variance], [K[i][i] - K[i][last] ** 2 / K[last][last]], 1e-9);
      });
    });
  }

  it('changes nothing where a fill is as sure at the end of a gap as in its first frame', () => {
    const frames = framesOf(covariance({ n: 1, q: 0, phi: 1 }, 9), 9);
    const bridged = bridgeGap(frames[0], frames, { elapsed: 10, error: 3, variance: 1 });
    assert.ok(bridged.every(({ correction, variance }) => correction === 0 && variance === 1));
  });

  it('takes an error of more than four deviations for one of four: the reading may be wrong', () => {
    const K = covariance({ n: 0.1, q: 1, phi: 1 }, 8);
    const frames = framesOf(K, 8);
    const at = (error: number): number =>
      bridgeGap(frames[0], frames, { elapsed: 9, error, variance: K[8][8] })[7].correction;
    assert.equal(at(1e6), at(4 * Math.sqrt(K[8][8])));
    assert.equal(at(-1e6), -at(1e6));
  });

  it('gives numbers for variances of any order, frames at the same time and gaps of one frame', () => {
    const frame = (elapsed: number, variance: number): FilledFrame => ({
      time: 0,
      elapsed,
      mean: 0,
      variance,
    });
    const cases = [
      [frame(1, 1e-300)],
      [frame(1, 4), frame(2, 1), frame(3, 9)],
      [frame(1, 1), frame(1, 2), frame(1, 3)],
      [frame(1, 1e140), frame(2, 1e-140)],
    ];
    for (const frames of cases)
      for (const { correction, variance } of bridgeGap(frames[0], frames, {
        elapsed: 4,
        error: 1,
        variance: 2,
      }))
        assert.ok(Number.isFinite(correction) && variance >= 0 && variance < Infinity);
  });
});
