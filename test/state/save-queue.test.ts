import assert from 'node:assert/strict';
import { SaveQueue } from '../../nodes/state/save-queue';
import type { Steps } from '../../src/snapshot/steps';

describe('SaveQueue', () => {
  /** A save of so many steps, each as long as a turn of the queue, that writes down what it does. */
  const saveOf = (name: string, steps: number, seen: string[]) =>
    function* (): Steps<void> {
      seen.push(`${name} begins`);
      for (let i = 1; i < steps; i++) {
        const end = performance.now() + 6;
        while (performance.now() < end);
        yield;
      }
      seen.push(`${name} ends`);
    };
  const isOver = async (seen: readonly string[], length: number): Promise<void> => {
    while (seen.length < length) await new Promise(setImmediate);
  };

  it('ends a save before it begins the next, and begins with the urgent ones', async () => {
    const queue = new SaveQueue(assert.ifError);
    const seen: string[] = [];
    queue.add(saveOf('a', 4, seen));
    queue.add(saveOf('b', 2, seen));
    await isOver(seen, 1);
    queue.add(saveOf('c', 3, seen), true);
    assert.deepEqual(seen, ['a begins']);
    await isOver(seen, 6);
    assert.deepEqual(
      seen.filter((each) => each.endsWith('begins')).map(([name]) => name),
      ['a', 'c', 'b'],
    );
    for (let i = 0; i < 6; i += 2) assert.equal(seen[i][0], seen[i + 1][0]);
  });

  it('begins nothing twice, and nothing that was taken back', async () => {
    const queue = new SaveQueue(assert.ifError);
    const seen: string[] = [];
    const [a, b, c] = ['a', 'b', 'c'].map((name) => saveOf(name, 1, seen));
    for (const save of [a, b, b, c]) queue.add(save);
    queue.add(c, true);
    queue.delete(a);
    await isOver(seen, 4);
    for (let i = 0; i < 5; i++) await new Promise(setImmediate);
    assert.deepEqual(seen, ['c begins', 'c ends', 'b begins', 'b ends']);
  });

  it('leaves turns to others between the steps of a long save, and rests when nothing is due', async () => {
    const queue = new SaveQueue(assert.ifError);
    const seen: string[] = [];
    queue.add(saveOf('a', 5, seen));
    let turns = 0;
    while (seen.length < 2) {
      await new Promise(setImmediate);
      turns++;
    }
    assert.ok(turns >= 4);
    queue.add(saveOf('b', 1, seen));
    await isOver(seen, 4);
    assert.equal(seen[3], 'b ends');
  });

  it('takes no more of a turn because others took long in theirs', async () => {
    const queue = new SaveQueue(assert.ifError);
    const seen: string[] = [];
    queue.add(saveOf('a', 10, seen));
    let turns = 0;
    while (seen.length < 2) {
      const end = performance.now() + 150;
      while (performance.now() < end);
      await new Promise(setImmediate);
      turns++;
    }
    assert.ok(turns >= 4, `${turns} turns`);
  });

  it('tells of one that throws, and goes on with the others', async () => {
    const told: string[] = [];
    const queue = new SaveQueue(({ message }) => told.push(message));
    const seen: string[] = [];
    queue.add(function* () {
      yield;
      throw new Error('no save');
    });
    queue.add(saveOf('a', 2, seen));
    await isOver(seen, 2);
    queue.add(() => {
      throw new Error('no beginning');
    });
    queue.add(saveOf('b', 2, seen));
    await isOver(seen, 4);
    assert.deepEqual(told, ['no save', 'no beginning']);
  });

  it('comes to one that is due though others are urgent all the time', async () => {
    const queue = new SaveQueue(assert.ifError);
    const seen: string[] = [];
    let urgent = 0;
    const beUrgent = (): void => {
      if (seen.length > 0 || urgent === 100) return;
      urgent += 1;
      queue.add(function* () {
        beUrgent();
        yield;
      }, true);
    };
    beUrgent();
    queue.add(saveOf('a', 1, seen));
    await isOver(seen, 2);
    assert.ok(urgent < 5, `${urgent} urgent ones came first`);
  });
});
