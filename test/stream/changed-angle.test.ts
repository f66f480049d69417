import assert from 'node:assert/strict';
import type { ChangedSensor } from '../../src';
import { describeAngle } from '../../src/stream/changed-angle';
import { Random } from '../support/random';

const RADIANS = Math.PI / 180;

/** Mean and deviation of the cosine and the sine of an angle that scatters about `mean`. */
function scatter(mean: number, sd: number) {
  const random = new Random(7);
  const angles = Array.from({ length: 20_000 }, () => (mean + sd * random.normal()) * RADIANS);
  const momentsOf = (values: readonly number[]) => {
    const level = values.reduce((sum, value) => sum + value, 0) / values.length;
    const square = values.reduce((sum, value) => sum + (value - level) ** 2, 0) / values.length;
    return { level, spread: Math.sqrt(square) };
  };
  return { cosine: momentsOf(angles.map(Math.cos)), sine: momentsOf(angles.map(Math.sin)) };
}

type Scatter = ReturnType<typeof scatter>;

function describeChange(
  before: Scatter,
  after: Scatter,
  isSigned = false,
  kind: ChangedSensor['kind'] = 'level',
) {
  const cosine = { before: before.cosine, after: after.cosine };
  const sine = { before: before.sine, after: after.sine };
  const shown: ChangedSensor = {
    ...{ name: 'cosine of wind', contribution: 9, kind, direction: 'down' },
    ...cosine,
  };
  return describeAngle(shown, 'wind', { cosine, sine, isSigned });
}

describe('a change of an angle', () => {
  for (const [from, to, isSigned, direction] of [
    [40, 130, false, 'up'],
    [350, 20, false, 'up'],
    [10, 330, false, 'down'],
    [-170, 160, true, 'down'],
  ] as const) {
    it(`is a turn from ${from} to ${to}, the short way round`, () => {
      const angle = describeChange(scatter(from, 8), scatter(to, 8), isSigned);
      assert.deepEqual([angle.name, angle.kind, angle.direction], ['wind', 'level', direction]);
      assert.ok(Math.abs(angle.before.level - from) < 0.5 && Math.abs(angle.after.level - to) < 0.5);
      assert.ok(Math.abs(angle.before.spread - 8) < 0.5 && Math.abs(angle.after.spread - 8) < 0.5);
    });
  }

  it('is more noise where the cosine falls for that alone', () => {
    const angle = describeChange(scatter(0, 8), scatter(0, 50));
    assert.deepEqual([angle.kind, angle.direction], ['noise', 'up']);
  });

  it('is never a NaN, though there is no direction', () => {
    const none = { cosine: { level: 0, spread: 0 }, sine: { level: 0, spread: 0 } };
    const { before, after } = describeChange(none, none);
    for (const value of [before.level, before.spread, after.level, after.spread])
      assert.ok(Number.isFinite(value));
  });

  it('stays one of a stuck vane', () => {
    const stuck = { cosine: { level: Math.cos(1), spread: 0 }, sine: { level: Math.sin(1), spread: 0 } };
    const { kind, after } = describeChange(scatter(300, 8), stuck, false, 'stuck');
    assert.equal(kind, 'stuck');
    assert.ok(Math.abs(after.level - 1 / RADIANS) < 1e-9);
    assert.equal(after.spread, 0);
  });
});
