import { createDetector, type ChangeDetector, type Sensitivity } from '../../src';
import { CusumDetector } from './cusum-detector';

export interface Competitor {
  readonly name: string;
  create(sensors: number, sensitivity?: Sensitivity): ChangeDetector;
}

/** Everything that is compared in one run, ours first. */
export const competitors: readonly Competitor[] = [
  { name: 'scan', create: (sensors, sensitivity) => createDetector({ sensors, sensitivity }) },
  {
    name: 'BOCPD',
    create: (sensors, sensitivity) => createDetector({ method: 'bocpd', sensors, sensitivity }),
  },
  {
    name: 'CUSUM of the norm',
    create: (sensors, sensitivity) => new CusumDetector({ sensors, sensitivity }),
  },
  {
    name: 'PELT on features',
    create: (sensors, sensitivity) => createDetector({ method: 'pelt-features', sensors, sensitivity }),
  },
  {
    name: 'PELT on values',
    create: (sensors, sensitivity) => createDetector({ method: 'pelt-values', sensors, sensitivity }),
  },
];
