import assert from 'node:assert/strict';
import { AdaptiveModel, PsmfError } from '../../src';

/** A model in its warm start: its snapshot ends with the frames it keeps, a column of dt and one for each sensor. */
function keepFrames(): ReturnType<AdaptiveModel['snapshot']> {
  const model = new AdaptiveModel({ sensors: 2 });
  for (let t = 0; t < 10; t++) model.learnOne([t, t % 3 === 0 ? NaN : -t], 1);
  return model.snapshot();
}

describe('the kept frames of a snapshot', () => {
  const { data, ...rest } = keepFrames();
  const restore = (at: number, value: number): AdaptiveModel => {
    const changed = data.slice();
    changed[data.length + at] = value;
    return AdaptiveModel.restore({ ...rest, data: changed });
  };

  it('are taken as they were', () => {
    assert.equal(restore(-1, data[data.length - 1]).seq, 10);
  });

  it('are the same where a gap was stored as it was before', () => {
    const before = data.map((value) => (value === 2 ** 1023 ? Number.MAX_VALUE : value));
    assert.notDeepEqual(before, data);
    assert.deepEqual(AdaptiveModel.restore({ ...rest, data: before }).snapshot().data, data);
  });

  for (const value of [1e200, -1e200, 1e61, Infinity, NaN, -1, 0]) {
    it(`are refused with a dt of ${value}`, () => {
      assert.throws(() => restore(-30, value), PsmfError);
    });
  }

  for (const value of [1e200, -1e200, 1e61, -Number.MAX_VALUE, Infinity, NaN]) {
    it(`are refused with a reading of ${value}`, () => {
      assert.throws(() => restore(-1, value), PsmfError);
    });
  }
});
