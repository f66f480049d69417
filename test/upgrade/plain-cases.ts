import type { Settings } from './editor-defaults';
import { learn, saved, words, type NodeCase } from './node-case';
import { RHYTHM_SECONDS } from './stream';

/** In the middle of the first 40 frames; with first frames still kept; past all of start-up. */
const COUNTS = [30, 200, 500] as const;

const at = (counts: readonly number[], type: NodeCase['type'], name: string, changes: Settings): NodeCase[] =>
  counts.map((frames) => ({
    id: `${words[type]}-${name}-${frames}`,
    type,
    tab: words[type],
    settings: saved(type, changes),
    lessons: [learn(frames)],
  }));

const filter = (counts: readonly number[], name: string, changes: Settings): NodeCase[] =>
  at(counts, 'psmf-filter', name, changes);
const change = (counts: readonly number[], method: string): NodeCase[] =>
  at(counts, 'psmf-changepoint', method, method === 'scan' ? {} : { method, sensors: 'inlet, power' });

/** One model a node, of every kind there is. */
export const plainCases: readonly NodeCase[] = [
  ...filter(COUNTS, 'adaptive', {}),
  ...filter(COUNTS, 'psmf', { model: 'psmf', standardise: false }),
  ...filter(COUNTS, 'rpsmf', { model: 'rpsmf', standardise: false }),
  ...filter([500], 'matern-raw', { model: 'rpsmf', dynamics: 'matern', standardise: false }),
  ...filter([500], 'linear-raw', { model: 'psmf', dynamics: 'linear', standardise: false }),
  ...filter([30, 500], 'random-walk', { model: 'rpsmf' }),
  ...filter(COUNTS, 'seasonal', {
    ...{ model: 'rpsmf', dynamics: 'seasonal', periodSeconds: `${RHYTHM_SECONDS}`, harmonics: '1' },
  }),
  ...filter([30, 500], 'matern', { model: 'psmf', dynamics: 'matern' }),
  ...filter([30, 500], 'periodic', { model: 'rpsmf', dynamics: 'periodic' }),
  ...filter([30, 500], 'fourier', { model: 'rpsmf', dynamics: 'fourier' }),
  ...filter([30, 500], 'linear', { model: 'psmf', dynamics: 'linear' }),
  ...filter([30, 200, 500], 'affine', { model: 'rpsmf', dynamics: 'affine' }),
  ...at(COUNTS, 'psmf-impute', 'adaptive', {}),
  ...at([60], 'psmf-impute', 'silent', {}).map((entry) => ({
    ...entry,
    lessons: [{ ...learn(60), silent: 8 }],
  })),
  ...change(COUNTS, 'scan'),
  ...change([30, 500], 'bocpd'),
  ...change([30, 500], 'pelt-features'),
  ...change([30, 500], 'pelt-values'),
];
