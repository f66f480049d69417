import type { Settings } from './editor-defaults';
import { learn, saved, words, type Mishap, type NodeCase, type Phase } from './node-case';

/** Frames learned with the first settings, and with those they were changed to. */
const OLDER = 60;
const NEWER = 45;

/** By type: settings whose state the other one cannot go on from. */
const SETTINGS: Readonly<Record<NodeCase['type'], readonly [Settings, Settings]>> = {
  'psmf-filter': [{ sensors: 'inlet, power' }, { model: 'psmf', rank: '2', sensors: 'inlet, power' }],
  'psmf-impute': [{ sensors: 'inlet, power' }, { sensors: 'power, inlet' }],
  'psmf-changepoint': [{ sensors: 'inlet, power' }, { sensors: 'inlet, power', method: 'pelt-values' }],
};

/** No word that context keys end in. */
const id = (type: NodeCase['type'], name: string): string => `${words[type]}-${name}`;

const history = (type: NodeCase['type']): readonly [Phase, Phase] => [
  { settings: saved(type, SETTINGS[type][0]), lessons: [learn(OLDER)] },
  { settings: saved(type, SETTINGS[type][1]), lessons: [learn(NEWER)] },
];

/** The settings were changed, and stayed so. */
const changed = (type: NodeCase['type']): NodeCase => ({
  ...{ id: id(type, 'changed'), type, tab: 'aside', mishap: 'previous' },
  ...history(type)[1],
  history: history(type),
});

/** The settings were changed and set back, and Node-RED was killed after so many writes of exchanging the two states. */
const cutShort = (type: NodeCase['type'], mishap: Mishap): NodeCase => ({
  ...{ id: id(type, `cut-${mishap.slice(-1)}`), type, tab: 'aside', mishap },
  ...history(type)[0],
  history: history(type),
});

const damaged = (type: NodeCase['type']): NodeCase => ({
  ...{ id: id(type, 'broken'), type, tab: 'aside', mishap: 'damaged' },
  settings: saved(type, SETTINGS[type][0]),
  lessons: [learn(OLDER)],
});

/** State besides the model that is in use. */
export const asideCases: readonly NodeCase[] = [
  changed('psmf-filter'),
  changed('psmf-impute'),
  changed('psmf-changepoint'),
  cutShort('psmf-filter', 'exchange-1'),
  cutShort('psmf-filter', 'exchange-2'),
  cutShort('psmf-filter', 'exchange-3'),
  cutShort('psmf-impute', 'exchange-1'),
  damaged('psmf-filter'),
  damaged('psmf-impute'),
  damaged('psmf-changepoint'),
];
