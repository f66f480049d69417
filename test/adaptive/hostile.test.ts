import assert from 'node:assert/strict';
import { AdaptiveModel } from '../../src';
import { assertSound } from '../support/adaptive';
import { Random } from '../support/random';

const ABSURD = [1e300, -1e300, Infinity, -Infinity, NaN, 1e59, -1e60, 1e30, 5e-324, -0, 1e-300, 1e100, 3];

/** Learns `frames`, checking after each that nothing infinite or undefined got out or in. */
function learnSoundly(
  model: AdaptiveModel,
  frames: readonly ArrayLike<number>[],
  dts: readonly number[] = [],
): void {
  const wasRead = Array<boolean>(model.sensors).fill(false);
  frames.forEach((frame, k) => {
    model.learnOne(frame, dts[k] ?? 1);
    if (k % 10 === 0) assertSound(model, wasRead, `frame ${k}:`);
    Array.from(frame).forEach((y, j) => (wasRead[j] ||= Math.abs(y) <= 1e60));
  });
  assertSound(model, wasRead, 'at the end:');
}

describe('hostile readings', () => {
  for (const seed of [1, 2, 3, 4, 5, 6]) {
    it(`absurd numbers among good ones, and absurd times, seed ${seed}`, () => {
      const random = new Random(seed);
      const frames = random.frames(500, 7, 2, 0.1).map((frame) =>
        frame.map((y, j) => {
          if (random.uniform() < 0.1) return ABSURD[Math.floor(random.uniform() * ABSURD.length)];
          return j === 5 ? 4 : j === 6 ? NaN : y;
        }),
      );
      const dts = frames.map(() => 10 ** ((random.uniform() - 0.5) * (random.uniform() < 0.1 ? 600 : 4)));
      learnSoundly(new AdaptiveModel({ sensors: 7 }), frames);
      learnSoundly(new AdaptiveModel({ sensors: 7 }), frames, dts);
    });
  }

  it('bursts of huge readings, again and again, and very long pauses with next to no noise', () => {
    const frames = new Random(7)
      .frames(700, 9, 2)
      .map((frame, k) => frame.map((y, j) => (k > 100 && k % 100 < 6 ? 1e58 * (j - 4) : y)));
    const dts = frames.map((_, k) => (k % 50 === 0 ? 1e200 : 1e-200));
    learnSoundly(new AdaptiveModel({ sensors: 9 }), frames, dts);
  });

  it('a spike is flagged and hardly moves the estimates', () => {
    const random = new Random(12);
    const frames = random.frames(500, 6, 2);
    const model = new AdaptiveModel({ sensors: 6 });
    const twin = new AdaptiveModel({ sensors: 6 });
    for (const frame of frames) {
      model.learnOne(frame);
      twin.learnOne(frame);
    }
    const spiked = frames[499].slice();
    spiked[2] = 1e6;
    model.learnOne(spiked);
    twin.learnOne(frames[499]);
    assert.deepEqual(Array.from(model.estimates.outlier), [0, 0, 1, 0, 0, 0]);
    assert.deepEqual(Array.from(twin.estimates.outlier), [0, 0, 0, 0, 0, 0]);
    assert.ok(Math.abs(model.estimates.residual[2]) > 100);
    assert.ok(Math.abs(model.estimates.denoised[2] - frames[499][2]) < 3);
    const [a, b] = [model.predictOne(), twin.predictOne()];
    for (let j = 0; j < 6; j++) {
      assert.ok(Math.abs(a.mean[j] - b.mean[j]) < 4 * Math.sqrt(b.variance[j]), `sensor ${j}`);
    }
  });

  it('a constant sensor stays without units and is said to stay as it is', () => {
    const model = new AdaptiveModel({ sensors: 3 });
    for (const [a, b] of new Random(2).frames(400, 2, 1)) model.learnOne([a, b, 8]);
    assert.deepEqual(Array.from(model.estimates.active), [1, 1, 0]);
    assert.equal(model.estimates.mean[2], 8);
    assert.equal(model.estimates.sd[2], 0);
    assert.ok(Number.isNaN(model.estimates.priorMean[2]));
    assert.equal(model.predictOne().mean[2], 8);
  });

  it('a sensor constant for 400 frames and then moving is learned', () => {
    const frames = new Random(2).frames(900, 3, 1);
    const model = new AdaptiveModel({ sensors: 3 });
    let error = 0;
    let spread = 0;
    frames.forEach((frame, k) => {
      const reading = k < 400 ? 1 : frame[2];
      model.learnOne([frame[0], frame[1], reading]);
      if (k < 600) return;
      assert.equal(model.estimates.active[2], 1);
      error += (model.estimates.mean[2] - reading) ** 2;
      spread += reading ** 2;
    });
    assert.ok(error < 0.05 * spread, `${error / spread} of the spread`);
  });

  it('a sensor never seen has no estimate and does no harm', () => {
    const model = new AdaptiveModel({ sensors: 4 });
    const twin = new AdaptiveModel({ sensors: 4 });
    for (const [a, b, c, d] of new Random(2).frames(400, 4, 2)) {
      model.learnOne([a, b, c, NaN]);
      twin.learnOne([a, b, c, d]);
    }
    assert.ok(Number.isNaN(model.estimates.mean[3]));
    assert.ok(Number.isFinite(twin.estimates.mean[3]));
    for (let j = 0; j < 3; j++) assert.ok(model.estimates.sd[j] < 3 * twin.estimates.sd[j]);
  });

  it('a single reading is all that can be said', () => {
    const model = new AdaptiveModel({ sensors: 1 });
    model.learnOne([5]);
    for (let k = 0; k < 400; k++) model.learnOne([NaN]);
    assert.equal(model.estimates.mean[0], 5);
    assert.equal(model.estimates.sd[0], 0);
    assert.equal(model.phase, 'ready');
    assertSound(model, [true]);
  });
});
