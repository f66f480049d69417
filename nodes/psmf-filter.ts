import type { NodeAPI } from 'node-red';
import { ENGLISH } from '../src/ahead/words';
import { createFilterBehaviour } from './message/filter';
import { translateWords } from './message/translate-words';
import { readFilterSettings, readLimitSettings } from './runtime/filter-settings';
import { registerStream } from './runtime/register';
import { streamOptions } from './runtime/settings';

export = function registerFilter(RED: NodeAPI): void {
  registerStream(RED, 'psmf-filter', {
    keepsGoing: false,
    createBehaviour: (def, settings) =>
      createFilterBehaviour(
        { ...readFilterSettings(def), ...streamOptions(settings) },
        settings.round,
        readLimitSettings(def),
        translateWords(ENGLISH, (key) => RED._(key)),
      ),
  });
};
