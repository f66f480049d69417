import { setIdentity } from '../linalg/packed';
import { LARGEST_WEIGHT, startCompanions } from './companions';
import type { FilterContext } from './context';
import { CLAMP_OF_REGRESSION, clampToRange } from './experts';
import type { Layout } from './layout';
import { scalar, sensor } from './slots';

/** The inverse of a weight's variance before any reading. */
const PRECISION = 30;
/** Readings after which the weights, by then known well, learn from every fourth only, which costs a quarter; a power of two. */
const SETTLED = 4000;
const TURNS = 4;
/** Readings the noise remembers, and what it may count for at most, in units of the noise. */
const MEMORY = 100;
const LARGEST_SQUARE = 16;
const LEAST_NOISE = 1e-8;
/** The covariance grows by this at each reading while its trace is below n, so that the weights never stop learning. */
const FORGETTING = 1 / 0.998;
const FORGETTING_OF_TURNS = FORGETTING ** TURNS;

/** How many times more the error counts in a gap that every companion shares. */
const DOUBT = 2;

/**
 * The regression of a sensor on its companions in the same frame, on how far they have moved since the last on average, on
 * its own last value, and on 1:
 *
 *   forecast = w'y,   y = [z of the companions; mean of z - previous z of the companions; last value; 1]
 *
 * The model ties a sensor to the others by what they share for long; the weights here also learn how they move from one
 * frame to the next. Before any reading the forecast is the last value. In a gap what the regression said takes the place of
 * the reading.
 */
export function startRegression(m: Float64Array, { at }: FilterContext, row: number): void {
  startCompanions(m, at, row);
  restartWeights(m, at, row);
  m[row + sensor.carried] = 0;
  m[row + sensor.shadowCarried] = 0;
}

/** The forecast is the last value again, and the weights are free to learn. */
export function restartWeights(m: Float64Array, at: Layout, row: number): void {
  m.fill(0, row + at.weights, row + at.weights + at.n);
  m[row + at.weights + at.k + 1] = 1;
  m.copyWithin(row + at.startWeights, row + at.weights, row + at.weights + at.n);
  setIdentity(m, row + at.A, at.n);
  m[row + sensor.regressionNoise] = 1;
  m[row + sensor.lessons] = 0;
}

/**
 * What companions can be asked for: z, of which a surprising one is cut back to what w leaves of the surprise. Apart from the
 * records: companions are read in any order, and lie close here.
 */
export function noteReading(m: Float64Array, context: FilterContext, row: number, j: number): void {
  const { readings, filled, previous, shadowPrevious } = context;
  const carried = m[row + sensor.carried];
  const isRead = m[row + sensor.observed] === 1;
  const prior = m[row + sensor.priorMean];
  readings[j] = isRead ? prior + m[row + sensor.weight] * (m[row + sensor.z] - prior) : 0;
  filled[j] = isRead ? 0 : m[row + sensor.active];
  previous[j] = carried;
  shadowPrevious[j] = m[row + sensor.hidden] === 1 ? m[row + sensor.shadowCarried] : carried;
}

/** A companion without a reading gives C mu + b of the corrected coefficients. */
export function fillReadings(m: Float64Array, { at, readings, filled }: FilterContext): void {
  for (let j = 0, row = at.records; row < at.length; j++, row += at.stride) {
    if (filled[j] === 1) readings[j] = m[row + sensor.signal] + m[row + sensor.offset];
  }
}

/** The forecast of one sensor, into its record, the regressors into scratch. */
export function forecastRegression(m: Float64Array, context: FilterContext, row: number): void {
  const { at, readings, filled, previous } = context;
  const { k, regressors } = at;
  const companions = row + at.companions;
  const weights = row + at.weights;
  let forecast = m[weights + k + 1] * m[row + sensor.carried] + m[weights + k + 2];
  let change = 0;
  let isFilled = 0;
  for (let i = 0; i < k; i++) {
    const j = m[companions + i] | 0;
    const reading = readings[j];
    m[regressors + i] = reading;
    forecast += m[weights + i] * reading;
    change += reading - previous[j];
    isFilled |= filled[j];
  }
  m[regressors + k] = change / k;
  m[regressors + k + 1] = m[row + sensor.carried];
  m[regressors + k + 2] = 1;
  m[row + sensor.regressed] = forecast + (m[weights + k] * change) / k;
  if (isFilled === 1 && m[row + sensor.observed] === 1) takeOwnPartOut(m, context, row);
  clampToRange(m, row, row + sensor.regressed, CLAMP_OF_REGRESSION);
}

/**
 * What fills a companion is C_o mu + b_o, in which the sensor itself had a part of C_o t rho / den: without it taken out again
 * the sensor would be forecast from its own reading.
 */
function takeOwnPartOut(m: Float64Array, context: FilterContext, row: number): void {
  const { at, small, filled, mechanisms } = context;
  const { k, regressors, records, stride, C } = at;
  const share = mechanisms.leaveOneOut ? m[row + sensor.residual] / m[row + sensor.remaining] : 0;
  for (let i = 0; i < k; i++) {
    const j = m[row + at.companions + i] | 0;
    if (filled[j] === 0) continue;
    small.dot(m, records + j * stride + C, row + at.t, scalar.dot);
    const part = share * m[scalar.dot];
    m[regressors + i] -= part;
    m[regressors + k] -= part / k;
    m[row + sensor.regressed] -= (m[row + at.weights + i] + m[row + at.weights + k] / k) * part;
  }
}

/**
 * In a gap the regression goes on from what it said itself. Where companions are out as well nothing it is told is new, and
 * the losses do not know: they come from gaps with most companions there. So its error counts for up to three times.
 */
export function doubtRegression(m: Float64Array, { at, filled }: FilterContext, row: number): void {
  let lacking = 0;
  for (let i = row + at.companions; i < row + at.companions + at.k; i++) lacking += filled[m[i] | 0];
  m[at.errors + 4] *= 1 + (DOUBT * lacking) / at.k;
}

/** The forecast where the shadow's window hides the sensor, and others with it, with the weights as the window began. */
export function forecastInShadow(m: Float64Array, context: FilterContext, row: number): void {
  const { at, full, regression, readings, filled, shadowPrevious } = context;
  const { k, regressors, companions, records, stride, shadow } = at;
  let change = 0;
  for (let i = 0; i < k; i++) {
    const j = m[row + companions + i] | 0;
    const other = records + j * stride;
    m[regressors + i] = readings[j];
    if (filled[j] === 1 || m[other + sensor.hidden] === 1) {
      full.dot(m, other + at.C, shadow.mu, regressors + i);
      m[regressors + i] += m[other + sensor.shadowOffset];
    }
    change += m[regressors + i] - shadowPrevious[j];
  }
  m[regressors + k] = change / k;
  m[regressors + k + 1] = m[row + sensor.shadowCarried];
  m[regressors + k + 2] = 1;
  regression.dot(m, row + at.startWeights, regressors, row + sensor.regressed);
  clampToRange(m, row, row + sensor.regressed, CLAMP_OF_REGRESSION);
  m[row + sensor.shadowCarried] = m[row + sensor.regressed];
}

/** The reading corrects the weights, with the regressors of the forecast just made. */
export function learnRegression(m: Float64Array, { at, regression }: FilterContext, row: number): void {
  m[row + sensor.carried] = m[row + sensor.last];
  if (m[row + sensor.seen] === 1) return;
  m[row + sensor.lessons] += 1;
  const lessons = m[row + sensor.lessons];
  const isSettled = lessons > SETTLED;
  if (isSettled && (lessons & (TURNS - 1)) !== 0) return;
  const noise = m[row + sensor.regressionNoise];
  const miss = m[row + sensor.z] - m[row + sensor.regressed];
  const square = Math.min(miss * miss, LARGEST_SQUARE * noise);
  const learned = noise + (square - noise) / Math.min(1 + lessons, MEMORY);
  m[row + sensor.regressionNoise] = Math.max(learned, LEAST_NOISE);
  m[scalar.target] = miss;
  m[scalar.noise] = (PRECISION * noise) / m[row + sensor.weight];
  m[scalar.factor] = isSettled ? FORGETTING_OF_TURNS : FORGETTING;
  const { weights, A, regressors } = at;
  regression.regress(m, row + weights, row + A, regressors, scalar.noise, scalar.target, scalar.factor);
  for (let i = row + weights; i < row + weights + at.n; i++) {
    if (!(Math.abs(m[i]) <= LARGEST_WEIGHT)) restartWeights(m, at, row);
  }
}
