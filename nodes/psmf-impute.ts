import type { NodeAPI } from 'node-red';
import { createImputeKind } from './adapter/impute-kind';
import { registerStream } from './adapter/register';
import { streamOptions } from './adapter/settings';
import { choiceOr, numberOr } from './adapter/values';
import { details } from '../src/impute/imputer';

export = function registerImpute(RED: NodeAPI): void {
  registerStream(RED, 'psmf-impute', {
    keepsGoing: true,
    createKind: (def, settings) =>
      createImputeKind(
        {
          maxGap: numberOr('maxGap', def.maxGap, undefined),
          detail: choiceOr('detail', def.detail, 'filled', details),
          ...streamOptions(settings),
        },
        settings.round,
      ),
  });
};
