import type { Filter } from './filter';
import { sensor } from './slots';

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
  const unknown = (): Float64Array => new Float64Array(d).fill(NaN);
  return {
    mean: unknown(),
    sd: unknown(),
    priorMean: unknown(),
    priorSd: unknown(),
    denoised: unknown(),
    denoisedSd: unknown(),
    residual: unknown(),
    outlier: new Uint8Array(d),
    gap: new Float64Array(d),
    active: new Uint8Array(d),
  };
}

/** Becomes the same as `from`, of as many sensors. */
export function assignEstimates(to: FrameEstimates, from: FrameEstimates): void {
  to.mean.set(from.mean);
  to.sd.set(from.sd);
  to.priorMean.set(from.priorMean);
  to.priorSd.set(from.priorSd);
  to.denoised.set(from.denoised);
  to.denoisedSd.set(from.denoisedSd);
  to.residual.set(from.residual);
  to.outlier.set(from.outlier);
  to.gap.set(from.gap);
  to.active.set(from.active);
}

/** Where sensor j has units: its estimates, from z back to its own units. */
export function publish({ m, context: { at } }: Filter, out: FrameEstimates): void {
  for (let j = 0, row = at.records; j < at.d; j++, row += at.stride) {
    out.active[j] = m[row + sensor.active];
    if (m[row + sensor.active] === 0) continue;
    const location = m[row + sensor.location];
    const scale = m[row + sensor.scale];
    const sd = Math.sqrt(m[row + sensor.estimateVariance]);
    const observed = m[row + sensor.observed] === 1;
    out.mean[j] = location + scale * m[row + sensor.estimate];
    out.sd[j] = scale * sd;
    out.priorMean[j] = location + scale * m[row + sensor.priorMean];
    out.priorSd[j] = scale * Math.sqrt(m[row + sensor.priorVariance]);
    out.denoised[j] = observed ? location + scale * m[row + sensor.denoised] : NaN;
    out.denoisedSd[j] = observed ? scale * Math.sqrt(m[row + sensor.denoisedVariance]) : NaN;
    out.residual[j] = observed ? (m[row + sensor.z] - m[row + sensor.estimate]) / sd : NaN;
    out.outlier[j] = m[row + sensor.weight] < 1 ? 1 : 0;
  }
}

/** mu_1 .. mu_r, the coefficients that the sensors share. */
export function copyFeatures({ m, context: { at } }: Filter, out: Float64Array): void {
  for (let i = 0; i < at.r; i++) out[i] = m[at.own.mu + i];
}
