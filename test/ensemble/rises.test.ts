import assert from 'node:assert/strict';
import { LONGEST_DELAY, Rises } from '../../src/ensemble/rises';
import { nextNormal, nextUniform } from '../../src/random';

/** Frames compared: four whole words. */
const COMPARED = 128;

/** The same counted frame by frame, by the last `COMPARED` frames of whole words. */
function countAgreement(own: readonly boolean[], source: readonly boolean[], delay: number): number {
  const end = own.length - (own.length % 32);
  let agreeing = 0;
  for (let t = end - COMPARED; t < end; t++) if (own[t] === source[t - delay]) agreeing += 1;
  return (agreeing - COMPARED / 2) / (Math.sqrt(COMPARED) / 2);
}

describe('rises of sensors', () => {
  it('agree as counted frame by frame, at every delay and whatever the frame', () => {
    const state = Float64Array.of(3);
    const rises = new Rises(2);
    const rose: boolean[][] = [[], []];
    for (let t = 0; t < 500; t++) {
      for (const i of [0, 1]) {
        const movement = nextNormal(state, 0);
        rises.write(i, movement);
        rose[i].push(movement > 0);
      }
      rises.advance();
      if (t < 200 || t % 7 !== 0) continue;
      for (let delay = -LONGEST_DELAY; delay <= LONGEST_DELAY; delay++) {
        const [own, source] = delay < 0 ? [rose[1], rose[0]] : rose;
        assert.equal(
          rises.agreement(0, 1, delay),
          countAgreement(own, source, Math.abs(delay)),
          `${t} ${delay}`,
        );
      }
    }
  });

  it('that are not known agree with nothing, be it among themselves', () => {
    const state = Float64Array.of(4);
    const sensors = 6;
    const rises = new Rises(sensors);
    const squares: number[] = [];
    for (let t = 1; t <= 3200; t++) {
      for (let i = 0; i < sensors; i++) rises.write(i, i === 0 ? nextNormal(state, 0) : 0);
      rises.advance();
      if (t % 320 !== 0) continue;
      for (let i = 0; i < sensors; i++)
        for (let source = 0; source < i; source++)
          for (let delay = 0; delay <= LONGEST_DELAY; delay++)
            squares.push(rises.agreement(i, source, delay) ** 2);
    }
    const mean = squares.reduce((sum, square) => sum + square, 0) / squares.length;
    assert.ok(Math.abs(mean - 1) < 0.1, `mean square ${mean}`);
    assert.ok(Math.max(...squares) < 25, `largest ${Math.sqrt(Math.max(...squares))}`);
  });

  it('are known of sensors that nearly always were, and not of others', () => {
    const state = Float64Array.of(5);
    const rises = new Rises(3);
    for (let t = 0; t < 2000; t++) {
      [0, 0.05, 0.3].forEach((missing, i) =>
        rises.write(i, nextUniform(state, 0) < missing ? 0 : nextNormal(state, 0)),
      );
      rises.advance();
    }
    assert.deepEqual([rises.areKnown(0, 1), rises.areKnown(0, 2)], [true, false]);
    rises.clear(1);
    assert.equal(rises.areKnown(0, 1), false);
  });
});
