import assert from 'node:assert/strict';
import { DECIDED_AFTER, ModeDecision, readModeState } from '../../src/frame/message-mode';

const message = (
  source: string,
  fields: Record<string, unknown>,
): { source: string; names: string[]; values: unknown[] } => ({
  source,
  names: Object.keys(fields),
  values: Object.values(fields),
});

describe('whether a message is a whole frame', () => {
  it('is told by one topic, by two, by single readings beside it, and by fields that have nothing in common', () => {
    const one = new ModeDecision('automatic');
    for (let t = 0; t < 5; t++) assert.equal(one.judge(message('a', { x: t, y: 2 })), 'whole');
    assert.equal(one.judge(message('b', { x: 1, y: 9 })), 'part');
    assert.equal(one.judge(message('a', { x: 1 })), 'part');

    const beside = new ModeDecision('automatic');
    assert.equal(beside.judge(message('a', { x: 1 })), 'whole');
    assert.equal(beside.noteSingle('b'), true);
    assert.equal(beside.judge(message('a', { x: 1 })), 'part');

    const after = new ModeDecision('automatic');
    assert.equal(after.noteSingle('b'), false);
    assert.equal(after.judge(message('a', { x: 1 })), 'part');

    const changing = new ModeDecision('automatic');
    assert.equal(changing.judge(message('a', { x: 1 })), 'whole');
    assert.equal(changing.judge(message('a', { y: 1 })), 'whole');
    assert.equal(changing.judge(message('a', { x: 2 })), 'part');

    const rotating = new ModeDecision('automatic');
    const verdicts = ['x', 'y', 'z'].map((name) => rotating.judge(message('a', { [name]: 1 })));
    assert.deepEqual(verdicts, ['whole', 'whole', 'part']);
  });

  it('stays a whole frame after one odd message at the start', () => {
    const odd = new ModeDecision('automatic');
    const names = [['a'], ...Array.from({ length: 4 }, () => ['x', 'y'])];
    const verdicts = names.map((each) =>
      odd.judge(message('p', Object.fromEntries(each.map((name) => [name, 1])))),
    );
    assert.deepEqual(verdicts, ['whole', 'whole', 'whole', 'whole', 'whole']);
  });

  it('stays a whole frame under changing topics if others have put it together', () => {
    const named = new ModeDecision('automatic');
    for (const [t, topic] of ['a', 'b', 'a', 'c'].entries())
      assert.equal(named.judge(message(topic, { a: t, b: 2 * t, c: -t })), 'whole');
    const repeating = new ModeDecision('automatic');
    let [x, y, z] = [1, 2, 3];
    for (const topic of ['p', 'q', 'r', 'p', 'q']) {
      if (topic === 'p') x += 1;
      else if (topic === 'q') y += 1;
      else z += 1;
      assert.equal(repeating.judge(message(topic, { x, y, z })), 'whole', topic);
    }
  });

  it(`stands after ${DECIDED_AFTER} messages, and is kept`, () => {
    const first = new ModeDecision('automatic');
    for (let t = 0; t < DECIDED_AFTER; t++) first.judge(message('a', { x: t }));
    assert.equal(first.judge(message('b', { x: 1 })), 'stranger');
    const kept = readModeState(JSON.parse(JSON.stringify(first.state)));
    assert.deepEqual(kept, { mode: 'whole', seen: DECIDED_AFTER, source: 'a' });
    const second = new ModeDecision('automatic', kept);
    assert.equal(second.judge(message('a', { x: 1 })), 'whole');
    assert.equal(second.judge(message('b', { x: 1 })), 'stranger');
    assert.equal(new ModeDecision('part', kept).judge(message('b', { x: 1 })), 'part');
  });

  it('is not read from damaged state', () => {
    for (const kept of [
      5,
      [],
      { mode: 'other', seen: 1, source: null },
      { mode: 'part', seen: -1, source: null },
      { mode: 'part', seen: 1, source: 7 },
    ])
      assert.throws(() => readModeState(kept), /damaged/);
    assert.equal(readModeState(undefined).mode, null);
  });
});
