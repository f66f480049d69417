import { PsmfFilter, type Dynamics, type FilterOptions } from '../../src';
import { modelNames } from '../../src/models';

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
  matern: ([0.5, 1.5, 2.5] as const).map((nu) => ({ type: 'matern', nu, sigma2: 1, lengthScale: 20 })),
};

export const modelCases = modelNames.flatMap((type) =>
  dynamics[type].map((config) => ({
    name: config.type === 'matern' ? `matern-${config.nu}` : config.type,
    config,
  })),
);

export interface FilterCase {
  readonly name: string;
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
        create: (overrides = {}) =>
          new PsmfFilter({
            sensors: SENSORS,
            rank: 2,
            robust,
            variant,
            dynamics: config,
            R,
            lag: 4,
            ...overrides,
          }),
      })),
    ),
  ),
);
