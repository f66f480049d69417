import { createDetector, restoreDetector, type ChangeDetector, type Sensitivity } from '../../src';
import { PcaChart } from './charts/pca-chart';
import { ResidualCusum } from './charts/residual-cusum';
import { PageHinkley, ValueCusum } from './charts/value-charts';
import type { Watcher } from './charts/chart';
import { ScanDetector } from './scan/scan-detector';

export interface Competitor {
  /** As part of the bench, and in tables. */
  readonly key: string;
  readonly name: string;
  /** Seeds of the plants that live; all unless told. */
  readonly seeds?: readonly number[];
  readonly create: (sensors: number, sensitivity: Sensitivity) => Watcher;
  readonly copy?: (detector: Watcher) => Watcher;
}

/** A copy by way of its snapshot, and not by all frames once more. */
const copyBy =
  (restore: (state: ReturnType<ChangeDetector['snapshot']>) => Watcher) =>
  (detector: Watcher): Watcher =>
    restore((detector as ChangeDetector).snapshot());

/** Everything that is compared in one run, ours first. */
export const competitors: readonly Competitor[] = [
  {
    key: 'calibrated',
    name: 'calibrated',
    create: (sensors, sensitivity) => createDetector({ sensors, sensitivity }),
    copy: copyBy(restoreDetector),
  },
  {
    key: 'scan',
    name: 'scan (before)',
    create: (sensors, sensitivity) => new ScanDetector({ sensors, sensitivity }),
    copy: copyBy((state) => ScanDetector.restore(state)),
  },
  {
    key: 'bocpd',
    name: 'BOCPD',
    create: (sensors, sensitivity) => createDetector({ method: 'bocpd', sensors, sensitivity }),
    copy: copyBy(restoreDetector),
  },
  {
    key: 'cusum-residuals',
    name: 'CUSUM on residuals',
    create: (sensors, sensitivity) => new ResidualCusum({ sensors, sensitivity }),
    copy: (detector) => {
      const { sensors, sensitivity } = detector as ResidualCusum;
      return new ResidualCusum({ sensors, sensitivity }, (detector as ResidualCusum).snapshot());
    },
  },
  {
    key: 'cusum-values',
    name: 'CUSUM on values',
    create: (sensors, sensitivity) => new ValueCusum(sensors, sensitivity),
  },
  {
    key: 'page-hinkley',
    name: 'Page-Hinkley',
    create: (sensors, sensitivity) => new PageHinkley(sensors, sensitivity),
  },
  {
    key: 't2-spe',
    name: 'T2/SPE',
    create: (sensors, sensitivity) => new PcaChart(sensors, sensitivity),
  },
  {
    key: 'pelt-features',
    name: 'PELT on features',
    seeds: [701],
    create: (sensors, sensitivity) => createDetector({ method: 'pelt-features', sensors, sensitivity }),
    copy: copyBy(restoreDetector),
  },
  {
    key: 'pelt-values',
    name: 'PELT on values',
    seeds: [701],
    create: (sensors, sensitivity) => createDetector({ method: 'pelt-values', sensors, sensitivity }),
    copy: copyBy(restoreDetector),
  },
];
