import assert from 'node:assert/strict';
import { readTime, writeTime } from '../../src/cli/csv/time';

describe('times in files', () => {
  const texts: readonly [string, number][] = [
    ['2024-02-29', Date.UTC(2024, 1, 29)],
    ['2024-02-29T12:34', Date.UTC(2024, 1, 29, 12, 34)],
    ['2024-02-29T12:34:56', Date.UTC(2024, 1, 29, 12, 34, 56)],
    ['2024-02-29 12:34:56.7', Date.UTC(2024, 1, 29, 12, 34, 56, 700)],
    ['2024-02-29T12:34:56.789Z', Date.UTC(2024, 1, 29, 12, 34, 56, 789)],
    ['2024-02-29T12:34:56.789000Z', Date.UTC(2024, 1, 29, 12, 34, 56, 789)],
    ['2024-02-29 12:34:56+02:00', Date.UTC(2024, 1, 29, 10, 34, 56)],
    ['2024-02-29 12:34:56-0530', Date.UTC(2024, 1, 29, 18, 4, 56)],
    ['2024/02/29 12:34:56', Date.UTC(2024, 1, 29, 12, 34, 56)],
    ['29.02.2024 12:34', Date.UTC(2024, 1, 29, 12, 34)],
    ['1709210096', 1709210096000],
    ['1709210096.5', 1709210096500],
    ['1709210096789', 1709210096789],
  ];
  for (const [text, ms] of texts) {
    it(`reads and writes ${text}`, () => {
      const time = readTime(text);
      assert.equal(time?.ms, ms);
      assert.equal(time && writeTime(time.ms, time.style), text);
    });
  }

  it('goes over the end of a month and of a year', () => {
    const time = readTime('2023-12-31 23:59:30');
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
    ];
    for (const text of others) assert.equal(readTime(text), null, text);
  });
});
