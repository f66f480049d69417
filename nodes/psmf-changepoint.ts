import type { NodeAPI } from 'node-red';
import { methods, sensitivities } from '../src/change';
import { createChangeKind } from './adapter/change-kind';
import { registerStream } from './adapter/register';
import { streamOptions } from './adapter/settings';
import { choiceOr } from './adapter/values';

export = function registerChangepoint(RED: NodeAPI): void {
  registerStream(RED, 'psmf-changepoint', {
    keepsGoing: false,
    createKind: (def, settings) =>
      createChangeKind(
        {
          method: choiceOr('method', def.method, 'scan', methods),
          sensitivity: choiceOr('sensitivity', def.sensitivity, 'normal', sensitivities),
          ...streamOptions(settings),
        },
        settings.round,
      ),
  });
};
