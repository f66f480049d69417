import { createDetector, restoreDetector, type Sensitivity } from '../../src';
import { CusumDetector } from './cusum-detector';
import type { Contender } from './living/score';
import { ScanDetector } from './scan/scan-detector';

export interface Competitor {
  readonly name: string;
  create(sensors: number, sensitivity?: Sensitivity): ReturnType<Contender['create']>;
  copy?: Contender['copy'];
}

const copy: Contender['copy'] = (detector) => restoreDetector(detector.snapshot());

/** Everything that is compared in one run, ours first. */
export const competitors: readonly Competitor[] = [
  { name: 'calibrated', create: (sensors, sensitivity) => createDetector({ sensors, sensitivity }), copy },
  {
    name: 'scan (before)',
    create: (sensors, sensitivity) => new ScanDetector({ sensors, sensitivity }),
    copy: (detector) => ScanDetector.restore(detector.snapshot()),
  },
  {
    name: 'BOCPD',
    create: (sensors, sensitivity) => createDetector({ method: 'bocpd', sensors, sensitivity }),
    copy,
  },
  {
    name: 'CUSUM of the norm',
    create: (sensors, sensitivity) => new CusumDetector({ sensors, sensitivity }),
  },
  {
    name: 'PELT on features',
    create: (sensors, sensitivity) => createDetector({ method: 'pelt-features', sensors, sensitivity }),
    copy,
  },
  {
    name: 'PELT on values',
    create: (sensors, sensitivity) => createDetector({ method: 'pelt-values', sensors, sensitivity }),
    copy,
  },
];
