import type { ModelOptions } from '../../stream/default-model';
import { ImputeModel } from '../../stream/impute-model';
import type { Receipt } from '../../stream/receipt';
import { EmptyMethod } from '../method';
import { RecordedFrames } from '../recorded-frames';

/** The default model as a stream has it, sensors configured, kinds by column: it makes its own dt of the times. */
export class Adaptive extends EmptyMethod {
  readonly #model: ImputeModel;
  readonly #frames: RecordedFrames;

  constructor(sensors: number, options: ModelOptions = {}) {
    super(sensors);
    const names = Array.from({ length: sensors }, (_, j) => `${j}`);
    this.#model = new ImputeModel({ ...options, sensors: names, maxSensors: sensors });
    this.#frames = new RecordedFrames(names);
  }

  /** What the model has measured of itself; its sensors are named by column. */
  get receipt(): Receipt | null {
    return this.#model.receipt();
  }

  learnOne(readings: Float64Array, _dt: number, time: number | null = null): void {
    const { estimate, sd } = this.#model.learnOne(this.#frames.frameOf(readings, time));
    for (let j = 0; j < readings.length; j++) {
      this.mean[j] = estimate[j];
      this.variance[j] = sd[j] * sd[j];
    }
  }
}
