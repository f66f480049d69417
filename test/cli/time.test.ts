import assert from 'node:assert/strict';
import { readTime, writeTime, type Clock } from '../../src/cli/csv/time';

describe('times in files', () => {
  const leapDay = Date.UTC(2024, 1, 29);
  const noon = Date.UTC(2024, 1, 29, 12, 34, 56);
  const texts: readonly [Clock, string, number][] = [
    ['day-first', '2024-02-29', leapDay],
    ['day-first', '2024-02-29T12:34', Date.UTC(2024, 1, 29, 12, 34)],
    ['day-first', '2024-02-29T12:34:56', noon],
    ['day-first', '2024-02-29 12:34:56.7', noon + 700],
    ['day-first', '2024-02-29T12:34:56.789Z', noon + 789],
    ['day-first', '2024-02-29T12:34:56.789000Z', noon + 789],
    ['day-first', '2024-02-29 12:34:56+02:00', noon - 7_200_000],
    ['day-first', '2024-02-29 12:34:56-0530', noon + 19_800_000],
    ['day-first', '2024/02/29 12:34:56', noon],
    ['day-first', '29.02.2024 12:34', Date.UTC(2024, 1, 29, 12, 34)],
    ['month-first', '29.02.2024 12:34', Date.UTC(2024, 1, 29, 12, 34)],
    ['day-first', '29/02/2024 12:34:56', noon],
    ['month-first', '02/29/2024 12:34:56', noon],
    ['month-first', '02-29-2024', leapDay],
    ['month-first', '02/29/2024 12:34:56 PM', noon],
    ['month-first', '02/29/2024 12:34 AM', leapDay + 34 * 60_000],
    ['month-first', '02/29/2024 1:34 PM', Date.UTC(2024, 1, 29, 13, 34)],
    ['seconds', '1709210096', 1709210096000],
    ['seconds', '1709210096.5', 1709210096500],
    ['milliseconds', '1709210096789', 1709210096789],
    ['microseconds', '1709210096789000', 1709210096789],
    ['nanoseconds', '1709210096789000000', 1709210096789],
    ['days', '45351.5', Date.UTC(2024, 1, 29, 12)],
    ['elapsed', '0.1', 100],
    ['elapsed', '-12', -12_000],
    ['ticks', '10001000000000', 10_001_000],
  ];
  for (const [clock, text, ms] of texts) {
    it(`reads and writes ${text} (${clock})`, () => {
      const time = readTime(text, clock);
      assert.equal(time?.ms, ms);
      assert.equal(time && writeTime(time.ms, time.style), text);
    });
  }

  it('goes over the end of a month and of a year', () => {
    const time = readTime('2023-12-31 23:59:30', 'day-first');
    assert.equal(time && writeTime(time.ms + 60_000, time.style), '2024-01-01 00:00:30');
  });

  it('does not take anything else for a time', () => {
    const others = [
      '',
      'nan',
      '12',
      '2024',
      '2023-02-29',
      '2024-13-01',
      '12:30',
      '2024-02-29 25:00',
      '1e3',
      '99999999999999',
      'x2024-01-01',
      '13/13/2024',
      '2024-02-29 13:00 PM',
    ];
    for (const text of others) {
      for (const clock of ['day-first', 'month-first', 'seconds', 'milliseconds'] as const)
        assert.equal(readTime(text, clock), null, `${text} (${clock})`);
    }
    assert.equal(readTime('02/29/2024', 'day-first'), null);
    for (const text of ['', 'x', '2024-01-01']) assert.equal(readTime(text, 'elapsed'), null);
  });
});
