import { createEnsembleEstimates, type EnsembleEstimates } from '../ensemble/ensemble-estimates';
import { angleDeviation, angleOf, turn } from './angle';
import type { SensorKind } from './sensor-kind';

/** What the ensemble says of sensors as users see them. */
export interface KindEstimates extends EnsembleEstimates {
  /** 1: the last reading holds until the next report. */
  readonly held: Uint8Array;
  /** What stands in for a missing reading: the mean, or the likeliest value of a state. */
  readonly fill: Float64Array;
}

export const createEstimates = (sensors: number): KindEstimates => ({
  ...createEnsembleEstimates(sensors),
  held: new Uint8Array(sensors),
  fill: new Float64Array(sensors).fill(NaN),
});

/** Says of sensor j, dt after the last frame, what the model says of its columns. */
export function estimateSensor(
  out: KindEstimates,
  j: number,
  sensor: SensorKind,
  model: EnsembleEstimates,
  readings: Float64Array,
  dt: number,
): void {
  copyEstimate(out, j, model, sensor.column);
  out.held[j] = 0;
  const { kind } = sensor;
  if (kind === 'counter') estimateCounter(out, j, sensor, model, readings, dt);
  else if (kind === 'angle') estimateAngle(out, j, sensor, model, readings);
  else if (Number.isNaN(readings[j])) estimateGap(out, j, sensor);
  const isState = kind === 'state' && !Number.isNaN(out.mean[j]);
  if (isState) out.mean[j] = sensor.clampToValues(out.mean[j]);
  out.fill[j] = isState ? sensor.likeliest(out.mean[j]) : out.mean[j];
}

function copyEstimate(out: KindEstimates, j: number, from: EnsembleEstimates, column: number): void {
  out.mean[j] = from.mean[column];
  out.sd[j] = from.sd[column];
  out.priorMean[j] = from.priorMean[column];
  out.priorSd[j] = from.priorSd[column];
  out.denoised[j] = from.denoised[column];
  out.denoisedSd[j] = from.denoisedSd[column];
  out.residual[j] = from.residual[column];
  out.outlier[j] = from.outlier[column];
  out.gap[j] = from.gap[column];
  out.active[j] = from.active[column];
  out.measured[j] = from.measured[column];
}

/** The rates are added up. */
function estimateCounter(
  out: KindEstimates,
  j: number,
  sensor: SensorKind,
  { mean, sd }: EnsembleEstimates,
  readings: Float64Array,
  dt: number,
): void {
  const { counter, rateColumn } = sensor;
  out.mean[j] = counter.valueAt(sensor.rateWithin(mean[rateColumn]), dt);
  out.sd[j] = counter.deviationAt(sd[rateColumn], dt);
  out.denoised[j] = out.denoisedSd[j] = NaN;
  if (Number.isNaN(out.mean[j])) {
    out.mean[j] = counter.value;
    out.sd[j] = NaN;
  }
  if (!Number.isNaN(readings[j])) out.gap[j] = 0;
}

function estimateAngle(
  out: KindEstimates,
  j: number,
  { cosineColumn: c, sineColumn: s, finder: { isSigned } }: SensorKind,
  { mean, sd, denoised }: EnsembleEstimates,
  readings: Float64Array,
): void {
  const isMissing = Number.isNaN(readings[j]);
  out.mean[j] = angleOf(mean[c], mean[s], isSigned);
  out.sd[j] = angleDeviation(mean[c], mean[s], sd[c], sd[s]);
  out.denoised[j] = isMissing ? NaN : angleOf(denoised[c], denoised[s], isSigned);
  if (!isMissing) out.residual[j] = turn(readings[j] - out.mean[j]) / out.sd[j];
}

/** A sensor that reports on change holds; one that is read now and then does as far as the model knows no better. */
function estimateGap(out: KindEstimates, j: number, sensor: SensorKind): void {
  if (Number.isNaN(sensor.last)) return;
  if (sensor.isSlow) {
    const { weight, deviation } = sensor.blend;
    if (Number.isNaN(deviation) || Number.isNaN(out.mean[j])) return;
    out.mean[j] = sensor.last + weight * (out.mean[j] - sensor.last);
    out.sd[j] = Math.sqrt(weight * out.sd[j] ** 2 + (1 - weight) * deviation ** 2);
    return;
  }
  if (sensor.holds) hold(out, j, sensor);
}

/**
 * The last reading, give or take the dead band; of a sensor that is silent what the model says, but of a state, which only its own
 * report can change.
 */
function hold(out: KindEstimates, j: number, sensor: SensorKind): void {
  const { kind, gap, silentAfter, last, finder } = sensor;
  const isSilent = gap + 1 >= silentAfter && !Number.isNaN(out.mean[j]);
  if (!isSilent || kind === 'state' || finder.hasFewValues) out.mean[j] = last;
  if (isSilent) return;
  out.sd[j] = kind === 'state' ? 0 : finder.deadBand / 2;
  out.held[j] = 1;
}
