import type { ImputeModel } from '../../src';
import type { Method } from '../../src/evaluate/method';
import { RecordedFrames } from '../../src/evaluate/recorded-frames';

/** The default model of another build, as a stream has it. */
export class Before implements Method {
  readonly mean: Float64Array;
  readonly variance: Float64Array;
  readonly #model: ImputeModel;
  readonly #frames: RecordedFrames;

  constructor(Model: typeof ImputeModel, sensors: number) {
    const names = Array.from({ length: sensors }, (_, j) => `${j}`);
    this.#model = new Model({ sensors: names, maxSensors: sensors });
    this.#frames = new RecordedFrames(names);
    this.mean = new Float64Array(sensors).fill(NaN);
    this.variance = new Float64Array(sensors).fill(NaN);
  }

  learnOne(readings: Float64Array, _dt: number, time: number | null = null): void {
    const { estimate, sd } = this.#model.learnOne(this.#frames.frameOf(readings, time));
    for (let j = 0; j < readings.length; j++) {
      this.mean[j] = estimate[j];
      this.variance[j] = sd[j] * sd[j];
    }
  }
}
