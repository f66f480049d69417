import assert from 'node:assert/strict';
import { NEVER, RecordedFrames } from '../../src/evaluate/recorded-frames';
import { FrameClock } from '../../src/frame/clock';

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
const start = Date.UTC(2024, 5, 1);

/** What a stream's clock makes of rows with these times, in minutes after 60 regular ones: dt, or late. */
function readAfterStart(minutes: readonly (number | null)[], period = MINUTE): (number | 'late')[] {
  const recorded = new RecordedFrames(['a']);
  const clock = new FrameClock();
  const regular = Array.from({ length: 60 }, (_, k) => k - 59);
  return [...regular, ...minutes]
    .map((minute) => {
      const ms = minute === null ? null : start + minute * period;
      const { time, arrival } = recorded.frameOf(Float64Array.of(1), ms);
      if (clock.isLate(time, arrival)) return 'late';
      const dt = clock.measure(time, arrival);
      clock.advance(time, arrival);
      return dt;
    })
    .slice(60);
}

describe('rows of a recording as frames', () => {
  it('have fields by name, without the gaps', () => {
    const recorded = new RecordedFrames(['a', '1', '__proto__']);
    const { fields } = recorded.frameOf(Float64Array.of(NaN, 2, 3), null);
    assert.deepEqual(Object.entries(fields), [
      ['1', 2],
      ['__proto__', 3],
    ]);
  });

  it('are one period apart where none has a time', () => {
    const recorded = new RecordedFrames(['a']);
    const clock = new FrameClock();
    for (let k = 0; k < 100; k++) {
      const { time, arrival } = recorded.frameOf(Float64Array.of(1), null);
      assert.deepEqual([time, arrival, clock.measure(time, arrival)], [null, NEVER, 1]);
      clock.advance(time, arrival);
    }
    assert.equal(clock.period, null);
  });

  it('are as far apart as their times, and one period where one has none', () => {
    assert.deepEqual(readAfterStart([1, 1.5, 4, null, null, 7, null, 30]), [1, 0.5, 2.5, 1, 1, 1, 1, 22]);
  });

  it('are late if not newer than one before, however old', () => {
    const weeks = (7 * DAY) / MINUTE;
    assert.deepEqual(readAfterStart([1, 1, 0.5, -3, -weeks, -50 * weeks, null, 3]), [
      1,
      'late',
      'late',
      'late',
      'late',
      'late',
      1,
      1,
    ]);
  });

  it('go on where only a clock was ahead, also for some rows and again', () => {
    const ahead = (7 * DAY) / MINUTE;
    assert.deepEqual(readAfterStart([ahead, 2, 3, ahead + 1, ahead + 2, ahead + 3, 7, 8, 7.5]), [
      ahead,
      1,
      1,
      ahead - 2,
      1,
      1,
      1,
      1,
      'late',
    ]);
  });

  it('are late after a pause of days that more than ten rows confirm', () => {
    const after = (3 * DAY) / MINUTE;
    const rows = Array.from({ length: 11 }, (_, k) => after + k);
    assert.deepEqual(readAfterStart([...rows, 2, after + 11]).slice(-2), ['late', 1]);
    assert.deepEqual(readAfterStart([...rows.slice(1), 2]).slice(-1), [1]);
  });

  it('may be weeks apart: a time again, or of an earlier row, is late', () => {
    assert.deepEqual(readAfterStart([1, 1, 2, 1, 3], 7 * DAY), [1, 'late', 1, 'late', 1]);
  });

  it('go on from the second where the first is ahead', () => {
    const recorded = new RecordedFrames(['a']);
    const arrivals = [start + 7 * DAY, start, start + MINUTE].map(
      (time) => recorded.frameOf(Float64Array.of(1), time).arrival,
    );
    assert.deepEqual(arrivals, [start + 7 * DAY, start, start + MINUTE]);
  });

  it('have no time where theirs is none that a clock can hold', () => {
    const recorded = new RecordedFrames(['a']);
    assert.equal(recorded.frameOf(Float64Array.of(1), 1e17).arrival, NEVER);
  });
});
