import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describeAside } from './describe-aside';
import { describeModels } from './describe-models';
import { describeSettings } from './describe-settings';
import { FIXTURES, listVersions, readManifest } from './fixture';
import { simulate } from './stream';
import { Upgrade } from './upgrade';

describe('upgrades', () => {
  it('are tested with what at least one version has left behind', () => {
    assert.ok(listVersions().length > 0);
  });

  for (const version of listVersions()) {
    const manifest = readManifest(join(FIXTURES, version));

    describe(`of flows and state of version ${version}`, function () {
      this.timeout(60_000);
      let upgrade: Upgrade;
      before(async () => {
        upgrade = await Upgrade.start(version);
      });
      after(() => upgrade?.end());
      const get = (): Upgrade => upgrade;

      it('go on with the stream that was learned', () => {
        for (const { seed, index, frame } of manifest.sample)
          assert.deepEqual(simulate(index + 1, seed)[index], frame, `frame ${index} of seed ${seed}`);
      });

      describeModels(manifest, get);
      describeSettings(get);
      describeAside(manifest, get);
    });
  }
});
