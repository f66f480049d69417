import assert from 'node:assert/strict';
import { limitTime } from '../../nodes/state/time-limit';

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** The process does nothing else meanwhile. */
function standStill(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

describe('a time limit', () => {
  it('is over once', async () => {
    let over = 0;
    limitTime(16, () => (over += 1));
    while (over === 0) await pause(5);
    await pause(40);
    assert.equal(over, 1);
  });

  it('is never over once it was stopped', async () => {
    let over = 0;
    const stop = limitTime(16, () => (over += 1));
    await pause(4);
    stop();
    await pause(60);
    assert.equal(over, 0);
  });

  it('is not over because the process stood still', async () => {
    let over = 0;
    const stop = limitTime(400, () => (over += 1));
    standStill(500);
    await pause(0);
    assert.equal(over, 0, 'it has stood still for longer than the limit, and has heard nobody');
    stop();
  });
});
