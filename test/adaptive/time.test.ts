import assert from 'node:assert/strict';
import { AdaptiveModel } from '../../src';
import { assertClose } from '../support/close';
import { copyOf, learn } from '../support/adaptive';
import { Random } from '../support/random';

const SENSORS = 5;
const frames = new Random(31).frames(500, SENSORS, 2, 0.1);

function trained(): AdaptiveModel {
  const model = new AdaptiveModel({ sensors: SENSORS });
  learn(model, frames);
  return model;
}

describe('irregular time', () => {
  it('dt = 1 is the default', () => {
    const model = trained();
    const twin = trained();
    model.learnOne(frames[0]);
    twin.learnOne(frames[0], 1);
    assert.deepEqual(copyOf(model.estimates), copyOf(twin.estimates));
  });

  it('two half periods without readings are one whole period', () => {
    const model = trained();
    const [, halves] = model.forecast(2, 0.5);
    const whole = model.predictOne(1);
    assertClose(halves.mean, whole.mean, 1e-12, 'mean');
    assertClose(halves.variance, whole.variance, 1e-12, 'variance');
  });

  it('many short periods without readings are one long one', () => {
    const model = trained();
    const short = model.forecast(60, 0.5)[59];
    const [long] = model.forecast(1, 30);
    assertClose(short.mean, long.mean, 1e-9, 'mean');
    assertClose(short.variance, long.variance, 1e-9, 'variance');
  });

  it('the prior widens with the time since the last frame', () => {
    const widths = [0.25, 1, 4, 50].map((dt) => {
      const model = trained();
      model.learnOne(frames[0], dt);
      return Array.from(model.estimates.priorSd);
    });
    for (let i = 1; i < widths.length; i++) {
      widths[i].forEach((sd, j) => assert.ok(sd > widths[i - 1][j], `sensor ${j}: ${sd}`));
    }
  });

  it('a stream with every other frame left out is learned about as well when dt says so', () => {
    const error = (dt: number): number => {
      const model = new AdaptiveModel({ sensors: SENSORS });
      let sum = 0;
      frames.forEach((frame, k) => {
        if (k % 2 === 1) return;
        model.learnOne(frame, dt);
        if (k < 200) return;
        frame.forEach((y, j) => (sum += Number.isNaN(y) ? 0 : (y - model.estimates.mean[j]) ** 2));
      });
      return sum;
    };
    assert.ok(error(2) < 1.2 * error(1), `${error(2)} and ${error(1)}`);
  });

  it('after a pause the offsets are forgotten as they would be frame by frame', () => {
    const model = trained();
    const twin = trained();
    model.learnOne(new Float64Array(SENSORS).fill(NaN), 8);
    for (let k = 0; k < 8; k++) twin.learnOne(new Float64Array(SENSORS).fill(NaN));
    model.learnOne(frames[7]);
    twin.learnOne(frames[7]);
    assertClose(model.estimates.priorMean, twin.estimates.priorMean, 1e-9, 'prior mean');
    assertClose(model.estimates.priorSd, twin.estimates.priorSd, 1e-9, 'prior sd');
    assertClose(model.estimates.mean, twin.estimates.mean, 1e-9, 'mean');
  });
});
