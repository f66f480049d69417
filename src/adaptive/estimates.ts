import type { Filter } from './filter';
import type { Sensor } from './sensor';

/**
 * What the last frame showed, one entry for each sensor, in the sensors' own units. NaN: there is none (yet).
 * The arrays are the model's own: read them before the next frame, copy what must last, write nothing.
 */
export interface FrameEstimates {
  /** The estimate the sensor would have been given had it been missing, calibrated. */
  readonly mean: Float64Array;
  readonly sd: Float64Array;
  /** The model's one-step prediction, before the frame was seen. */
  readonly priorMean: Float64Array;
  readonly priorSd: Float64Array;
  /** The signal behind the reading of an observed sensor. */
  readonly denoised: Float64Array;
  readonly denoisedSd: Float64Array;
  /** (reading - mean) / sd. */
  readonly residual: Float64Array;
  /** 1: the reading was so surprising that it counted for less. */
  readonly outlier: Uint8Array;
  /** Time since the last reading, in nominal periods: 0 for an observed sensor. */
  readonly gap: Float64Array;
  /** 1: the sensor has units; without, mean and sd are those of its recent readings, sd 0 while they are all alike. */
  readonly active: Uint8Array;
}

export function createFrameEstimates(d: number): FrameEstimates {
  // One buffer: of its own each array takes 88 bytes more.
  const all = new Float64Array(7 * d).fill(NaN);
  const unknown = (k: number): Float64Array => all.subarray(k * d, (k + 1) * d);
  return {
    mean: unknown(0),
    sd: unknown(1),
    priorMean: unknown(2),
    priorSd: unknown(3),
    denoised: unknown(4),
    denoisedSd: unknown(5),
    residual: unknown(6),
    outlier: new Uint8Array(d),
    gap: new Float64Array(d),
    active: new Uint8Array(d),
  };
}

const names = Object.keys(createFrameEstimates(0)) as (keyof FrameEstimates)[];

/** Becomes the same as `from`, of as many sensors. */
export function assignEstimates(to: FrameEstimates, from: FrameEstimates): void {
  for (const name of names) to[name].set(from[name]);
}

/** Sensor j as before its first reading. */
export function clearEstimate(estimates: FrameEstimates, j: number): void {
  const { mean, sd, priorMean, priorSd, denoised, denoisedSd, residual, outlier, gap, active } = estimates;
  for (const unknown of [mean, sd, priorMean, priorSd, denoised, denoisedSd, residual]) unknown[j] = NaN;
  outlier[j] = gap[j] = active[j] = 0;
}

/** What is said of a sensor with units before the frame is seen, from z back to its own units. */
export function publishPrior({ frame }: Filter, sensor: Sensor, estimates: FrameEstimates): void {
  const { index, location, scale } = sensor;
  estimates.priorMean[index] = location + scale * frame.priorMean;
  estimates.priorSd[index] = scale * Math.sqrt(frame.priorVariance);
}

/** What is said of a sensor with units after it, likewise: the mix; the signal behind a reading, C mu + b, variance h + B. */
export function publishEstimate({ question }: Filter, sensor: Sensor, estimates: FrameEstimates): void {
  const { index, location, scale } = sensor;
  const sd = Math.sqrt(question.variance);
  const isObserved = sensor.observed === 1;
  estimates.active[index] = 1;
  estimates.mean[index] = location + scale * question.mean;
  estimates.sd[index] = scale * sd;
  estimates.denoised[index] = isObserved ? location + scale * (sensor.signal + sensor.offset) : NaN;
  estimates.denoisedSd[index] = isObserved ? scale * Math.sqrt(sensor.h + sensor.offsetVariance) : NaN;
  estimates.residual[index] = isObserved ? (sensor.z - question.mean) / sd : NaN;
  estimates.outlier[index] = sensor.weight < 1 ? 1 : 0;
}
