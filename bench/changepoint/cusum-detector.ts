import type { DetectorState } from '../../src';
import { readNames, type SensorOptions } from '../../src/change/names';
import { readSensitivity, thresholdFactor, type Sensitivity } from '../../src/change/sensitivity';
import { Allocator, createSourceLayout, rowOf, type SourceLayout } from './source/layout';
import { restartEpoch } from './source/sensor-life';
import { LEARNING, STANDARDISING } from './source/settings';
import { SourceDetector, type Explanation } from './source/source-detector';

interface CusumLayout extends SourceLayout {
  readonly mean: number;
  readonly deviation: number;
  readonly sum: number;
  /** Frames since the sum was last zero. */
  readonly rising: number;
}

function createCusumLayout(d: number, r: number): CusumLayout {
  const allocate = new Allocator(d, 0);
  const source = createSourceLayout(d, r, allocate);
  const own = {
    mean: allocate.take(1),
    deviation: allocate.take(1),
    sum: allocate.take(1),
    rising: allocate.take(1),
  };
  return { ...source, ...own, fields: allocate.fields, length: allocate.end };
}

/** Drift allowed for, and the sum at which "high" alarms, in standard deviations of the norm. */
const SLACK = 0.5;
const LIMIT = 10;

/** For comparison: S <- max(0, S + (|innovations|^2 - usual) / deviation - 1/2). */
export class CusumDetector extends SourceDetector<CusumLayout> {
  readonly method = 'cusum';
  readonly retrospective = false;
  readonly sensitivity: Sensitivity;

  constructor(options: SensorOptions & { readonly sensitivity?: Sensitivity }) {
    super(readNames(options), createCusumLayout);
    this.sensitivity = readSensitivity(options.sensitivity);
  }

  protected override get config(): DetectorState['config'] {
    return { sensitivity: this.sensitivity };
  }

  protected override learnSensor(): void {
    // The norm is learned over all sensors at once, when detection begins.
  }

  protected override detect(m: Float64Array, at: CusumLayout): void {
    if (m[at.epoch] === LEARNING + 1) {
      const norms = Array.from({ length: LEARNING - STANDARDISING }, (_, i) => normOf(m, at, i + 1));
      const mean = norms.reduce((sum, norm) => sum + norm, 0) / norms.length;
      m[at.mean] = mean;
      m[at.deviation] =
        Math.sqrt(norms.reduce((sum, norm) => sum + (norm - mean) ** 2, 0) / norms.length) + 1e-9;
      m[at.sum] = m[at.rising] = 0;
    }
    m[at.sum] = Math.max(0, m[at.sum] + (normOf(m, at, 0) - m[at.mean]) / m[at.deviation] - SLACK);
    m[at.rising] = m[at.sum] > 0 ? m[at.rising] + 1 : 0;
    m[at.statistic] = m[at.sum];
    m[at.threshold] = LIMIT * thresholdFactor(this.sensitivity);
  }

  protected override explain(m: Float64Array, at: CusumLayout): Explanation {
    const back = Math.min(m[at.rising], LEARNING) - 1;
    const contributions = Array.from({ length: at.d }, (_, j) => {
      let sum = 0;
      for (let i = 0; i <= back; i++) sum += m[at.q + rowOf(m[at.recorded] - i, at.d) + j] ** 2 || 0;
      return sum;
    });
    return { back, contributions };
  }

  protected override restart(m: Float64Array, at: CusumLayout, back: number): void {
    restartEpoch(m, at, Math.min(back + 1, STANDARDISING - 1));
  }

  protected override checkState(): void {
    // Never restored: it exists for comparison only.
  }
}

/** Mean square of the standardised innovations of one frame. */
function normOf(m: Float64Array, at: CusumLayout, back: number): number {
  const row = at.q + rowOf(m[at.recorded] - back, at.d);
  let sum = 0;
  let count = 0;
  for (let j = 0; j < at.d; j++) {
    const q = m[row + j];
    if (q !== q || m[at.age + j] <= LEARNING) continue;
    sum += q * q;
    count++;
  }
  return count === 0 ? m[at.mean] : sum / count;
}
