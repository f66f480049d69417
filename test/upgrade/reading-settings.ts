import assert from 'node:assert/strict';
import type { StreamType } from '../nodes/flow';
import type { StoredModel } from './fixture';
import { SENSORS, timeOf, type Sensor } from './stream';
import type { Sent } from './running';
import { blockOf, type Upgrade } from './upgrade';

/** Single readings: nameProperty, frameMs, keepGoing, maxSensors. */
export function describeReadingSettings(type: StreamType, word: string, get: () => Upgrade): void {
  const model = (): StoredModel => get().model(`${word}-readings`);
  const read = (index: number, names: readonly Sensor[]): Promise<void> => {
    const readings = names.map((name) => ({
      ...{ sensor: name, topic: 'another name', timestamp: timeOf(index) },
      payload: get().frame(model(), index)[name],
    }));
    return get().running.tell(model().tab, model().node, readings);
  };
  const isOwn = ({ psmf }: Sent): boolean => psmf !== undefined && Object.hasOwn(psmf, word);
  const reach = (count: number): Promise<Sent[]> => get().running.reach('settings', 0, count, isOwn);

  it(`${type}: maxSensors is the most there can be`, async () => {
    const fifth = { payload: { ...get().frame(model(), 0), fifth: 1 } };
    await assert.rejects(get().send(model(), fifth), /number of sensors: expected at most 4, got 5/);
  });

  it(`${type}: nameProperty names a reading's sensor, and frameMs ends a frame that is not complete`, async () => {
    const index = get().learned(model());
    await read(index, ['inlet', 'outlet', 'flow']);
    const [frame] = await reach(1);
    assert.equal(blockOf(model(), frame).seq, index + 1);
    const names = Object.keys(frame.payload as object).sort();
    assert.deepEqual(names, type === 'psmf-impute' ? [...SENSORS].sort() : ['flow', 'inlet', 'outlet']);
  });

  if (type === 'psmf-impute') {
    it(`${type}: without keepGoing nothing follows when readings stop`, async () => {
      const seq = blockOf(model(), (await reach(1))[0]).seq;
      // Meanwhile psmf-filter, with the same frame length, goes on for three frames.
      const isFilters = ({ psmf }: Sent): boolean => Object.hasOwn(psmf ?? {}, 'filter');
      const gone = get().running.sent('settings', 0).filter(isFilters).length;
      await get().running.reach('settings', 0, gone + 3, isFilters);
      await read(seq, SENSORS);
      assert.equal(blockOf(model(), (await reach(2))[1]).seq, seq + 1);
    });
  } else {
    it(`${type}: with keepGoing frames without readings follow when readings stop`, async () => {
      const [first, ...empty] = (await reach(3)).slice(0, 3);
      const { seq } = blockOf(model(), first);
      assert.deepEqual(
        empty.map((sent) => [blockOf(model(), sent).seq, sent.payload]),
        [
          [seq + 1, {}],
          [seq + 2, {}],
        ],
      );
    });
  }
}
