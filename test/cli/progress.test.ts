import assert from 'node:assert/strict';
import { Progress } from '../../src/cli/progress';

/** A screen that remembers what was written to it. */
class Paper {
  text = '';

  constructor(readonly isTTY: boolean) {}

  write(text: string): void {
    this.text += text;
  }
}

describe('progress bar', () => {
  it('is silent unless it is on a terminal', () => {
    const paper = new Paper(false);
    const progress = new Progress('reading', paper);
    progress.show(0.5);
    progress.clear();
    assert.equal(paper.text, '');
  });

  it('shows the share, and clears its line', () => {
    const paper = new Paper(true);
    const progress = new Progress('reading', paper, () => 0);
    progress.show(0.5, 'row 3');
    assert.equal(paper.text, `\r\x1b[K[${'#'.repeat(15)}${'.'.repeat(15)}]  50 % reading row 3`);
    progress.clear();
    assert.ok(paper.text.endsWith('\r\x1b[K'));
  });

  it('shows how far it is where the end is not known', () => {
    const paper = new Paper(true);
    new Progress('reading', paper, () => 0).show(NaN, 'row 3');
    assert.equal(paper.text, '\r\x1b[Kreading row 3');
  });

  it('draws at most ten times a second', () => {
    const paper = new Paper(true);
    let now = 0;
    const progress = new Progress('reading', paper, () => now);
    for (; now < 1000; now += 10) progress.show(now / 1000);
    assert.equal(paper.text.split('\r').length - 1, 10);
  });

  it('clears nothing where nothing was drawn', () => {
    const paper = new Paper(true);
    new Progress('reading', paper).clear();
    assert.equal(paper.text, '');
  });
});
