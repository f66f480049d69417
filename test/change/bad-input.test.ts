import assert from 'node:assert/strict';
import { Draws } from '../../bench/changepoint/draws';
import { ChangeModel, createDetector, type ChangeEvent } from '../../src';

type Rows = readonly (readonly number[])[];

/** Two common causes, a rhythm and one that wanders, in `d` sensors with noise of their own. */
function plant(
  d: number,
  n: number,
  seed: number,
  phaseOf: (t: number) => number = (t) => t / 30,
): number[][] {
  const draws = new Draws(seed);
  const loadings = Array.from({ length: d }, () => draws.normals(2));
  let wandering = 0;
  return Array.from({ length: n }, (_, t) => {
    wandering = 0.99 * wandering + 0.14 * draws.normal();
    const causes = [Math.sin(phaseOf(t)), wandering];
    return loadings.map(([p, q]) => 20 + 2 * p * causes[0] + 2 * q * causes[1] + 0.3 * draws.normal());
  });
}

/** Alarms of a stream; every number on the way must be one. */
function alarmsOf(rows: Rows, dt: (t: number) => number = () => 1): ChangeEvent[] {
  const detector = createDetector({ sensors: rows[0].length });
  return rows.flatMap((row, t) => {
    const { score, alarm } = detector.update(row, dt(t));
    assert.ok(Number.isFinite(score) && score >= 0, `frame ${t}: score ${score}`);
    if (alarm === null) return [];
    assertFinite(alarm, `frame ${t}`);
    return [alarm];
  });
}

function assertFinite(value: unknown, where: string): void {
  if (typeof value === 'number') assert.ok(Number.isFinite(value), where);
  else if (value !== null && typeof value === 'object')
    for (const [name, part] of Object.entries(value)) assertFinite(part, `${where}.${name}`);
}

const foundNear = (alarms: readonly ChangeEvent[], at: number): boolean =>
  alarms.some(({ detectedIndex }) => detectedIndex >= at && detectedIndex <= at + 60);

const step = (rows: Rows, from: number, sensor: number, size: number): number[][] =>
  rows.map((row, t) => row.map((value, j) => (t >= from && j === sensor ? value + size : value)));

describe('bad input to the calibrated detector', () => {
  it('times that jump by a day, forth and back: a few events at most, and a step after them is found', () => {
    const day = 86_400_000;
    const rows = step(plant(6, 2400, 3), 2200, 2, 4);
    const model = new ChangeModel();
    const alarms = rows.flatMap((row, t) => {
      const jumps = t < 900 ? 0 : t < 1200 ? day : t < 1500 ? 0 : 3 * day;
      const time = 10 * day + 1000 * t + jumps;
      const fields = Object.fromEntries(row.map((value, j) => [`s${j}`, value]));
      return model.learnOne({ fields, time, arrival: time }).alarm ?? [];
    });
    const late = 300; // frames whose time is not newer are answered, and not learned
    assert.ok(alarms.length <= 4, `${alarms.length}`);
    assert.ok(foundNear(alarms, 2200 - late), alarms.map(({ detectedIndex }) => detectedIndex).join(' '));
  });

  it('a rhythm that changes its period: a few events, and a step later on is found', () => {
    for (const [faster, seed] of [
      [2, 4],
      [0.4, 5],
    ] as const) {
      const phaseOf = (t: number): number => (t < 1500 ? t / 30 : 50 + (faster * (t - 1500)) / 30);
      const alarms = alarmsOf(step(plant(8, 5000, seed, phaseOf), 4600, 1, 4));
      assert.ok(alarms.length <= 5, `${alarms.length} alarms`);
      assert.ok(foundNear(alarms, 4600));
    }
  });

  it('30 % of the readings missing', () => {
    const draws = new Draws(6);
    const rows = step(plant(8, 3000, 6), 2600, 3, 4).map((row) =>
      row.map((value) => (draws.uniform() < 0.3 ? NaN : value)),
    );
    const alarms = alarmsOf(rows);
    assert.ok(foundNear(alarms, 2600) && alarms.length <= 3, `${alarms.length} alarms`);
  });

  it('half of the sensors constant', () => {
    const rows = step(plant(10, 3000, 7), 2600, 2, 4).map((row) =>
      row.map((value, j) => (j % 2 === 1 ? 7 * j : value)),
    );
    const alarms = alarmsOf(rows);
    assert.ok(foundNear(alarms, 2600) && alarms.length <= 3, `${alarms.length} alarms`);
    assert.ok(alarms.every(({ sensors }) => sensors.every(({ name }) => Number(name) % 2 === 0)));
  });

  it('a burst of 1,000 outliers: a few events, and a step later on is found', () => {
    const draws = new Draws(8);
    const rows = step(plant(10, 4500, 8), 4200, 4, 4).map((row, t) =>
      row.map((value) =>
        t >= 1500 && t < 1750 && draws.uniform() < 0.4 ? value + 1e4 * draws.normal() : value,
      ),
    );
    const alarms = alarmsOf(rows);
    assert.ok(alarms.length <= 6, `${alarms.length} alarms`);
    assert.ok(foundNear(alarms, 4200), alarms.map(({ detectedIndex }) => detectedIndex).join(' '));
  });

  it('one sensor alone', () => {
    const draws = new Draws(9);
    const rows = Array.from({ length: 3000 }, (_, t) => [5 + draws.normal() + (t < 2500 ? 0 : 5)]);
    const alarms = alarmsOf(rows);
    assert.ok(foundNear(alarms, 2500) && alarms.length <= 2, `${alarms.length} alarms`);
  });

  it('1,000 sensors', () => {
    const rows = step(plant(1000, 800, 10), 700, 321, 6);
    const alarms = alarmsOf(rows);
    assert.ok(foundNear(alarms, 700) && alarms.length <= 2, `${alarms.length} alarms`);
    assert.equal(alarms.at(-1)?.sensors[0].name, '321');
  });
});
