import assert from 'node:assert/strict';
import { storedBytes } from '../../bench/stored-size';
import { drawStored, STORED_STREAMS } from '../../bench/stored-streams';
import { ChangeModel, ImputeModel } from '../../src';

describe('the stored state of 8 sensors', () => {
  for (const { name, stepMs } of STORED_STREAMS)
    it(`takes at most 40 kB of psmf-impute and 48 kB of psmf-changepoint, and hardly more at first: ${name}`, () => {
      const impute = new ImputeModel({ timeZone: 'UTC' });
      const change = new ChangeModel();
      let frames = 0;
      for (const frame of drawStored(8, stepMs, 3000)) {
        impute.learnOne(frame);
        change.learnOne(frame);
        frames += 1;
        const isFirst = frames <= 360;
        if (frames % (isFirst ? 40 : 500) !== 0) continue;
        const most = isFirst ? 41_000 : 40_000;
        assert.ok(storedBytes(impute) <= most, `psmf-impute: ${storedBytes(impute)} after ${frames}`);
        assert.ok(storedBytes(change) <= 48_000, `psmf-changepoint: ${storedBytes(change)} after ${frames}`);
      }
    });
});
