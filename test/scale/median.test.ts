import assert from 'node:assert/strict';
import fc from 'fast-check';
import { median, medianOfSorted } from '../../src/scale/median';
import { median as reference } from '../support/statistics';

const numbers = fc.array(fc.double({ min: -1e60, max: 1e60, noNaN: true }), { minLength: 1 });

describe('medians', () => {
  it('have as many numbers above as below, and lie halfway between the two in the middle', () => {
    fc.assert(fc.property(numbers, (values) => assert.equal(median(values), reference(values))));
    assert.equal(median([4, 1, 3, 2]), 2.5);
  });

  it('are found within a longer array, and leave the numbers where they are', () => {
    assert.equal(medianOfSorted(Float64Array.of(9, 1, 2, 3, 7, 0), 1, 4), 2.5);
    assert.equal(medianOfSorted(Float64Array.of(9, 1, 2, 3, 7, 0), 1, 3), 2);
    const values = [3, 1, 2];
    median(values);
    assert.deepEqual(values, [3, 1, 2]);
  });

  it('are not a number where there is none', () => assert.ok(Number.isNaN(median([]))));
});
