import { correctCoefficients, projectSensor } from './coefficients';
import type { FilterContext } from './context';
import { correctRow } from './dictionary';
import { estimateSensor } from './estimate';
import { followReading } from './experts';
import { scalar, sensor } from './layout';
import { estimateMissing, leaveOut } from './leave-one-out';
import { ageLags, ageLagsByPause, learnNoise } from './noise';
import { correctOffset, denoise } from './offset';
import { predictCoefficients, predictOffsets, predictSensor } from './predict';
import { learnProcessNoise } from './process-noise';
import { weighReading } from './robust-weights';
import { beginWindow, followInShadow, isShadowing } from './shadow';
import { standardise } from './standardise';

/**
 * One frame: predict, weigh the readings, let them correct the coefficients, then finish sensor by sensor. `loadFrame`
 * has put dt and the raw readings in place. Overwrites state and scratch; allocates nothing; O(d r^2).
 */
export function step(m: Float64Array, context: FilterContext): void {
  const { at, mechanisms } = context;

  standardise(m, context); //                   z = (y - location) / scale
  predictCoefficients(m, at); //                P_ii += Q_i dt
  for (let row = at.records; row < at.length; row += at.stride) predictReading(m, context, row);
  for (let row = at.records; row < at.length; row += at.stride) {
    if (m[row + sensor.observed] === 1) correctCoefficients(m, context, row, at.own);
  }
  const shadowing = mechanisms.shadow && isShadowing(m);
  if (shadowing) followInShadow(m, context); // the same without one group of sensors; scores the experts
  for (let row = at.records; row < at.length; row += at.stride) {
    if (m[row + sensor.active] === 1) finishSensor(m, context, row);
  }

  if (m[scalar.observed] === 0) return;
  m[scalar.learned] += 1;
  if (mechanisms.processNoise) learnProcessNoise(m, context);
  if (mechanisms.shadow && !shadowing) beginWindow(m, context);
}

/** The offset decays; the prior of the reading; the weight of the reading against it. */
function predictReading(m: Float64Array, context: FilterContext, row: number): void {
  predictOffsets(m, row);
  if (m[scalar.dt] >= 1.5) ageLagsByPause(m, row);
  m[row + sensor.weight] = 1;
  if (m[row + sensor.active] === 0) return;
  predictSensor(m, context, row);
  if (m[row + sensor.observed] === 1 && context.mechanisms.robustWeights) weighReading(m, row);
}

/** What is said of the sensor, and, if it has a reading, what is learned of it. */
function finishSensor(m: Float64Array, context: FilterContext, row: number): void {
  const { own } = context.at;
  projectSensor(m, context, row, own); //       t, h, rho, De, den
  if (m[row + sensor.observed] === 0) {
    estimateMissing(m, row); //                 C mu + b, h + D
    estimateSensor(m, context, row); //         the mix, calibrated
    ageLags(m, row);
    m[row + sensor.gap] += m[scalar.dt];
    return;
  }
  leaveOut(m, row); //                          el, vs, u
  estimateSensor(m, context, row); //           the mix, calibrated; then its losses
  followReading(m, row); //                     last value, running mean, trend, range
  learnNoise(m, context, row); //               phi, q, R from the autocovariances of u
  correctRow(m, context, row); //               C, V
  correctOffset(m, row, own); //                b, B
  denoise(m, row); //                           C mu + b, h + B
}
