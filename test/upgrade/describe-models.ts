import assert from 'node:assert/strict';
import type { Blocks } from './blocks';
import { checkAccuracy } from './check-accuracy';
import { checkGoesOn, checkStartUp } from './check-models';
import { messageFor } from './message';
import type { Manifest } from './fixture';
import { timeOf } from './stream';
import { blockOf, isSetAside, type Change, type Upgrade } from './upgrade';

/** Something breaks: two sensors read far from where they did. */
const broken: Change = (frame) => ({ ...frame, power: frame.power + 60, inlet: frame.inlet - 6 });
/** Frames that a detector learns from, and within which any method finds that. */
const LEARNED = 600;
const FOUND_WITHIN = 60;

/** Every model goes on where it was. */
export function describeModels(manifest: Manifest, get: () => Upgrade): void {
  const models = manifest.models.filter(({ mishap }) => mishap === undefined);

  for (const model of models) {
    const { type, node, key, frames } = model;
    const whose = key === '' ? node : `${node}, key ${key}`;
    if (isSetAside(model)) continue;
    it(`${type} (${whose}) goes on after ${frames} frames`, () => checkGoesOn(get(), model));
    if (frames < 40)
      it(`${type} (${whose}) ends its start-up as it began it`, () => checkStartUp(get(), model));
  }

  it('a frame that was learned before is late, and not learned again', async () => {
    for (const node of ['filter-adaptive-200', 'impute-adaptive-200']) {
      const model = get().model(node);
      const old = model.frames - 1;
      const message = messageFor(get().settingsOf(node), '', get().frame(model, old), timeOf(old));
      const block = blockOf(model, await get().send(model, message));
      assert.deepEqual([block.late, block.seq], [true, get().learned(model)], node);
    }
  });

  it('a sensor that was silent before counts on, and tells when it is back', async () => {
    const model = get().model('impute-silent-60');
    const before = (model.silent ?? 0) + get().learned(model) - model.frames;
    const silent = await get().next(model, (frame) => ({ ...frame, flow: null }));
    const { gap } = blockOf<Required<Blocks>['impute']>(model, silent);
    assert.equal(gap.flow, before + 1, 'frames without a reading');
    await get().next(model);
    const isBack = ({ topic }: { readonly topic?: unknown }): boolean => topic === 'sensor';
    const [event] = await get().running.reach('impute', 1, 1, isBack);
    assert.deepEqual(event.payload, { sensor: 'flow', state: 'back', since: null, gap: before + 1 });
  });

  for (const node of [
    'filter-adaptive-200',
    'filter-adaptive-500',
    'impute-adaptive-200',
    'impute-adaptive-500',
  ])
    it(`${node} still knows how the sensors move together`, () => checkAccuracy(get(), get().model(node)));

  for (const model of models.filter(({ tab }) => tab === 'change')) {
    it(`psmf-changepoint (${model.node}) sets the state of a former detector aside, says so, and learns afresh`, async () => {
      await checkGoesOn(get(), model);
      assert.match(
        await get().running.warningsOf(model.tab, model.node),
        /Starting from an empty model\. .*that of a former one.*_previous/,
      );
      await get().nextBatch(model, LEARNED);
      const from = get().learned(model);
      const blocks = (await get().nextBatch(model, FOUND_WITHIN, broken)) as Required<Blocks>['change'][];
      const alarm = blocks.find((block) => block.alarm !== null)?.alarm;
      if (model.node.startsWith('change-pelt-features')) return; // two sensors that part change no common pattern
      assert.ok(alarm, 'no change was found');
      assert.ok(Math.abs(alarm.index - from) <= 40, `the change at ${from} was put at ${alarm.index}`);
      assert.equal(blocks[alarm.detectedIndex - from].alarm?.index, alarm.index, 'indices count all frames');
    });
  }
}
