import type { NodeAPI } from 'node-red';
import { ENGLISH } from '../src/change';
import { methodNames } from '../src/change';
import { translateWords } from './message/translate-words';
import { createChangeBehaviour } from './message/changepoint';
import { readKindSettings } from './runtime/model-settings';
import { registerStream } from './runtime/register';
import { streamOptions } from './runtime/settings';
import { choiceOr, sensitivityOr, textOr } from './runtime/setting-values';

export = function registerChangepoint(RED: NodeAPI): void {
  registerStream(RED, 'psmf-changepoint', {
    keepsGoing: false,
    createBehaviour: (def, settings) =>
      createChangeBehaviour(
        {
          method: choiceOr('method', def.method, 'calibrated', methodNames),
          sensitivity: sensitivityOr(def.sensitivity, def.oneIn),
          smallestChange: textOr('smallestChange', def.smallestChange, ''),
          words: translateWords(ENGLISH, (key) => RED._(key)),
          kinds: readKindSettings(def),
          ...streamOptions(settings),
        },
        settings.round,
      ),
  });
};
