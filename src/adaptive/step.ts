import { correctRow, effectiveNoise, leaveOut, measureResidual } from '../factor/leave-one-out';
import { ageLags, ageLagsByPause, correctOffset, learnNoise } from '../factor/offset';
import { learnProcessNoise } from '../factor/kernels/process-noise';
import { MAX_SQUARE } from '../linalg/limits';
import { Scalar } from '../linalg/packed';
import { publishEstimate, publishPrior, type FrameEstimates } from './estimates';
import { restartSensor, type Filter } from './filter';
import { clearHeldOut } from './held-out';
import { followHeldOut, isWindowOpen, openNextWindow } from './held-out-group';
import { predictOffsets } from './held-out-offset';
import { predictCoefficients, restartUnsound } from './kernels/coefficients';
import { MAX_PROCESS_NOISE, MIN_PROCESS_NOISE } from './layout';
import { estimateSensor, expertCalls } from './mix';
import { weighReading } from './outliers';
import { standardise } from './standardise';
import type { Sensor } from './sensor';

const product = new Scalar();

/**
 * One frame, dt and readings: predict, weigh the readings, let them correct the coefficients, then finish sensor by sensor.
 * Says what it makes of the frame in `estimates`, if anyone is to see it. Allocates nothing; O(d r^2).
 */
export function learnFrame(filter: Filter, readings: Float64Array, estimates: FrameEstimates | null): void {
  const { m, at, sensors, small, frame, variant } = filter;
  const mu = at.head.mu.place;
  const P = at.head.P.place;
  frame.dt = readings[0];
  filter.windowTime += frame.dt;
  filter.shifts.fill(0);
  filter.breakdowns.fill(0);

  standardise(filter, readings); //             z = (y - location) / scale
  predictCoefficients(filter); //               P_ii += Q_i dt
  small.project(m, mu, P, sensors); //          C mu, h = C P C'
  for (const sensor of sensors) predictReading(filter, sensor, estimates);
  small.correct(m, mu, P, sensors); //          mu, P
  restartUnsound(filter, mu, P);
  const isOpen = isWindowOpen(filter);
  clearHeldOut(filter.heldOut, isOpen, filter);
  if (isOpen) followHeldOut(filter); //         the same without one group of sensors; scores the experts
  small.projectFully(m, mu, P, sensors); //     t = P C', C mu, h
  for (const sensor of sensors) if (sensor.isFilled === 1) sensor.given = sensor.signal + sensor.offset;
  for (const sensor of sensors) if (sensor.active === 1) finishSensor(filter, sensor, estimates);

  if (frame.observed === 0) return;
  filter.learned += 1;
  for (const expert of variant.experts) expert.finishFrame(filter);
  learnProcessNoise(m, at.coefficients, filter.learned, frame.dt, MIN_PROCESS_NOISE, MAX_PROCESS_NOISE); // Q
  if (!isOpen) openNextWindow(filter);
}

/** The offset decays; the reading is weighed against its prior; what other sensors are told of the sensor. */
function predictReading(filter: Filter, sensor: Sensor, estimates: FrameEstimates | null): void {
  const { frame } = filter;
  predictOffsets(sensor, frame.dt); //          b, B
  if (frame.dt >= 1.5) ageLagsByPause(sensor, frame.dt);
  sensor.weight = 1;
  sensor.given = 0;
  sensor.corrects = 0;
  sensor.isFilled = 0;
  if (sensor.active === 1) {
    predictSensor(filter, sensor); //           C mu + b, h + D
    if (sensor.observed === 0) sensor.isFilled = 1;
    else {
      weighReading(filter, sensor); //          w
      sensor.given = frame.priorMean + sensor.weight * (sensor.z - frame.priorMean);
      sensor.corrects = 1;
      sensor.target = sensor.z - sensor.offset;
      sensor.effective = effectiveNoise(sensor);
    }
    if (estimates) publishPrior(filter, sensor, estimates);
  }
  sensor.previous = sensor.carried;
  sensor.heldOutPrevious = sensor.isHeldOut === 1 ? sensor.heldOutCarried : sensor.carried;
}

/** D = R + B + mu'V mu;  the prior: mean C mu + b, variance C P C' + D. One that leaves no room for products starts again. */
function predictSensor(filter: Filter, sensor: Sensor): void {
  const { m, at, full, frame } = filter;
  full.quadratic(m, sensor.V, at.head.mu.place, product);
  sensor.unexplained = sensor.noise + sensor.offsetVariance + Math.max(product.value, 0);
  frame.priorMean = sensor.signal + sensor.offset;
  frame.priorVariance = Math.max(sensor.h, 0) + sensor.unexplained;
  if (frame.priorMean * frame.priorMean + frame.priorVariance < MAX_SQUARE) return;
  restartSensor(filter, sensor);
  predictSensor(filter, sensor);
}

/** What is said of the sensor, and, if it has a reading, what is learned of it. */
function finishSensor(filter: Filter, sensor: Sensor, estimates: FrameEstimates | null): void {
  const { m, at, full, frame, out, question } = filter;
  out.target = sensor.z - sensor.offset;
  out.effective = effectiveNoise(sensor);
  measureResidual(sensor, out); //              rho, den
  sensor.h = Math.max(sensor.h, 0);
  if (sensor.observed === 0) {
    question.modelMean = sensor.signal + sensor.offset;
    question.modelVariance = sensor.h + sensor.unexplained;
    estimateSensor(filter, sensor, estimates !== null); // the mix, calibrated
    expertCalls(at.experts).miss(filter, sensor);
    ageLags(sensor);
    sensor.gap += frame.dt;
  } else {
    leaveOut(sensor, out); //                   el, vs, u
    question.modelMean = sensor.z - out.error;
    question.modelVariance = out.variance + sensor.unexplained;
    estimateSensor(filter, sensor, estimates !== null); // the mix, calibrated; then its losses
    followReading(filter, sensor); //           the experts; last value, range
    learnNoise(sensor, out); //                 phi, q, R from the autocovariances of u
    correctRow(full, m, at.head.mu.place, sensor, out); // C, V
    correctOffset(sensor, out); //              b, B
  }
  if (estimates) publishEstimate(filter, sensor, estimates);
}

/** The experts see z - el (1 - sqrt(w)): a spike moves them by at most 3.5 standard deviations. */
export function followReading(filter: Filter, sensor: Sensor): void {
  const { at, out, question } = filter;
  const cut = sensor.weight === 1 ? 0 : out.error * (1 - Math.sqrt(sensor.weight));
  const value = sensor.z - cut;
  question.value = value;
  expertCalls(at.experts).learn(filter, sensor);
  const isFirst = sensor.seen === 0;
  sensor.low = isFirst ? value : Math.min(sensor.low, value);
  sensor.high = isFirst ? value : Math.max(sensor.high, value);
  sensor.last = value;
  sensor.seen += 1;
  sensor.gap = 0;
}
