import { chooseCompanion } from './companions';
import { correctCoefficients, measureResidual, projectSensors, projectSensorsFully } from './coefficients';
import type { FilterContext } from './context';
import { correctRow } from './dictionary';
import { estimateSensor } from './estimate';
import { followReading } from './experts';
import { scalar, sensor } from './slots';
import { estimateMissing, leaveOut } from './leave-one-out';
import { ageLags, ageLagsByPause, learnNoise } from './noise';
import { correctOffset, denoise } from './offset';
import { predictCoefficients, predictOffsets, predictSensor } from './predict';
import { learnProcessNoise } from './process-noise';
import { isSound, priorInRange, restartCoefficients, restartSensor } from './range';
import { fillReadings, forecastRegression, learnRegression, noteReading } from './regression';
import { weighReading } from './robust-weights';
import { beginWindow, followInShadow, isShadowing, pauseShadow } from './shadow';
import { standardise } from './standardise';

/**
 * One frame: predict, weigh the readings, let them correct the coefficients, then finish sensor by sensor. `loadFrame`
 * has put dt and the raw readings in place. Overwrites state and scratch; allocates nothing; O(d r^2).
 */
export function step(m: Float64Array, context: FilterContext): void {
  const { at, mechanisms, hasCompanions } = context;

  standardise(m, context); //                   z = (y - location) / scale
  predictCoefficients(m, at); //                P_ii += Q_i dt
  projectSensors(m, context, at.own); //         C mu, h = C P C'
  for (let j = 0, row = at.records; row < at.length; j++, row += at.stride) {
    predictReading(m, context, row);
    if (hasCompanions) noteReading(m, context, row, j);
  }
  correctCoefficients(m, context, at.own); //    mu, P
  if (!isSound(m, at, at.own)) restartCoefficients(m, at, at.own);
  const shadowing = mechanisms.shadow && isShadowing(m);
  if (shadowing) followInShadow(m, context); // the same without one group of sensors; scores the experts
  projectSensorsFully(m, context, at.own); //    t = P C', C mu, h
  if (hasCompanions) fillReadings(m, context);
  for (let row = at.records; row < at.length; row += at.stride) {
    if (m[row + sensor.active] === 1) finishSensor(m, context, row);
  }

  if (m[scalar.observed] === 0) return;
  m[scalar.learned] += 1;
  if (hasCompanions && (m[scalar.learned] & 3) === 0) chooseCompanion(m, context);
  if (mechanisms.processNoise) learnProcessNoise(m, context);
  if (!mechanisms.shadow || shadowing) return;
  if (!mechanisms.shadowPauses || !pauseShadow(m)) beginWindow(m, context);
}

/** The offset decays; the prior of the reading; the weight of the reading against it. */
function predictReading(m: Float64Array, context: FilterContext, row: number): void {
  predictOffsets(m, row);
  if (m[scalar.dt] >= 1.5) ageLagsByPause(m, row);
  m[row + sensor.weight] = 1;
  if (m[row + sensor.active] === 0) return;
  predictSensor(m, context, row);
  if (!priorInRange(m, row)) {
    restartSensor(m, context, row);
    predictSensor(m, context, row);
  }
  if (m[row + sensor.observed] === 1 && context.mechanisms.robustWeights) weighReading(m, context, row);
}

/** What is said of the sensor, and, if it has a reading, what is learned of it. */
function finishSensor(m: Float64Array, context: FilterContext, row: number): void {
  const { at, hasCompanions } = context;
  measureResidual(m, context, row, at.own); //  rho, De, den
  if (m[row + sensor.observed] === 0) {
    estimateMissing(m, at, row); //                 C mu + b, h + D
    if (hasCompanions) forecastRegression(m, context, row);
    estimateSensor(m, context, row); //         the mix, calibrated
    if (m[scalar.observed] > 0) m[row + sensor.carried] = m[row + sensor.regressed];
    ageLags(m, row);
    m[row + sensor.gap] += m[scalar.dt];
    return;
  }
  leaveOut(m, at, row); //                          el, vs, u
  if (hasCompanions) forecastRegression(m, context, row);
  estimateSensor(m, context, row); //           the mix, calibrated; then its losses
  followReading(m, row); //                     last value, running mean, trend, range
  if (hasCompanions) learnRegression(m, context, row);
  learnNoise(m, context, row); //               phi, q, R from the autocovariances of u
  correctRow(m, context, row); //               C, V
  correctOffset(m, row, at.own); //                b, B
  denoise(m, at, row); //                           C mu + b, h + B
}
