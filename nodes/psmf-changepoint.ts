import type { NodeAPI } from 'node-red';
import { methodNames } from '../src/change';
import { createChangeBehaviour } from './message/changepoint';
import { registerStream } from './runtime/register';
import { streamOptions } from './runtime/settings';
import { choiceOr, sensitivityOr } from './runtime/setting-values';

export = function registerChangepoint(RED: NodeAPI): void {
  registerStream(RED, 'psmf-changepoint', {
    keepsGoing: false,
    createBehaviour: (def, settings) =>
      createChangeBehaviour(
        {
          method: choiceOr('method', def.method, 'calibrated', methodNames),
          sensitivity: sensitivityOr(def.sensitivity, def.oneIn),
          ...streamOptions(settings),
        },
        settings.round,
      ),
  });
};
