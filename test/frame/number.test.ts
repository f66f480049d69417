import assert from 'node:assert/strict';
import { explainRejection, readNumber } from '../../src/frame/number';

describe('readNumber', () => {
  const accepted: readonly (readonly [unknown, number])[] = [
    [0, 0],
    [-3.5, -3.5],
    [1e60, 1e60],
    ['21.5', 21.5],
    ['+7', 7],
    ['-.5', -0.5],
    ['5.', 5],
    ['1e3', 1000],
    ['2.5E-2', 0.025],
    ['0'.repeat(63) + '1', 1],
  ];
  for (const [value, number] of accepted) {
    it(`takes ${typeof value} ${String(value)}`, () => assert.equal(readNumber(value), number));
  }

  const refused: readonly (readonly [unknown, string])[] = [
    [NaN, 'not finite'],
    [Infinity, 'not finite'],
    [-Infinity, 'not finite'],
    [1e61, 'out of range'],
    ['1e61', 'out of range'],
    ['1e999', 'out of range'],
    ['', 'empty text'],
    ['0'.repeat(64) + '1', 'text of more than 64 characters'],
    ['21,5', 'text that is not a plain decimal number'],
    ['0x1f', 'text that is not a plain decimal number'],
    ['1_000', 'text that is not a plain decimal number'],
    [' 1', 'text that is not a plain decimal number'],
    ['1\n', 'text that is not a plain decimal number'],
    ['1.2.3', 'text that is not a plain decimal number'],
    ['.', 'text that is not a plain decimal number'],
    ['e5', 'text that is not a plain decimal number'],
    ['--1', 'text that is not a plain decimal number'],
    ['NaN', 'text that is not a plain decimal number'],
    ['Infinity', 'text that is not a plain decimal number'],
    [true, 'boolean'],
    [1n, 'bigint'],
    [[1], 'array'],
    [{ valueOf: () => 1 }, 'object'],
    [null, 'null'],
    [undefined, 'undefined'],
  ];
  for (const [value, reason] of refused) {
    it(`refuses ${typeof value} ${JSON.stringify(String(value))}: ${reason}`, () => {
      assert.ok(Number.isNaN(readNumber(value)));
      assert.equal(explainRejection(value), reason);
    });
  }
});
