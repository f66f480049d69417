import assert from 'node:assert/strict';
import { DelayLines, type Outage } from '../../src/ensemble/delay-lines';

const FRAMES = 50;
/** Sensor 0 is missing in every fifth frame; frame t shows 100 t and 100 t + 1. */
const isSeen = (t: number): boolean => t % 5 !== 0;

function fill(lines: DelayLines): void {
  for (let t = 1; t <= FRAMES; t++)
    lines.push(Float64Array.of(100 * t, 100 * t + 1), Uint8Array.of(isSeen(t) ? 0 : 1, 0), 1);
}

function read(
  lines: DelayLines,
  source: number,
  frames: number,
  outage: Outage | null = null,
  dt = 1,
): number {
  const w = new Float64Array(2);
  const isMissing = new Uint8Array(2);
  lines.read([{ source, frames }], dt, outage, w, isMissing, 1);
  return isMissing[1] === 1 ? NaN : w[1];
}

const hiding = (frames: number, isAhead: boolean, ...sensors: number[]): Outage => ({
  frames,
  isAhead,
  hides: (i) => sensors.includes(i),
});

describe('readings some frames ago', () => {
  const lines = new DelayLines(2);
  lines.keep(new Set([0, 1]));
  fill(lines);

  it('are those of that frame, and missing where there were none', () => {
    for (let delay = 1; delay <= 31; delay++) {
      const t = FRAMES + 1 - delay;
      assert.equal(read(lines, 0, delay), isSeen(t) ? 100 * t : NaN, `${delay}`);
      assert.equal(read(lines, 1, delay), 100 * t + 1, `${delay}`);
    }
  });

  it('are missing in an outage of their sensor, but for those before it', () => {
    for (let delay = 1; delay <= 31; delay++) {
      const outage = hiding(10, false, 1);
      assert.equal(read(lines, 1, delay, outage), delay < 10 ? NaN : 100 * (FRAMES + 1 - delay) + 1);
      assert.equal(Number.isNaN(read(lines, 0, delay, outage)), !isSeen(FRAMES + 1 - delay));
    }
  });

  it('are those before the frames to come that are asked about', () => {
    for (let delay = 1; delay <= 31; delay++) {
      const expected = delay < 10 ? NaN : 100 * (FRAMES + 10 - delay) + 1;
      assert.equal(read(lines, 1, delay, hiding(10, true, 0, 1)), expected, `${delay}`);
    }
  });

  it('are none after a pause, nor of a sensor whose level has shifted', () => {
    assert.ok(Number.isNaN(read(lines, 1, 3, null, 2)));
    const paused = new DelayLines(2);
    paused.keep(new Set([1]));
    fill(paused);
    paused.push(Float64Array.of(0, 7), Uint8Array.of(0, 0), 3);
    assert.deepEqual([read(paused, 1, 1), read(paused, 1, 2)], [7, NaN]);
    paused.clear(1);
    assert.ok(Number.isNaN(read(paused, 1, 1)));
  });
});
