import type { NodeAPI } from 'node-red';
import { createFilterKind } from './message/filter';
import { readFilterSettings } from './runtime/filter-settings';
import { registerStream } from './runtime/register';
import { streamOptions } from './runtime/settings';

export = function registerFilter(RED: NodeAPI): void {
  registerStream(RED, 'psmf-filter', {
    keepsGoing: false,
    createKind: (def, settings) =>
      createFilterKind({ ...readFilterSettings(def), ...streamOptions(settings) }, settings.round),
  });
};
