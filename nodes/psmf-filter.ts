import type { NodeAPI } from 'node-red';
import { createFilterKind } from './adapter/filter-kind';
import { readFilterSettings } from './adapter/filter-settings';
import { registerStream } from './adapter/register';
import { streamOptions } from './adapter/settings';

export = function registerFilter(RED: NodeAPI): void {
  registerStream(RED, 'psmf-filter', {
    keepsGoing: false,
    createKind: (def, settings) =>
      createFilterKind({ ...readFilterSettings(def), ...streamOptions(settings) }, settings.round),
  });
};
