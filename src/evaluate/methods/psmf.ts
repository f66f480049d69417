import { PsmfFilter } from '../../filter/psmf-filter';
import { nextUniform } from '../../random';
import { EmptyMethod } from '../method';

/** The paper's imputation settings (Sec. 4.3): raw units, one random-walk subspace, C and x drawn from U[0, 1]. */
const MOST_COEFFICIENTS = 10;
const R = 10;
const Q = 0.1;
const P0 = 1;
const V0 = 2;
const LAMBDA0 = 1.8;

/** The paper's PSMF or rPSMF; a gap is given the signal after the frame's other readings, with the noise of a reading. */
export class PaperFilter extends EmptyMethod {
  readonly #filter: PsmfFilter;

  constructor(sensors: number, robust: boolean, seed: number) {
    super(sensors);
    const rank = Math.max(1, Math.min(MOST_COEFFICIENTS, sensors - 1));
    const state = Float64Array.of(seed);
    const x0 = Array.from({ length: rank }, () => nextUniform(state, 0));
    this.#filter = new PsmfFilter({
      sensors,
      rank,
      robust,
      R,
      P0,
      V0,
      x0,
      lambda0: LAMBDA0,
      dynamics: { type: 'random-walk', Q },
      seed: state[0],
    });
  }

  learnOne(readings: Float64Array, dt: number): void {
    this.#filter.learnOne(readings, dt);
    if (readings.every(Number.isFinite)) return;
    const { mean, variance } = this.#filter.posterior();
    const noise = this.#filter.report().R;
    this.mean.set(mean);
    this.variance.set(variance.map((signal, j) => signal + noise[j]));
  }
}
