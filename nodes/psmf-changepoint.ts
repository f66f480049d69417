import type { NodeAPI } from 'node-red';
import { methods, sensitivities } from '../src/change';
import { createChangeBehaviour } from './message/changepoint';
import { registerStream } from './runtime/register';
import { streamOptions } from './runtime/settings';
import { choiceOr } from './runtime/setting-values';

export = function registerChangepoint(RED: NodeAPI): void {
  registerStream(RED, 'psmf-changepoint', {
    keepsGoing: false,
    createBehaviour: (def, settings) =>
      createChangeBehaviour(
        {
          method: choiceOr('method', def.method, 'scan', methods),
          sensitivity: choiceOr('sensitivity', def.sensitivity, 'normal', sensitivities),
          ...streamOptions(settings),
        },
        settings.round,
      ),
  });
};
