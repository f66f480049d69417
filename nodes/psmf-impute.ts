import type { NodeAPI } from 'node-red';
import { createImputeBehaviour } from './message/impute';
import { readModelSettings } from './runtime/model-settings';
import { registerStream } from './runtime/register';
import { streamOptions } from './runtime/settings';
import { booleanOr, choiceOr, readLongestGap, readNames } from './runtime/setting-values';
import { details, outlierModes } from '../src/impute/imputer';

export = function registerImpute(RED: NodeAPI): void {
  registerStream(RED, 'psmf-impute', {
    keepsGoing: true,
    createBehaviour: (def, settings) =>
      createImputeBehaviour(
        {
          ...readLongestGap(def.maxGap),
          outliers: choiceOr('outliers', def.outliers, 'flag', outlierModes),
          detail: choiceOr('detail', def.detail, 'filled', details),
          hindsight: booleanOr('hindsight', def.hindsight, false),
          ...readModelSettings(def),
          ...streamOptions(settings),
        },
        settings.round,
        { needed: readNames('needed', def.needed, settings.assembly.maxSensors) },
      ),
  });
};
