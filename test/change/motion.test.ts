import assert from 'node:assert/strict';
import { Draws } from '../../bench/changepoint/draws';
import { generate } from '../../bench/changepoint/generators';
import { createDetector, restoreDetector, type ChangeEvent } from '../../src';
import { Motion } from '../../src/change/calibrated/motion';
import { BLOCK } from '../../src/change/calibrated/tail';
import { maternProcess } from '../../src/change/evidence/coefficient-dynamics';
import { FactorState } from '../../src/change/evidence/factor-state';
import { lengthOfState, packState, unpackState } from '../../src/change/packed-state';

const RANK = 4;
const LAG = 20;
const FORGETTING = 0.9995;
const FIRST_VARIANCE = 10;

/** Positions, then rates. */
const stateOf = (mean: ArrayLike<number>): Pick<FactorState, 'x' | 'v'> => {
  const numbers = Float64Array.from(mean);
  const half = numbers.length / 2;
  return { x: numbers.slice(0, half), v: numbers.slice(half) };
};

/** Solves R a = b by elimination. */
function solve(R: readonly (readonly number[])[], b: readonly number[]): number[] {
  const rows = R.map((row, i) => [...row, b[i]]);
  rows.forEach((row, i) => {
    const pivot = row[i];
    for (let k = i; k < row.length; k++) row[k] /= pivot;
    rows.forEach((other, q) => {
      if (q === i) return;
      const factor = other[i];
      for (let k = i; k < row.length; k++) other[k] -= factor * row[k];
    });
  });
  return rows.map((row) => row[b.length]);
}

/** Evidence of a motion that is fed with coefficients that turn by so much a frame. */
function turn(motion: Motion, frames: number, speed: number, draws: Draws, dt = 1): number {
  let most = 0;
  let angle = 0;
  for (let t = 0; t < frames; t++) {
    angle += speed * dt;
    const [noise, other] = draws.normals(2);
    const mean = [Math.cos(angle) + 0.05 * noise, speed * -Math.sin(angle) + 0.01 * other];
    motion.average(stateOf(mean), dt);
    motion.weigh(true);
    most = Math.max(most, motion.surprise);
    if (t % BLOCK === BLOCK - 1) motion.closeBlock();
  }
  return most;
}

const alarmsOf = (frames: readonly (readonly number[])[]): ChangeEvent[] => {
  const detector = createDetector({ sensors: frames[0].length });
  return frames.flatMap((frame) => detector.update(frame).alarm ?? []);
};

describe('the motion of all sensors', () => {
  it('predicts by what one large least-squares problem gives', () => {
    const draws = new Draws(8);
    const motion = new Motion(1);
    const xs: number[] = [];
    const zs: number[][] = [];
    for (let t = 0; t < 200; t++) {
      const [position, rate] = draws.normals(2).map((value) => Math.fround(value));
      motion.average(stateOf([position, rate]), 1);
      xs.push(position);
      zs.push([position, Math.fround(LAG * rate), 1]);
      if (t < LAG + 1 || t % 20 !== 19) continue;
      // A = argmin sum of F^(t-1-s) (x_s - A z_(s - LAG))^2 + F^(t-LAG) A^2 / 10, over what was known before frame t.
      const R = [0, 1, 2].map((i) =>
        [0, 1, 2].map((k) => (i === k ? FORGETTING ** (t - LAG) / FIRST_VARIANCE : 0)),
      );
      const b = [0, 0, 0];
      for (let s = LAG; s < t; s++) {
        const weight = FORGETTING ** (t - s);
        const z = zs[s - LAG];
        for (let i = 0; i < 3; i++) {
          b[i] += weight * z[i] * xs[s];
          for (let k = 0; k < 3; k++) R[i][k] += weight * z[i] * z[k];
        }
      }
      const expected = xs[t] - solve(R, b).reduce((sum, a, i) => sum + a * zs[t - LAG][i], 0);
      assert.ok(Math.abs(motion.error[0] - expected) < 1e-6, `${t}: ${motion.error[0]} and ${expected}`);
    }
  });

  it('shows another frequency, and not the same one', () => {
    const draws = new Draws(3);
    const motion = new Motion(1);
    assert.ok(turn(motion, 2000, 0.15, draws) < 9);
    assert.ok(turn(motion, 60, 0.25, draws) > 14);
  });

  it('does not show frames that come at another pace', () => {
    const draws = new Draws(4);
    const motion = new Motion(1);
    turn(motion, 2000, 0.15, draws);
    assert.ok(turn(motion, 1000, 0.15, draws, 4) < 9);
  });

  it('is of at least two sensors, the one that follows it most first', () => {
    const motion = new Motion(1);
    turn(motion, 100, 0.1, new Draws(2));
    motion.error[0] = 2;
    const leading = (...loadings: readonly number[]): number => {
      const state = new FactorState({ rank: 1, forgetting: 1, dynamics: maternProcess }, loadings.length);
      loadings.forEach((loading, j) => {
        const sensor = state.sensors[j];
        Object.assign(sensor, { unit: 3, gamma0: 1 });
        state.m[sensor.C] = loading;
      });
      return motion.leadingOf(state);
    };
    assert.equal(leading(0.6, -1, 0.7), 1);
    assert.equal(leading(0.1, -9, 0.4), -1);
    assert.equal(leading(9), -1);
  });

  it('goes on after it was stored; damaged numbers are refused', () => {
    const [motion, copy] = [new Motion(1), new Motion(1)];
    turn(motion, 900, 0.1, new Draws(5));
    unpackState(packState(motion.parts), copy.parts);
    copy.check();
    assert.equal(turn(copy, 200, 0.2, new Draws(6)), turn(motion, 200, 0.2, new Draws(6)));
    copy.averages.sum = -1;
    assert.throws(() => copy.check(), /a square/);
    copy.averages.sum = NaN;
    assert.throws(() => copy.check(), /the motion/);
  });

  it('gives up what it learned where coefficients leave all bounds, and has a state that can be restored', () => {
    const motion = new Motion(1);
    turn(motion, 500, 0.1, new Draws(7));
    for (const size of [1e200, -1e200, 1e35, 0, 0]) {
      for (let t = 0; t < 50; t++) {
        motion.average(stateOf([size, -size]), 1);
        motion.weigh(true);
        assert.ok(Number.isFinite(motion.surprise));
      }
    }
    motion.check();
  });
});

describe('changes of frequency', () => {
  it('are found, and told as those of the plant', () => {
    let found = 0;
    for (let seed = 13_000; seed < 13_008; seed++) {
      const { frames, changes } = generate('frequency', seed);
      const alarms = alarmsOf(frames);
      const hit = alarms.find(({ detectedIndex }) => Math.abs(detectedIndex - changes[0] - 30) <= 30);
      assert.ok(alarms.length <= 1, `seed ${seed}`);
      if (hit === undefined) continue;
      found++;
      assert.ok(Math.abs(hit.index - changes[0]) <= 20 && hit.score >= 1);
      if (hit.kind === 'joint') assert.equal(hit.scope, 'plant');
      assert.ok(hit.sensors.length > 0);
      if (hit.kind === 'joint') assert.match(hit.summary ?? '', /another rhythm/);
    }
    assert.ok(found >= 7, `${found} of 8`); // none before
  });

  it('are unknown to a state of before, which goes on', () => {
    const draws = new Draws(33);
    const detector = createDetector({ sensors: 3 });
    for (let t = 0; t < 700; t++) detector.update(draws.normals(3));
    const state = detector.snapshot();
    const former = restoreDetector({
      ...state,
      data: state.data.slice(0, -lengthOfState(new Motion(RANK).parts)),
    });
    for (let t = 0; t < 200; t++) {
      const frame = draws.normals(3);
      assert.equal(former.update(frame).score, detector.update(frame).score);
    }
  });
});
