import assert from 'node:assert/strict';
import { Draws } from '../../bench/changepoint/draws';
import { createDetector, type ChangedSensor, type ChangeEvent } from '../../src';

const CHANGE = 1500;

/** Six sensors that follow a common swing; from CHANGE on `change` makes of a reading what it likes. */
function firstAlarm(change: (value: number, j: number, noise: number) => number, seed = 9): ChangeEvent {
  const draws = new Draws(seed);
  const loadings = draws.normals(6);
  const detector = createDetector({ names: ['a', 'b', 'c', 'd', 'e', 'f'] });
  for (let t = 0; t < CHANGE + 200; t++) {
    const frame = loadings.map((c, j) => {
      const value = 20 + 3 * c * Math.sin(t / 30) + 0.5 * draws.normal();
      return t < CHANGE ? value : change(value, j, draws.normal());
    });
    const { alarm } = detector.update(frame);
    if (alarm !== null && t >= CHANGE) return alarm;
  }
  throw new Error('no alarm');
}
const first = ({ sensors }: ChangeEvent): ChangedSensor => sensors[0] as ChangedSensor;

describe('what is said of a change', () => {
  it('a level: how far, in which direction, in one sensor against the others', () => {
    const alarm = firstAlarm((value, j) => (j === 2 ? value - 4 : value));
    const { name, kind, direction, before, after } = first(alarm);
    assert.deepEqual(
      [alarm.kind, alarm.scope, name, kind, direction],
      ['level', 'sensor', 'c', 'level', 'down'],
    );
    assert.ok(Math.abs(after.level - before.level + 4) < 1, `${before.level} to ${after.level}`);
    assert.match(alarm.summary ?? '', /^c fell from [\d.]+ to [\d.]+$/);
    assert.ok((alarm.rarity ?? 0) >= 10_000);
  });

  it('a noise: of the sensor that became noisier', () => {
    const alarm = firstAlarm((value, j, noise) => (j === 4 ? value + 2 * noise : value), 10);
    const { name, kind, direction, before, after } = first(alarm);
    assert.deepEqual([name, kind, direction], ['e', 'noise', 'up']);
    assert.ok(after.spread > 1.5 * before.spread);
    assert.match(alarm.summary ?? '', /^e is noisier, spread [\d.]+ to [\d.]+/);
  });

  it('many sensors together are probably the plant', () => {
    const alarm = firstAlarm((value, j) => (j < 4 ? value + (j % 2 === 0 ? 3 : -3) : value));
    assert.equal(alarm.scope, 'plant');
    assert.ok(alarm.sensors.length >= 2);
  });

  it('a stuck sensor: the value it is stuck at', () => {
    const alarm = firstAlarm((value, j) => (j === 1 ? 20.25 : value));
    assert.deepEqual([alarm.kind, alarm.scope], ['stuck', 'sensor']);
    assert.equal(alarm.summary, 'b is stuck at 20.3');
    assert.ok(alarm.score >= 1);
  });
});
