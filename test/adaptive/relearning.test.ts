import assert from 'node:assert/strict';
import { AdaptiveModel } from '../../src/adaptive/adaptive-model';
import { nextNormal } from '../../src/random';

const SENSORS = 6;

/** Two swings behind six sensors; the gain of the first changes its sign every 150 frames, so that its row is never right. */
function frameAt(k: number, noise: Float64Array): number[] {
  return Array.from({ length: SENSORS }, (_, j) => {
    const signal = Math.sin(k / 7 + j) + 0.5 * Math.cos(k / 19 - j);
    const gain = j === 0 && Math.floor(k / 150) % 2 === 1 ? -8 : 1;
    return 20 + gain * signal + 0.05 * nextNormal(noise, 0);
  });
}

describe('a sensor that has to be learned again and again', () => {
  it('never leads to a state that its own snapshot is refused for', () => {
    const noise = Float64Array.of(3);
    let model = new AdaptiveModel({ sensors: SENSORS });
    let shaken = 0;
    for (let k = 0; k < 6000; k++) {
      const frame = frameAt(k, noise);
      model.learnOne(frame);
      if (k % 100 !== 99) continue;
      const restored = AdaptiveModel.restore(model.snapshot());
      restored.learnOne(frameAt(k + 1, Float64Array.of(k)));
      const { mean, sd } = restored.estimates;
      for (let j = 0; j < SENSORS; j++) assert.ok(Number.isFinite(mean[j]) && sd[j] > 0);
      shaken += Math.abs(mean[0] - 20) > 2 ? 1 : 0;
      model = AdaptiveModel.restore(model.snapshot());
    }
    assert.ok(shaken > 0, 'the gain has had its effect');
  });
});
