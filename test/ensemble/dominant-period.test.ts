import assert from 'node:assert/strict';
import { dominantPeriod, type Correlogram } from '../../src/ensemble/dominant-period';
import { Random } from '../support/random';

const FRAMES = 1024;
const ONE = 8192;

function correlogram(r: (lag: number) => number, frames = FRAMES): Correlogram {
  const longest = Math.floor(0.7 * frames);
  const steps = Int16Array.from({ length: longest + 1 }, (_, lag) => Math.round(ONE * r(lag)));
  return { steps, one: ONE, longest, frames };
}

const cosine = (lag: number, period: number): number => Math.cos((2 * Math.PI * lag) / period);
/** Of a pulse as wide as this share of its period. */
const pulse = (lag: number, period: number, width = 0.1): number => {
  const place = lag / period - Math.round(lag / period);
  return Math.max(0, 1 - Math.abs(place) / width) * 1.1 - 0.1;
};

describe('the dominant period of an autocorrelation', () => {
  for (const period of [20, 48.37, 133.1, 299.6])
    it(`of ${period} frames is found to a fraction of a frame, whatever the shape`, () => {
      const random = new Random(Math.round(10 * period));
      for (const shape of [cosine, pulse]) {
        const clean = dominantPeriod(correlogram((lag) => 0.8 * shape(lag, period)));
        assert.ok(Math.abs(clean - period) < 0.004 * period, `${clean}`);
        const noisy = correlogram((lag) => 0.6 * shape(lag, period) + 0.03 * random.normal());
        assert.ok(Math.abs(dominantPeriod(noisy) - period) < 0.02 * period);
      }
    });

  it('of a few frames and a fraction may be a multiple that is nearly whole', () => {
    for (const period of [4.2, 7.3, 9.7])
      for (const shape of [cosine, pulse]) {
        const found = dominantPeriod(correlogram((lag) => 0.8 * shape(lag, period)));
        const multiple = Math.round(found / period);
        assert.ok(
          multiple >= 1 && Math.abs(found - multiple * period) < 0.01 * period,
          `${period}: ${found}`,
        );
      }
  });

  it('is the whole of two unequal humps, not half of it', () => {
    const humps = (lag: number): number => 0.7 * pulse(lag, 96) + 0.3 * pulse(lag, 48);
    assert.ok(Math.abs(dominantPeriod(correlogram(humps)) - 96) < 0.5);
  });

  it('is 0 where a correlation only fades, where it comes back once, and in noise', () => {
    for (const memory of [1, 20, 100, 400])
      assert.equal(dominantPeriod(correlogram((lag) => Math.exp(-lag / memory))), 0);
    const once = (lag: number): number => (Math.abs(lag - 100) < 10 ? 0.8 : Math.exp(-lag / 5));
    assert.equal(dominantPeriod(correlogram(once)), 0);
    const random = new Random(11);
    for (let k = 0; k < 20; k++) assert.equal(dominantPeriod(correlogram(() => 0.05 * random.normal())), 0);
    assert.equal(dominantPeriod(correlogram(() => 0)), 0);
  });

  it('is 0 where fewer than three periods were seen', () => {
    assert.equal(dominantPeriod(correlogram((lag) => cosine(lag, 48), 100)), 0);
    assert.ok(dominantPeriod(correlogram((lag) => cosine(lag, 30), 100)) > 29);
  });

  it('of a slow wave is told from noise without memory, not from noise with as much', () => {
    const beside = (memory: number) => (lag: number) =>
      0.3 * cosine(lag, 150) + 0.7 * Math.exp(-lag / memory);
    assert.ok(dominantPeriod(correlogram(beside(1))) > 0);
    assert.equal(dominantPeriod(correlogram(beside(150))), 0);
  });
});
