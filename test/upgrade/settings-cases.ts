import { streamTypes } from '../nodes/flow';
import type { Settings } from './editor-defaults';
import { learn, saved, words, type NodeCase } from './node-case';
import { RHYTHM_SECONDS } from './stream';

const TAB = 'settings';
/** Enough to be ready. */
const FRAMES: Readonly<Record<NodeCase['type'], number>> = {
  'psmf-filter': 60,
  'psmf-impute': 60,
  'psmf-changepoint': 130,
};

const one = (type: NodeCase['type'], name: string, changes: Settings): NodeCase => ({
  ...{ id: `${words[type]}-${name}`, type, tab: TAB },
  settings: saved(type, changes),
  lessons: [learn(FRAMES[type])],
});

/** The settings that all types have. */
const common = (type: NodeCase['type']): NodeCase[] => [
  one(type, 'message', {
    ...{ name: `a ${words[type]} with a name`, property: 'data.readings', timeProperty: 'when' },
    ...{ decimals: '1', sensors: 'inlet, flow, power' },
  }),
  one(type, 'readings', {
    ...{ nameProperty: 'sensor', frameMs: '300', keepGoing: type !== 'psmf-impute', maxSensors: '4' },
  }),
  one(type, 'chart', { format: 'chart', sensors: 'inlet\npower', decimals: '2' }),
  {
    ...{ id: `${words[type]}-sites`, type, tab: TAB },
    settings: saved(type, {
      ...{ keyProperty: 'site', maxModels: '2', allowImport: true, store: 'archive', saveSeconds: '1' },
      sensors: 'inlet, power',
    }),
    lessons: ['a', 'b', 'c', 'd'].map((key, i) => learn(45 + i, key, 7 + i)),
  },
  // Written by hand, or by a version with fewer settings.
  { ...{ id: `${words[type]}-bare`, type, tab: TAB }, settings: {}, lessons: [learn(45)] },
];

/** The first psmf-filter had no configVersion, a switch in place of the model, and ids with a dot. */
const oldest = (id: string, changes: Settings): NodeCase => ({
  ...{ id, type: 'psmf-filter', tab: TAB },
  settings: { name: '', robust: true, R: 1, Q: 0.1, V0: 1, store: '', saveSeconds: 10, ...changes },
  lessons: [learn(FRAMES['psmf-filter'])],
});

/** Each setting of each type with another value than the usual one. */
export const settingsCases: readonly NodeCase[] = [
  ...streamTypes.flatMap(common),
  one('psmf-filter', 'forecast', {
    ...{ model: 'psmf', dynamics: 'seasonal', periodSeconds: `${RHYTHM_SECONDS}`, harmonics: '3' },
    saveSeconds: '3600',
    ...{ horizon: '12', rank: '2', R: '0.2', Q: '0.01', V0: '0.05' },
  }),
  one('psmf-filter', 'raw', {
    ...{ model: 'rpsmf', dynamics: 'linear', standardise: false },
    ...{ horizon: '2', rank: '3', R: '0.5', Q: '0.2', V0: '2' },
  }),
  oldest('1f3c5a7b.9d2e4c', { robust: false, rank: 3, R: 0.2 }),
  oldest('2a4b6c8d.1e3f5a', { V0: '0.5' }),
  one('psmf-impute', 'gaps', { maxGap: '2', detail: 'all', saveSeconds: '3600' }),
  one('psmf-changepoint', 'low', { sensitivity: 'low', sensors: 'inlet, power', saveSeconds: '3600' }),
  one('psmf-changepoint', 'high', { sensitivity: 'high', sensors: 'inlet, power' }),
];
