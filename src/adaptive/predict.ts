import type { FilterContext } from './context';
import type { Layout } from './layout';
import { scalar, sensor } from './slots';

/**
 * A coefficient whose variance has grown to this is unknown for all purposes; with more, a correction by the least noise
 * (1e-8) would cancel down to rounding. What rounding may still take below zero, the least growth of a frame, however short,
 * makes up for: a negative direction in P would feed on itself.
 */
const LARGEST_VARIANCE = 1e6;
const LEAST_GROWTH = 1e-8;

/** P_ii += Q_i dt, in the filter and in its shadow; keeps mu and the diagonal of P as they stand before the frame is seen. */
export function predictCoefficients(m: Float64Array, at: Layout): void {
  const { r, own, shadow, Q, priorMu, priorP } = at;
  const dt = m[scalar.dt];
  for (let i = 0, diagonal = 0; i < r; i++, diagonal += i + 1) {
    growVariance(m, own.P + diagonal, Q + i);
    growVariance(m, shadow.P + diagonal, Q + i);
    m[priorMu + i] = m[own.mu + i];
    m[priorP + i] = m[own.P + diagonal];
  }
  m[scalar.windowTime] += dt;
}

function growVariance(m: Float64Array, variance: number, noise: number): void {
  const grown = m[variance] + Math.max(m[noise] * m[scalar.dt], LEAST_GROWTH);
  m[variance] = Math.min(grown, Math.max(m[variance], LARGEST_VARIANCE));
}

/** The own offset of the sensor, in the filter, in its shadow, and as it has decayed since the shadow's window began. */
export function predictOffsets(m: Float64Array, row: number): void {
  decayOffset(m, row, sensor.offset, sensor.offsetVariance, sensor.decay, sensor.drift);
  decayOffset(m, row, sensor.shadowOffset, sensor.shadowOffsetVariance, sensor.decay, sensor.drift);
  decayOffset(m, row, sensor.startOffset, sensor.startOffsetVariance, sensor.startDecay, sensor.startDrift);
}

/** b *= phi^dt;  B = phi^(2 dt) B + q (1 - phi^(2 dt)) / (1 - phi^2), which leaves the stationary variance as it is. */
function decayOffset(
  m: Float64Array,
  row: number,
  offset: number,
  variance: number,
  decay: number,
  drift: number,
): void {
  const dt = m[scalar.dt];
  const unit = m[row + decay];
  const phi = dt === 1 ? unit : Math.pow(unit, dt);
  const q = dt === 1 ? m[row + drift] : (m[row + drift] * (1 - phi * phi)) / (1 - unit * unit);
  m[row + offset] *= phi;
  m[row + variance] = phi * phi * m[row + variance] + q;
}

/** D = R + B + mu'V mu;  the prior: mean C mu + b, variance C P C' + D. The sensors have been projected. */
export function predictSensor(m: Float64Array, context: FilterContext, row: number): void {
  const { at, full } = context;
  full.quadratic(m, row + at.V, at.own.mu, scalar.quadratic);
  const unexplained =
    m[row + sensor.noise] + m[row + sensor.offsetVariance] + Math.max(m[scalar.quadratic], 0);
  m[row + sensor.unexplained] = unexplained;
  m[row + sensor.priorMean] = m[row + sensor.signal] + m[row + sensor.offset];
  m[row + sensor.priorVariance] = Math.max(m[row + at.h], 0) + unexplained;
}
