import type { StreamType } from '../nodes/flow';

/** A saved node, as far as its settings go. */
export type Settings = Readonly<Record<string, unknown>>;

const common: Settings = {
  name: '',
  property: 'payload',
  propertyType: 'msg',
  sensors: '',
  nameProperty: 'topic',
  timeProperty: 'timestamp',
  keyProperty: '',
  frameMs: '',
  maxSensors: 1024,
  maxModels: 1000,
  format: 'same',
  decimals: '',
  allowImport: false,
  store: '',
  saveSeconds: 10,
  configVersion: 1,
};

/** What the editor saves of a node that was dropped into a flow and left as it was. */
export const editorDefaults: Readonly<Record<StreamType, Settings>> = {
  'psmf-filter': {
    ...common,
    model: 'adaptive',
    horizon: 0,
    rank: '',
    dynamics: 'random-walk',
    periodSeconds: 86400,
    harmonics: 4,
    standardise: true,
    R: '',
    Q: '',
    V0: '',
    robust: '',
    keepGoing: false,
  },
  'psmf-impute': { ...common, maxGap: '', detail: 'filled', keepGoing: true },
  'psmf-changepoint': { ...common, method: 'scan', sensitivity: 'normal', keepGoing: false },
};
