import assert from 'node:assert/strict';
import { SensorUnits, UNIT_READINGS, unitOf } from '../../src/scale/sensor-units';
import { Random } from '../support/random';

const first = (level: number, spread: number, seed = 3): number[] => {
  const random = new Random(seed);
  return Array.from({ length: UNIT_READINGS }, () => level + spread * random.normal());
};
const begin = (readings: readonly number[]): SensorUnits => {
  const units = new SensorUnits();
  units.addSensor();
  units.begin(0, unitOf(readings));
  return units;
};

describe('the units of sensors', () => {
  for (const [level, spread] of [
    [21.5, 0.3],
    [101_325, 250],
    [-4e-6, 1e-7],
  ]) {
    it(`are about ${level} and ${spread} for readings of that level and spread`, () => {
      const units = begin(first(level, spread));
      assert.ok(Math.abs(units.centre[0] - level) < spread / 2);
      assert.ok(units.spread[0] > 0.6 * spread && units.spread[0] < 1.6 * spread, `${units.spread[0]}`);
    });
  }

  it('do not know a sensor that has none', () => {
    const units = new SensorUnits();
    units.addSensor();
    assert.equal(units.isKnown(0), false);
    units.begin(0, unitOf([5]));
    assert.equal(units.isKnown(0), true);
  });

  it('are not moved by spikes', () => {
    const readings = first(20, 1);
    readings[7] = 1e6;
    readings[23] = -1e6;
    assert.ok(begin(readings).spread[0] < 2);
  });

  for (const [level, unit] of [
    [400, 4],
    [0, 1],
  ]) {
    it(`of a sensor that stands still at ${level} is ${unit}`, () => {
      assert.equal(begin(new Array<number>(UNIT_READINGS).fill(level)).spread[0], unit);
    });
  }

  it('widen when readings spread further, and say by how much', () => {
    const units = begin(first(0, 1));
    const random = new Random(5);
    const before = units.spread[0];
    let factor = 1;
    for (let i = 0; i < 600; i++) factor *= units.note(0, units.standardise(0, 8 * random.normal()));
    assert.ok(Math.abs(units.spread[0] * factor - before) < 1e-12);
    assert.ok(units.spread[0] > 5 && units.spread[0] < 10, `${units.spread[0]}`);
  });

  it('stay as they are for readings that fit, spikes among them', () => {
    const units = begin(first(0, 1));
    const before = units.spread[0];
    const random = new Random(6);
    for (let i = 0; i < 2000; i++) units.note(0, i % 50 === 9 ? 1e9 : random.normal());
    assert.equal(units.spread[0], before);
  });

  it('go on from what they were packed to', () => {
    const units = begin(first(7, 2));
    units.addSensor();
    const restored = new SensorUnits(2).load(units.pack());
    for (let i = 0; i < 200; i++) assert.equal(restored.note(0, i % 9), units.note(0, i % 9));
    assert.deepEqual(restored.pack(), units.pack());
    for (const [i, lie] of [
      [0, 1e70],
      [2, -1],
      [4, 0.5],
      [6, NaN],
    ]) {
      const numbers = units.pack();
      numbers[i] = lie;
      assert.throws(() => new SensorUnits(2).load(numbers), { code: 'BAD_SNAPSHOT' });
    }
  });
});
