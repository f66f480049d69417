import assert from 'node:assert/strict';
import { StreamStart } from '../../src/ensemble/stream-start';

const frame = Float64Array.of(1, NaN);

/** The first frame after which the start is over, where every `later`th is later than the one before; 0: it is not. */
function endOf(
  later: number,
  frameMs: number | null,
): { readonly frame: number; readonly hasTimes: boolean } {
  const start = new StreamStart(2);
  for (let n = 1; n <= 200; n++) {
    start.learn(frame, n % later === 0);
    if (start.isOver(n, frameMs)) return { frame: n, hasTimes: start.hasTimes(n) };
  }
  return { frame: 0, hasTimes: start.hasTimes(200) };
}

describe('the start of a stream', () => {
  it('takes 45 frames where the time between them is known', () => {
    assert.deepEqual(endOf(1, 1000), { frame: 45, hasTimes: true });
  });

  it('goes on until that is known where frames have times', () => {
    assert.deepEqual(endOf(1, null), { frame: 0, hasTimes: true });
  });

  it('ends without times where most frames are no later than the one before', () => {
    assert.deepEqual(endOf(3, null), { frame: 45, hasTimes: false });
  });

  it('finds blocks of similar ones among many sensors, and goes on alike as a copy and with one more', () => {
    const sensors = 70;
    const start = new StreamStart(sensors);
    // Even columns follow one cause, odd ones another.
    for (let t = 0; t < 45; t++)
      start.learn(
        Float64Array.from(
          { length: sensors },
          (_, j) => (j % 2 === 0 ? Math.sin(t) : Math.cos(3 * t)) * (j + 1),
        ),
        true,
      );
    const copied = start.copy().chooseBlocks();
    const grown = start.withSensor().chooseBlocks();
    const blocks = start.chooseBlocks();
    assert.deepEqual(copied, blocks);
    assert.ok(blocks[0].every((j) => j % 2 === 0));
    assert.deepEqual(
      blocks.flatMap((block) => [...block]).sort((a, b) => a - b),
      Array.from({ length: sensors }, (_, j) => j),
    );
    assert.equal(grown.flatMap((block) => [...block]).length, sensors + 1);
    assert.deepEqual(start.arrays, []);
  });
});
