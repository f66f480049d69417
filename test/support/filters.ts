import { PsmfFilter, type Dynamics, type FilterOptions } from '../../src';
import { modelNames } from '../../src/dynamics';
import { rotate, swing } from './custom';

/** The functions that the custom models name. */
export const functions = { swing, rotate };

/** One configuration of every subspace model; a model without an entry does not compile. */
const dynamics: { readonly [T in Dynamics['type']]: readonly Dynamics[] } = {
  'random-walk': [{ type: 'random-walk', Q: 0.1 }],
  linear: [
    {
      type: 'linear',
      A: [
        [0.9, 0.2],
        [-0.2, 0.9],
      ],
      Q: 0.1,
    },
  ],
  seasonal: [{ type: 'seasonal', periodSeconds: 86400, frameSeconds: 3600, harmonics: 2, Q: 0.1 }],
  affine: [{ type: 'affine', Q: 0.1 }],
  periodic: [{ type: 'periodic', Q: 0.1, theta0: [0.01, 0.04] }],
  sinusoid: [{ type: 'sinusoid', terms: 2, Q: 0.1, draw: [0.2, 0.6] }],
  fourier: [{ type: 'fourier', terms: 2, Q: 0.1, draw: [0.2, 0.6] }],
  custom: [
    { type: 'custom', function: 'swing', parameters: 2, Q: 0.1, theta0: [0.3, 0.9] },
    { type: 'custom', function: 'rotate', parameters: 1, Q: 0.1, theta0: [0.1], method: 'unscented' },
  ],
  matern: ([0.5, 1.5, 2.5] as const).map((nu) => ({ type: 'matern', nu, sigma2: 1, lengthScale: 20 })),
};

export const modelCases = modelNames.flatMap((type) =>
  dynamics[type].map((config) => ({
    name: nameOf(config),
    config,
  })),
);

function nameOf(config: Dynamics): string {
  if (config.type === 'matern') return `matern-${config.nu}`;
  if (config.type === 'custom') return `custom ${config.method ?? 'dual'}`;
  return config.type;
}

export interface FilterCase {
  readonly name: string;
  readonly dynamics: Dynamics['type'];
  readonly create: (overrides?: Partial<FilterOptions>) => PsmfFilter;
}

export const SENSORS = 5;

/** Every model under PSMF and rPSMF, in both variants, with equal and with unequal noise. */
export const filterCases: readonly FilterCase[] = modelCases.flatMap(({ name, config }) =>
  [false, true].flatMap((robust) =>
    (['paper', 'reference'] as const).flatMap((variant) =>
      [0.5, [0.1, 0.5, 1, 0.2, 0.3]].map((R) => ({
        name: [
          robust ? 'rPSMF' : 'PSMF',
          variant,
          name,
          typeof R === 'number' ? 'equal R' : 'unequal R',
        ].join(', '),
        dynamics: config.type,
        create: (overrides = {}) =>
          new PsmfFilter({
            sensors: SENSORS,
            rank: 2,
            robust,
            variant,
            dynamics: config,
            functions,
            R,
            lag: 4,
            ...overrides,
          }),
      })),
    ),
  ),
);
