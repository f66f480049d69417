import assert from 'node:assert/strict';
import { createImputeBehaviour } from '../../nodes/message/impute';
import { filledIn } from '../../nodes/message/upstream';
import type { ImputeAnswer } from '../../src/stream/impute-model';

describe('what psmf-impute put in the place of readings', () => {
  it('is known by its name where it was filled and where it replaced an outlier', () => {
    const names = (impute: object): string[] => [...(filledIn({ impute }) ?? [])];
    assert.deepEqual(names({ filled: ['a'], replaced: { b: 99 } }), ['a', 'b']);
    assert.deepEqual(names({ filled: [], replaced: { b: 99 } }), ['b']);
    assert.deepEqual(names({ filled: ['a'] }), ['a']);
    assert.equal(filledIn({ impute: { filled: [], replaced: {} } }), undefined);
  });

  it('is a value that the sensor can have, where it has a few only', () => {
    const answer = {
      ...{ outcome: ['observed', 'observed'], outlier: [true, true], value: [7, 7], estimate: [0.4, 0.4] },
      model: { fill: [0, NaN] },
    } as unknown as ImputeAnswer;
    const { valueAt } = createImputeBehaviour({ outliers: 'replace' }, (value) => value);
    assert.equal(valueAt(answer, 0, true, 7), 0);
    const plain = { ...answer, model: {} } as unknown as ImputeAnswer;
    assert.equal(valueAt(plain, 1, true, 7), 0.4);
  });
});
