import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Matrix, inverse } from 'ml-matrix';
import { Draws } from '../../bench/changepoint/draws';
import {
  maternProcess,
  randomWalk,
  type CoefficientDynamics,
} from '../../src/change/evidence/coefficient-dynamics';
import { Evidence } from '../../src/change/evidence/evidence';
import { FactorFilter } from '../../src/change/evidence/factor-filter';
import type { FactorState } from '../../src/change/evidence/factor-state';
import { StoredFilter } from '../../src/change/evidence/stored-filter';
import { findUnit } from '../../src/change/evidence/units';
import { packState, unpackState } from '../../src/change/packed-state';
import { ROOT } from '../package-root';
import { entryAt } from '../../src/linalg/packed';

const near = (a: number, b: number, tolerance = 1e-8): void =>
  assert.ok(Math.abs(a - b) <= tolerance * (1 + Math.abs(b)), `${a} against ${b}`);

/** Four factors, AR(1), in twelve sensors. */
function plant(n: number, d: number, seed: number): number[][] {
  const draws = new Draws(seed);
  const loadings = Array.from({ length: d }, () => draws.normals(2));
  let x = [0, 0];
  return Array.from({ length: n }, () => {
    x = x.map((value) => 0.95 * value + 0.3 * draws.normal());
    return loadings.map((c) => c[0] * x[0] + c[1] * x[1] + 0.2 * draws.normal());
  });
}

for (const [name, dynamics] of Object.entries({ maternProcess, randomWalk })) {
  describe(`the factor filter, ${name}`, () => {
    it('says of each sensor what a filter that never saw it would', () => {
      const d = 6;
      const filter = new FactorFilter({ rank: 3, forgetting: 0.9995, dynamics }, d);
      for (const sensor of filter.state.sensors) sensor.unit = 1;
      plant(200, d, 4).forEach((frame, t) => {
        if (t > 150) check(filter, frame);
        else filter.step(frame, 1);
      });

      /** The joint normal distribution of the coefficients and the readings of all sensors but one, solved at once. */
      function check(before: FactorFilter, frame: readonly number[]): void {
        const { r, m, sensors } = before.state;
        const { mean, P } = predicted(before.state, dynamics, 1);
        const x = [...mean.slice(0, r), 1];
        const rows = sensors.map(({ C }) => Array.from(m.slice(C, C + r + 1)));
        const positions = (j: number): number[] => [
          ...rows[j].slice(0, r),
          ...new Array<number>(mean.length - r).fill(0),
        ];
        const offsets = sensors.map(({ offset, decay }) => offset * decay);
        const noises = sensors.map(({ V, noise, decay, offsetVariance, offsetNoise }) => {
          let sum = noise + decay ** 2 * offsetVariance + offsetNoise;
          for (let i = 0; i <= r; i++) for (let k = 0; k <= r; k++) sum += x[i] * m[V + entryAt(i, k)] * x[k];
          return sum;
        });
        const expectedOf = (j: number): number => rows[j].reduce((sum, c, i) => sum + c * x[i], offsets[j]);
        const isSurprising = frame.some((reading, j) => {
          const c = Matrix.rowVector(positions(j));
          const variance = c.mmul(P).mmul(c.transpose()).get(0, 0) + noises[j];
          return (reading - expectedOf(j)) ** 2 > 12.25 * variance;
        });
        const wasSurprised = sensors.some(({ surprises }) => surprises > 0);
        before.step(frame, 1);
        if (isSurprising || wasSurprised) return; // such readings weigh less, which this oracle leaves out
        const condition = (seen: readonly number[]): { gain: Matrix; e: Matrix; C: Matrix } => {
          const C = new Matrix(seen.map(positions));
          const S = Matrix.add(C.mmul(P).mmul(C.transpose()), Matrix.diag(seen.map((k) => noises[k])));
          const e = Matrix.columnVector(seen.map((k) => frame[k] - expectedOf(k)));
          return { gain: P.mmul(C.transpose()).mmul(inverse(S)), e, C };
        };
        for (let j = 0; j < frame.length; j++) {
          const { gain, e } = condition(frame.map((_, k) => k).filter((k) => k !== j));
          const move = gain.mmul(e);
          const without = expectedOf(j) + Matrix.rowVector(positions(j)).mmul(move).get(0, 0);
          near(before.residual[j], frame[j] - without);
          near(before.relation[j], frame[j] - without + offsets[j]);
          for (let i = 0; i < r; i++) near(before.state.coefficientWithout(j, i), mean[i] + move.get(i, 0));
        }
        const { gain, e, C } = condition(frame.map((_, k) => k));
        const move = gain.mmul(e);
        const corrected = numbersOf(before.state);
        const P1 = Matrix.sub(P, gain.mmul(C).mmul(P));
        mean.forEach((value, i) => near(corrected.mean[i], value + move.get(i, 0)));
        P1.to1DArray().forEach((value, i) => near(corrected.P.to1DArray()[i], value));
      }
    });

    it('moves over two steps as over one of the same length', () => {
      const create = (): FactorState => new FactorFilter({ rank: 2, forgetting: 1, dynamics }, 3).state;
      const [once, twice] = [create(), create()];
      for (const { x, v } of [once, twice]) for (let i = 0; i < 2; i++) [x[i], v[i]] = [i + 1, i + 3];
      dynamics.predict(once.m, once.at, 2.5);
      dynamics.predict(twice.m, twice.at, 0.7);
      dynamics.predict(twice.m, twice.at, 1.8);
      const [a, b] = [numbersOf(once), numbersOf(twice)];
      a.mean.forEach((value, i) => near(b.mean[i], value, 1e-12));
      a.P.to1DArray().forEach((value, i) => near(b.P.to1DArray()[i], value, 1e-12));
    });

    it('stays finite whatever it reads', () => {
      const draws = new Draws(3);
      const filter = new FactorFilter({ rank: 4, forgetting: 0.9995, dynamics }, 5);
      const stored = new StoredFilter(filter.state);
      for (const sensor of filter.state.sensors) sensor.unit = 1;
      for (let t = 0; t < 3000; t++) {
        const frame = Array.from({ length: 5 }, () =>
          draws.uniform() < 0.3 ? NaN : draws.normal() * 10 ** draws.below(60),
        );
        filter.step(frame, 10 ** (4 * draws.normal()));
        stored.unpack(stored.pack());
      }
    });
  });
}

/** Positions, then rates where there are any, and their covariance. */
function numbersOf({ m, at, order }: FactorState): { mean: number[]; P: Matrix } {
  const { r, mu, v } = at;
  const size = order * r;
  const mean = [...m.slice(mu, mu + r), ...m.slice(v, v + size - r)];
  const P = new Matrix(size, size);
  for (let i = 0; i < r; i++) {
    for (let k = 0; k < r; k++) {
      P.set(i, k, m[at.P + entryAt(i, k)]);
      if (order === 1) continue;
      P.set(r + i, r + k, m[at.Pvv + entryAt(i, k)]);
      P.set(r + i, k, m[at.Pvx + i * r + k]);
      P.set(k, r + i, m[at.Pvx + i * r + k]);
    }
  }
  return { mean, P };
}

/** What the dynamics make of a state, which itself stays as it is. */
function predicted(
  state: FactorState,
  dynamics: CoefficientDynamics,
  dt: number,
): { mean: number[]; P: Matrix } {
  const { at, order } = state;
  const m = state.m.slice();
  dynamics.predict(m, at, dt);
  return numbersOf({ m, at, order } as unknown as FactorState);
}

describe('the coefficients of a factor filter', () => {
  it('are at most half as many as sensors, also as sensors join', () => {
    const settings = { rank: 4, forgetting: 1, dynamics: maternProcess };
    const used = [1, 2, 3, 4, 5, 6, 7, 8, 20].map((d) => new FactorFilter(settings, d).state.r);
    assert.deepEqual(used, [1, 1, 2, 2, 3, 3, 4, 4, 4]);
    const growing = new FactorFilter(settings, 2);
    for (let d = 3; d <= 5; d++) growing.addSensor();
    assert.equal(growing.state.r, 3);
  });
});

describe('the stored state of a factor filter', () => {
  const former = JSON.parse(
    readFileSync(path.join(ROOT, 'test/fixtures/factor-filter-states.json'), 'utf8'),
  ) as FormerState[];
  for (const { used, state, frames, residuals } of former) {
    it(`of before, of five sensors and ${used} coefficients, goes on as it did`, () => {
      const filter = new FactorFilter({ rank: 4, forgetting: 0.9995, dynamics: maternProcess }, 5);
      const stored = new StoredFilter(filter.state);
      stored.unpack(Float64Array.from(state, (value) => value ?? NaN));
      assert.equal(filter.state.r, used);
      frames.forEach((frame, t) => {
        filter.step(frame, 1);
        residuals[t].forEach((residual, j) => near(filter.residual[j], residual));
      });
    });
  }

  it('holds all numbers, also those of a filter that sensors joined', () => {
    const settings = { rank: 4, forgetting: 0.9995, dynamics: maternProcess };
    const [filter, copy] = [new FactorFilter(settings, 4), new FactorFilter(settings, 7)];
    const frames = plant(300, 7, 5);
    for (const sensor of filter.state.sensors) sensor.unit = 1;
    frames.slice(0, 100).forEach((frame) => filter.step(frame, 1));
    for (let j = 4; j < 7; j++) {
      filter.addSensor();
      filter.state.sensors[j].unit = 1;
    }
    frames.slice(100, 200).forEach((frame) => filter.step(frame, 1));
    new StoredFilter(copy.state).unpack(new StoredFilter(filter.state).pack());
    for (const frame of frames.slice(200)) {
      filter.step(frame, 1);
      copy.step(frame, 1);
      assert.deepEqual(copy.residual, filter.residual);
    }
  });
});

/** Written by the filter that had equations of its own: its state (null: no number), the next frames, and what it left of them. */
interface FormerState {
  readonly used: number;
  readonly state: readonly (number | null)[];
  readonly frames: readonly (readonly number[])[];
  readonly residuals: readonly (readonly number[])[];
}

describe('the unit of a sensor', () => {
  it('is that of its spread, and there is none where it stands still or was hardly read', () => {
    const draws = new Draws(9);
    const found = findUnit(draws.normals(60).map((value) => 50 + 4 * value));
    assert.ok(found !== null && Math.abs(found.location - 50) < 2 && found.unit > 2.5 && found.unit < 6);
    assert.equal(findUnit(new Array<number>(60).fill(7)), null);
    assert.equal(findUnit([...draws.normals(19), ...new Array<number>(45).fill(NaN)]), null);
    assert.ok(findUnit([...new Array<number>(55).fill(0), 1, 1, 1, 1, 1]) !== null);
  });
});

describe('the kept frames of a stored state', () => {
  const evidence = new Evidence(2);
  for (let t = 0; t < 20; t++) evidence.update([Math.sin(t), Math.cos(t)], 1 + t / 10);
  const data = packState(evidence.parts);
  const pause = data.indexOf(1.5);

  for (const bad of [NaN, Infinity, -1, 1e300])
    it(`are refused if a pause before one of them is ${bad}`, () => {
      const restored = new Evidence(2);
      unpackState(data, restored.parts);
      restored.check();
      unpackState(
        data.map((number, i) => (i === pause ? bad : number)),
        restored.parts,
      );
      assert.throws(() => restored.check(), { code: 'BAD_SNAPSHOT' });
    });
});
