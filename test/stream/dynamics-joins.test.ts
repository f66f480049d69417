import assert from 'node:assert/strict';
import { FilterModel, type FilterModelOptions } from '../../src';
import { Random } from '../support/random';

const MINUTE = 60_000;
const JOINS = 200;
const FRAMES = 900;

type Fields = Readonly<Record<string, number>>;
const learn = (model: FilterModel, fields: Fields, t: number): Float64Array =>
  model.learnOne({ fields: { ...fields }, time: t * MINUTE, arrival: t * MINUTE }).mean;
const restart = (options: FilterModelOptions, model: FilterModel): FilterModel => {
  const kept = model.snapshot();
  assert.ok(kept);
  return FilterModel.restore(options, kept);
};

/** Root mean square errors of a, b and of c, which is as a but joins later, over the last 300 frames. */
function errorsOf(options: FilterModelOptions, join: number, spike: number | null, size = 1): number[] {
  const model = new FilterModel(options);
  const random = new Random(3);
  const squares = [0, 0, 0];
  for (let t = 0; t < FRAMES; t++) {
    const [s, c] = [Math.sin((2 * Math.PI * t) / 120), Math.cos((2 * Math.PI * t) / 120)];
    const truth = [20 + s, 5 + c, size * (20 + s)];
    const read = truth.map((y, j) => y + (j === 2 ? size : 1) * 0.05 * random.normal());
    const reading = spike !== null && t === join + 20 ? spike : read[2];
    const fields = { a: read[0], b: read[1], ...(t >= join ? { c: reading } : {}) };
    const mean = learn(model, fields, t);
    assert.equal(model.seq, t + 1);
    if (t % 90 === 0) restart(options, model);
    if (t >= FRAMES - 300) truth.forEach((y, j) => (squares[j] += (mean[j] - y) ** 2 / 300));
  }
  return squares.map((square, j) => Math.sqrt(square) / (j === 2 ? size : 1));
}

describe('a sensor that joins dynamics in units of their own', () => {
  for (const dynamics of ['random-walk', 'seasonal', 'matern', 'linear'] as const) {
    const periodSeconds = dynamics === 'seasonal' ? 7200 : undefined;
    const options = { model: 'rpsmf', dynamics, standardise: true, periodSeconds } as const;
    it(`${dynamics}: has its level, whatever part of the rhythm it joins in`, () => {
      for (const join of [200, 220, 240, 260, 280, 300]) {
        const [a, b, c] = errorsOf(options, join, null);
        assert.ok(a < 0.1 && b < 0.1 && c < 0.3, `${join}: ${a} ${b} ${c}`);
      }
    });

    for (const spike of [-9999, 1e40, 1e58])
      it(`${dynamics}: is not ruined by ${spike} among its first readings, nor are others`, () => {
        for (const size of [1, 1e-6]) {
          const [a, b, c] = errorsOf(options, JOINS, spike, size);
          assert.ok(a < 0.1 && b < 0.1 && c < 0.3, `${size}: ${a} ${b} ${c}`);
        }
      });

    for (const model of ['psmf', 'rpsmf'] as const)
      it(`${dynamics}, ${model}: joins where coefficients are so large that they all say the same`, () => {
        for (const level of [5e7, 1e9]) {
          const filter = new FilterModel({ ...options, model });
          for (let t = 0; t < 300; t++) {
            const y = t < 45 ? 0 : level + t;
            const mean = learn(filter, { a: y, b: y, ...(t > 100 ? { c: 5 + Math.sin(t / 5) } : {}) }, t);
            assert.equal(filter.seq, t + 1);
            if (t > 250) assert.ok(Math.abs(mean[2] - 5) < 3, `${mean[2]}`);
          }
        }
      });
  }

  it('waits for the one before: many at once join one at a frame, from any frame on', () => {
    const options = { model: 'rpsmf', dynamics: 'random-walk', standardise: true } as const;
    let model = new FilterModel(options);
    const random = new Random(5);
    const known: number[] = [];
    for (let t = 0; t < 110; t++) {
      const names = ['a', 'b', ...(t >= 50 ? ['c', 'd', 'e', 'f', 'g'] : [])];
      const fields = Object.fromEntries(names.map((name) => [name, Math.sin(t / 9) + 0.1 * random.normal()]));
      const { sd } = model.learnOne({ fields, time: t * MINUTE, arrival: t * MINUTE });
      known.push(sd.filter(Number.isFinite).length);
      model = restart(options, model);
    }
    assert.deepEqual(known.slice(86, 97), [2, 2, 2, 3, 4, 5, 6, 7, 7, 7, 7]);
  });
});
