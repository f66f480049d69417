import assert from 'node:assert/strict';
import { readSwitches } from '../../bench/command-line';

describe('the switches of a benchmark', () => {
  it('are false unless given', () => {
    assert.deepEqual(readSwitches(['--quick'], ['json', 'quick']), { json: false, quick: true });
  });

  for (const wrong of ['--nonsense', '--quick=3', 'file.csv']) {
    it(`${wrong} is answered in one sentence that names it and the options`, () => {
      const answer = readSwitches([wrong], ['json', 'quick']);
      assert.ok(typeof answer === 'string');
      assert.ok(answer.includes(wrong.split('=')[0]) && answer.includes('--json, --quick'), answer);
      assert.match(answer, /^[^\n]+\.$/);
    });
  }
});
