import assert from 'node:assert/strict';
import { Progress } from '../../bench/progress';

function draw(isTTY: boolean): string[] {
  const written: string[] = [];
  const progress = new Progress(2, { isTTY, write: (text) => written.push(text) });
  progress.begin('first');
  progress.advance('second');
  progress.advance();
  progress.clear();
  return written;
}

describe('the progress bar', () => {
  it('fills up on a terminal and leaves nothing behind', () => {
    const [first, second, third, last] = draw(true);
    assert.match(first, /\[\.{30}\] {3}0 % first$/);
    assert.match(second, /\[#{15}\.{15}\] {2}50 % second$/);
    assert.match(third, /\[#{30}\] 100 % $/);
    assert.equal(last, '\r\x1b[K');
  });

  it('is silent where there is no terminal', () => {
    assert.deepEqual(draw(false), []);
  });
});
