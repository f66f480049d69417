import assert from 'node:assert/strict';
import { psmf } from '../cli/run';
import { open } from '../../src';
import { assertSeq, checkGoesOn, WARM_UP } from './check-models';
import { contextKey, readContext, type Manifest, type StoredModel } from './fixture';
import { blockOf, isSetAside, type Upgrade } from './upgrade';

/** State that was set aside, cut short or damaged. Stops Node-RED in the end, to see what it leaves behind. */
export function describeAside(manifest: Manifest, get: () => Upgrade): void {
  const models = manifest.models.filter(({ mishap }) => mishap !== undefined);
  const those = (mishap: RegExp): StoredModel[] =>
    models.filter(
      (model) => mishap.test(model.mishap ?? '') && (!isSetAside(model) || /damaged/.test(`${mishap}`)),
    );
  const warnings = ({ tab, node }: StoredModel): Promise<string> => get().running.warningsOf(tab, node);

  const wentBack = ({ node }: StoredModel): RegExp =>
    new RegExp(`Going on from the state kept as ${contextKey(node)}_previous`);

  for (const model of those(/damaged/)) {
    it(`${model.type} keeps damaged state aside, starts afresh and says why`, async () => {
      const block = blockOf(model, await get().send(model, { payload: get().frame(model, 0) }));
      assert.deepEqual([block.seq, block.phase], [1, 'warming']);
      const warned = await warnings(model);
      assert.match(warned, /Starting from an empty model\. .*checksum/);
      assert.match(warned, new RegExp(`kept in flow context as ${contextKey(model.node)}_damaged`));
    });
  }

  for (const model of those(/exchange/)) {
    it(`${model.type} (${model.node}) goes on after it was killed while two states changed places`, async () => {
      await checkGoesOn(get(), model);
      assert.doesNotMatch(await warnings(model), /Starting from an empty model/);
    });
  }
  it('goes on from what was set aside where the exchange had only begun, and says so', async () => {
    for (const model of those(/exchange-1/)) assert.match(await warnings(model), wentBack(model));
  });

  for (const model of those(/previous/)) {
    it(`${model.type} (${model.node}) goes on beside the state of earlier settings`, async () => {
      await checkGoesOn(get(), model);
      assert.equal(await warnings(model), '');
    });
  }

  it('goes back to the state of earlier settings when they are set back', async () => {
    const { running, flow } = get();
    const settings = new Map(those(/previous/).map(({ node, other }) => [node, other?.settings]));
    await running.red.deploy(
      flow.map((node) => ({ ...node, ...settings.get(node.id) })),
      'nodes',
    );
    for (const model of those(/previous/)) {
      const { node, other } = model;
      const frames = other?.frames ?? 0;
      const block = blockOf(model, await get().send(model, { payload: get().frame(model, frames) }));
      assertSeq(get(), model, block, frames + 1);
      assert.equal(block.phase, frames < WARM_UP[model.type] ? 'warming' : 'ready', node);
      assert.match(await warnings(model), wentBack(model));
    }
  });

  it('no other node has anything to warn of', () => {
    const lines = get().running.red.warnings.filter(
      (line) => !models.some(({ node }) => line.includes(`:${node}]`)) && !/that of a former one/.test(line),
    );
    assert.deepEqual(lines, []);
  });

  it('psmf doctor finds the damage, and none in what nodes go on from', () => {
    const { code, stdout } = psmf(['doctor', get().folder]);
    assert.equal(code, 1, stdout);
    for (const { node } of those(/damaged/))
      assert.match(stdout, new RegExp(`${contextKey(node)}: .*checksum`));
    const sound = manifest.models
      .filter(({ mishap }) => mishap === undefined)
      .map(({ node }) => contextKey(node));
    for (const key of sound) assert.doesNotMatch(stdout, new RegExp(`\\b${key}(_[0-9a-f]{16}|_index)?: `));
  });

  it('loses none of the states when it stops', async () => {
    await get().running.red.stop();
    const before = readContext(get().folder, 'aside');
    const after = readContext(get().userDir, 'aside');
    const seqs = (node: string): number[] =>
      ['', '_previous', '_exchange']
        .map((end) => after[`${contextKey(node)}${end}`])
        .filter((state) => state !== undefined)
        .map((state) => open(state).seq);
    for (const { node } of those(/damaged/)) {
      assert.deepEqual(after[`${contextKey(node)}_damaged`], before[contextKey(node)], node);
      assert.deepEqual(seqs(node), [1], node);
    }
    for (const { node, frames, other } of those(/exchange/)) {
      assert.equal(seqs(node)[0], frames + 1, `${node}: the model in use`);
      assert.ok(
        seqs(node)
          .slice(1)
          .includes(other?.frames ?? 0),
        `${node}: the other state is gone: ${seqs(node).join()}`,
      );
    }
    for (const { node, frames } of those(/previous/))
      assert.ok(
        seqs(node)
          .slice(1)
          .includes(frames + 1),
        `${node}: the newer state is gone: ${seqs(node).join()}`,
      );
  });
}
