import assert from 'node:assert/strict';
import { waitToSave } from '../../nodes/state/save-time';

const NOW = 1.7e12;

describe('waitToSave', () => {
  for (const [saveSeconds, wait] of [
    [1, 250],
    [1.2, 300],
    [1.5, 500],
    [2, 1000],
    [10, 9000],
    [86_400, 86_399_000],
  ])
    it(`leaves time to pack and write within ${saveSeconds} s: waits ${wait} ms`, () => {
      assert.equal(waitToSave(1000 * saveSeconds, null, NOW), wait);
    });

  it('never waits longer with a phase, and lands on it', () => {
    const [saveMs, period] = [10_000, 9000];
    for (const phase of [0, 1, 4321, 8999, 9000, 9999])
      for (let now = NOW; now < NOW + 2 * period; now += 997) {
        const wait = waitToSave(saveMs, phase, now);
        assert.ok(wait > 0 && wait <= period, `${wait} ms at ${now} with phase ${phase}`);
        assert.equal((now + wait - phase) % period, 0);
      }
  });
});
