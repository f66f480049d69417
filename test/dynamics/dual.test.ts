import assert from 'node:assert/strict';
import { Dual } from '../../src';
import { variable } from '../../src/dynamics/dual';
import { assertClose } from '../support/close';

/** Every operation on two duals, and the same on numbers. */
const operations: readonly (readonly [
  string,
  (a: Dual, b: Dual) => Dual,
  (a: number, b: number) => number,
])[] = [
  ['plus', (a, b) => a.plus(b), (a, b) => a + b],
  ['minus', (a, b) => a.minus(b), (a, b) => a - b],
  ['times', (a, b) => a.times(b), (a, b) => a * b],
  ['over', (a, b) => a.over(b), (a, b) => a / b],
  ['plus a number', (a) => a.plus(2), (a) => a + 2],
  ['minus a number', (a) => a.minus(2), (a) => a - 2],
  ['times a number', (a) => a.times(-3), (a) => a * -3],
  ['over a number', (a) => a.over(4), (a) => a / 4],
  ['negated', (a) => a.negated(), (a) => -a],
  ['power', (a) => a.power(3), (a) => a ** 3],
  ['power zero', (a) => a.power(0), () => 1],
  ['sqrt', (a) => a.sqrt(), Math.sqrt],
  ['exp', (a) => a.exp(), Math.exp],
  ['log', (a) => a.log(), Math.log],
  ['sin', (a) => a.sin(), Math.sin],
  ['cos', (a) => a.cos(), Math.cos],
  ['tanh', (a) => a.tanh(), Math.tanh],
  ['abs', (a) => a.abs(), Math.abs],
  ['abs of a negative', (a, b) => a.negated().times(b).abs(), (a, b) => Math.abs(-a * b)],
  [
    'a chain',
    (a, b) => a.times(b).sin().plus(b.over(a).exp()).power(2),
    (a, b) => (Math.sin(a * b) + Math.exp(b / a)) ** 2,
  ],
];

describe('dual numbers', () => {
  for (const [name, onDuals, onNumbers] of operations) {
    it(`know the value and both derivatives of ${name}`, () => {
      const [a, b] = [0.7, 1.3];
      const result = onDuals(variable(a, 0, 2), variable(b, 1, 2));
      const h = 1e-6;
      const slopes = [
        (onNumbers(a + h, b) - onNumbers(a - h, b)) / (2 * h),
        (onNumbers(a, b + h) - onNumbers(a, b - h)) / (2 * h),
      ];
      assert.equal(result.value, onNumbers(a, b));
      assertClose(result.partials, slopes, 1e-8, name);
    });
  }

  it('leave their operands as they were', () => {
    const a = variable(2, 0, 1);
    a.times(a).plus(a).exp();
    assert.equal(a.value, 2);
    assert.deepEqual([...a.partials], [1]);
  });
});
