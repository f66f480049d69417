import assert from 'node:assert/strict';
import { blockNames, streamTypes } from '../nodes/flow';
import { describeMessageSettings } from './message-settings';
import { describeModelSettings } from './model-settings';
import { describeReadingSettings } from './reading-settings';
import { describeSiteSettings } from './site-settings';
import { editorDefaults } from './editor-defaults';
import type { Upgrade } from './upgrade';

/** There is no other type of property, and no other version. */
const ONLY_ONE = ['propertyType', 'configVersion'];

/** What the settings in a saved flow mean. */
export function describeSettings(get: () => Upgrade): void {
  for (const type of streamTypes) {
    it(`the flow has every setting of ${type} with another value than the usual one`, () => {
      const nodes = get().flow.filter((node) => node.type === type);
      const usual = Object.entries(editorDefaults[type]).filter(([name]) => !ONLY_ONE.includes(name));
      assert.deepEqual(
        usual
          .filter(([name, value]) => nodes.every((node) => (node[name] ?? value) === value))
          .map(([name]) => name),
        [],
      );
    });
  }
  for (const type of streamTypes) {
    const word = blockNames[type];
    describeMessageSettings(type, word, get);
    describeReadingSettings(type, word, get);
    describeSiteSettings(type, word, get);
  }
  describeModelSettings(get);
}
