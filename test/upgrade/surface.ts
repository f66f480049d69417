/**
 * What flows, programs and scripts of released versions hold on to. Names may be added here; one that is removed or renamed takes
 * something away from somebody.
 */

/** Runtime exports of the package. */
export const EXPORTS = [
  ...['AdaptiveModel', 'ChangeModel', 'Dual', 'FilterModel', 'Fit', 'ImputeModel', 'Imputer', 'PsmfError'],
  ...['PsmfFilter', 'createDetector', 'dynamicsNames', 'filterModels', 'methods', 'modelNames', 'open'],
  ...['readFields', 'restoreDetector', 'runFit', 'runFitInSlices', 'seal', 'sensitivities'],
];

const COMMON_SETTINGS = [
  ...['name', 'property', 'propertyType', 'sensors', 'nameProperty', 'timeProperty', 'keyProperty'],
  ...['frameMs', 'keepGoing', 'maxSensors', 'maxModels', 'format', 'decimals', 'allowImport', 'store'],
  ...['saveSeconds', 'configVersion', 'doneWhenSaved', 'saveAfter'],
];

/** Settings that flow files hold. */
export const SETTINGS = {
  'psmf-filter': [
    ...COMMON_SETTINGS,
    ...['model', 'horizon', 'rank', 'dynamics', 'periodSeconds', 'harmonics', 'standardise', 'R', 'Q', 'V0'],
    'robust',
  ],
  'psmf-impute': [...COMMON_SETTINGS, 'maxGap', 'detail'],
  'psmf-changepoint': [...COMMON_SETTINGS, 'method', 'sensitivity', 'smallestChange'],
} as const;

const FORMATS = ['same', 'chart'];

/** What they hold where there is a choice. */
export const CHOICES = {
  'psmf-filter': {
    format: FORMATS,
    model: ['adaptive', 'psmf', 'rpsmf'],
    dynamics: ['random-walk', 'seasonal', 'matern', 'periodic', 'fourier', 'linear', 'affine'],
  },
  'psmf-impute': { format: FORMATS, detail: ['filled', 'all'] },
  'psmf-changepoint': {
    format: FORMATS,
    method: ['scan', 'bocpd', 'pelt-features', 'pelt-values'],
    sensitivity: ['low', 'normal', 'high'],
  },
} as const;

/** Wires of flows begin at these. */
export const OUTPUTS = { 'psmf-filter': 1, 'psmf-impute': 2, 'psmf-changepoint': 2 } as const;

const HEAD = ['key', 'time', 'seq', 'phase', 'late'];
const INTERVALS = ['estimate', 'sd', 'lower', 'upper'];

/** Fields of the blocks of `msg.psmf`. */
export const BLOCKS = {
  filter: [...HEAD, ...INTERVALS, 'residual', 'outliers', 'rejected', 'features', 'forecast'],
  impute: [...HEAD, 'filled', ...INTERVALS, 'gap', 'quality', 'rejected', 'outliers', 'expired'],
  change: [...HEAD, 'score', 'alarm', 'pause', 'maintenance', 'rejected'],
} as const;

export const FORECAST = ['time', 'mean', 'lower', 'upper'];
export const SENSOR_EVENT = ['sensor', 'state', 'since', 'gap'];
export const CHANGE_EVENT = [
  ...['index', 'detectedIndex', 'time', 'detectedAt', 'delay', 'score', 'method', 'sensors'],
];
export const CONTRIBUTION = ['name', 'contribution'];
export const CHART_POINT = ['series', 'x', 'y'];

/** Fields of exported and stored state, and of the index of models by key. */
export const ENVELOPE = ['format', 'version', 'node', 'key', 'seq', 'time', 'meta', 'data', 'crc32'];
export const INDEX = ['format', 'version', 'hashes'];

const TABLE = ['--rows', '--header', '--no-header', '--time', '--ignore', '--help', '-h'];

/** Options of the commands of `psmf`. */
export const COMMANDS = {
  impute: [...TABLE, '--output', '-o', '--intervals', '--max-gap'],
  filter: [...TABLE, '--output', '-o', '--forecast', '--intervals'],
  changepoints: [...TABLE, '--json', '--report', '--sensitivity', '--method'],
  evaluate: [...TABLE, '--json', '--report', '--pattern', '--seed', '--mask'],
  doctor: ['--fix', '--help', '-h'],
} as const;
