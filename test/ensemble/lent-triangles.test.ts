import assert from 'node:assert/strict';
import { borrowTriangle, giveBack } from '../../src/ensemble/lent-triangles';

describe('triangles that are lent', () => {
  it('are lent again once they are given back, and to one at a time', () => {
    const first = borrowTriangle(10);
    const second = borrowTriangle(10);
    assert.notEqual(first, second);
    giveBack(first);
    assert.equal(borrowTriangle(11).length, 11);
    assert.equal(borrowTriangle(10), first);
    assert.notEqual(borrowTriangle(10), first);
  });

  it('are let go of where more than a megabyte of them is free', () => {
    const length = 2 ** 16;
    const lent = Array.from({ length: 4 }, () => borrowTriangle(length));
    lent.forEach(giveBack);
    const again = Array.from({ length: 4 }, () => borrowTriangle(length));
    assert.ok(again.filter((triangle) => lent.includes(triangle)).length <= 2);
  });
});
