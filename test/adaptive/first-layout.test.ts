import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { AdaptiveModel, type AdaptiveConfig, type AdaptiveState } from '../../src';
import { experts } from '../../src/adaptive/experts';
import { defineExpert } from '../../src/adaptive/experts/expert';
import { unpackState } from '../../src/adaptive/snapshot';
import { defaultVariant } from '../../src/adaptive/variant';
import { assertClose } from '../support/close';
import { EXPERTS_AT_FIRST, withExperts } from '../support/experts';
import { ROOT } from '../package-root';

type Numbers = readonly (number | null)[];
/** Losses were doubles there, and are singles. */
const TOLERANCE = 1e-6;
interface Fixture {
  readonly frames: readonly Numbers[];
  readonly cases: readonly {
    readonly config: AdaptiveConfig;
    readonly sensors: number;
    readonly stop: number;
    readonly data: string;
    readonly said: readonly Numbers[];
  }[];
}

const fixture = JSON.parse(
  readFileSync(path.join(ROOT, 'test/fixtures/adaptive-0.1.0.json'), 'utf8'),
) as Fixture;
const plain = (numbers: Numbers): number[] => numbers.map((value) => value ?? NaN);
const zeroForNaN = (numbers: readonly number[]): number[] => numbers.map((value) => value || 0);

function stateOf({ config, sensors, data }: Fixture['cases'][number]): AdaptiveState {
  const bytes = Uint8Array.from(Buffer.from(data, 'base64'));
  return { config, sensors, data: new Float64Array(bytes.buffer) };
}

describe('states that release 0.1.0 stored', () => {
  for (const stored of fixture.cases) {
    const kind = stored.config.reference ? 'reference' : 'default';
    it(`go on as they would have there, ${kind} model after ${stored.stop} frames`, () => {
      withExperts(EXPERTS_AT_FIRST, [], () => {
        const model = AdaptiveModel.restore(stateOf(stored));
        for (const [i, expected] of stored.said.entries()) {
          model.learnOne(plain(fixture.frames[stored.stop + i]));
          const said = [...model.estimates.mean, ...model.estimates.sd];
          assertClose(zeroForNaN(said), zeroForNaN(plain(expected)), TOLERANCE, `frame ${i}`);
        }
        assert.deepEqual(Object.keys(model.snapshot().config), ['reference', 'maxRank', 'seed']);
      });
    });
  }

  it('are refused where they are too short or too long', () => {
    for (const stored of fixture.cases) {
      const state = stateOf(stored);
      for (const data of [state.data.slice(0, -1), Float64Array.of(...state.data, 0)])
        assert.throws(() => AdaptiveModel.restore({ ...state, data }), /length/);
    }
  });
});

describe('a state without an expert that is there today', () => {
  it('goes on with that expert as bad as the worst', () => {
    const { config, sensors, data } = stateOf(fixture.cases[3]);
    const toy = defineExpert({ name: 'toy', forecast: () => undefined });
    const variant = { ...defaultVariant, experts: [...experts, toy] };
    const { filter } = unpackState(config, variant, sensors, data);
    assert.ok(filter);
    const { m, at } = filter;
    for (const losses of [at.pooled, ...filter.sensors.map((sensor) => sensor.losses)]) {
      const cell = Array.from(m.subarray(losses, losses + at.cell));
      assert.equal(cell[experts.length], Math.max(...cell.slice(0, experts.length)));
      assert.ok(cell[experts.length] > 0 && cell[at.experts] > 100, 'losses and their count');
    }
  });
});
