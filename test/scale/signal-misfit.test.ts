import assert from 'node:assert/strict';
import { SignalMisfit } from '../../src/scale/signal-misfit';
import { Random } from '../support/random';

const create = (): SignalMisfit => {
  const misfit = new SignalMisfit();
  misfit.addSensor();
  return misfit;
};
/** A slow wave of size 3 with noise 0.4, and a filter that has it `off` from where it is. */
function follow(misfit: SignalMisfit, off: (t: number) => number, spikeAt = -1): void {
  const random = new Random(7);
  for (let t = 0; t < 600; t++) {
    const truth = 3 * Math.sin(t / 8);
    const reading = truth + 0.4 * random.normal() + (t === spikeAt ? 1000 : 0);
    misfit.note(0, reading, truth + off(t));
  }
}

describe('the misfit of a signal', () => {
  it('is how far the filter has it from where it is', () => {
    for (const size of [1, 2]) {
      const misfit = create();
      follow(misfit, (t) => size * Math.SQRT2 * Math.cos(t / 3));
      assert.ok(Math.abs(misfit.variance(0) / size ** 2 - 1) < 0.2, `${misfit.variance(0)}`);
    }
  });

  it('is next to nothing where the filter is right', () => {
    const misfit = create();
    follow(misfit, () => 0);
    assert.ok(misfit.variance(0) < 0.2 * 0.4 ** 2, `${misfit.variance(0)}`);
  });

  it('is not what spikes, gaps and sensors the filter does not know yet make it', () => {
    const misfit = create();
    follow(misfit, () => 0, 590);
    assert.ok(misfit.variance(0) < 50, `${misfit.variance(0)}`); // of a square of 1e6 / 150
    const other = create();
    for (let t = 0; t < 100; t++) other.note(0, t % 3 === 0 ? NaN : 5, 4);
    for (let t = 0; t < 100; t++) other.note(0, 5, NaN);
    assert.equal(other.variance(0), 0);
  });

  it('goes on from what it was packed to, and refuses what it cannot be', () => {
    const misfit = create();
    follow(misfit, () => 1);
    misfit.note(0, NaN, NaN);
    misfit.forget();
    assert.deepEqual(new SignalMisfit(1).load(misfit.pack()).pack(), misfit.pack());
    for (const [i, lie] of [
      [0, NaN],
      [1, 1e62],
      [2, Infinity],
      [3, 1.5],
      [3, -1],
    ]) {
      const numbers = misfit.pack();
      numbers[i] = lie;
      assert.throws(() => new SignalMisfit(1).load(numbers), { code: 'BAD_SNAPSHOT' });
    }
  });
});
