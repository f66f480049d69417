import type { ChangeEvent, DetectorState, Sensitivity } from '../../../src';
import { EvidenceDetector } from '../../../src/change/evidence-detector';
import type { StatePart } from '../../../src/change/packed-state';
import { framesPerFalseAlarm } from '../../../src/change/sensitivity';
import { cusumLimit } from './limits';
import { TwoSidedCusum } from './two-sided-cusum';
import { SLACK } from './value-charts';

/** Frames before the first alarm, and after one in which no other is raised. */
const FIRST = 300;
const REST = 60;

/** The evidence of the default method, decided on by a two-sided CUSUM of each sensor's residuals in their scale. */
export class ResidualCusum extends EvidenceDetector {
  readonly method = 'CUSUM on residuals';
  readonly retrospective = false;
  readonly #sums: TwoSidedCusum;
  readonly #counters = { rest: FIRST };
  readonly #z: Float64Array;

  constructor(options: { sensors: number; sensitivity: Sensitivity }, state?: DetectorState) {
    super(options, 1);
    const charts = 2 * this.sensors;
    this.#sums = new TwoSidedCusum(
      this.sensors,
      SLACK,
      cusumLimit(SLACK, framesPerFalseAlarm(options.sensitivity), charts),
    );
    this.#z = new Float64Array(this.sensors);
    if (state !== undefined) this.load(state);
  }

  get phase(): 'warming' | 'ready' {
    return this.#counters.rest > 0 ? 'warming' : 'ready';
  }

  protected override get ownParts(): StatePart[] {
    return [this.#counters, ...this.#sums.parts];
  }

  protected override get ownConfig(): DetectorState['config'] {
    return {};
  }

  protected override prepare(): void {
    // Readings are evidence as they are.
  }

  protected override observe(): void {
    // Nothing is learned of the first frames.
  }

  protected override decide(): ChangeEvent | null {
    const { residual, scale } = this.evidence;
    if (this.#counters.rest > 0) {
      this.#counters.rest--;
      return null;
    }
    for (let j = 0; j < this.sensors; j++) this.#z[j] = residual[j] / scale[j];
    const sensor = this.#sums.update(this.#z);
    if (sensor < 0) return null;
    this.#counters.rest = REST;
    this.#sums.reset();
    this.setScore(1);
    return this.describe(0, [{ name: this.names[sensor], contribution: 1 }]);
  }

  protected override grow(): void {
    throw new Error('No sensor joins in a bench.');
  }

  protected override clear(): void {
    throw new Error('No sensor leaves in a bench.');
  }

  protected override checkOwn(): void {
    // Restored from its own snapshot alone.
  }
}
