import type { NodeAPI } from 'node-red';
import { createImputeBehaviour } from './message/impute';
import { registerStream } from './runtime/register';
import { streamOptions } from './runtime/settings';
import { choiceOr, numberOr } from './runtime/setting-values';
import { details } from '../src/impute/imputer';

export = function registerImpute(RED: NodeAPI): void {
  registerStream(RED, 'psmf-impute', {
    keepsGoing: true,
    createBehaviour: (def, settings) =>
      createImputeBehaviour(
        {
          maxGap: numberOr('maxGap', def.maxGap, undefined),
          detail: choiceOr('detail', def.detail, 'filled', details),
          ...streamOptions(settings),
        },
        settings.round,
      ),
  });
};
