import { Observation } from '../../linalg/packed';
import type { FilterNumbers } from '../filter-numbers';
import {
  chooseNeighbour,
  countFilled,
  forecastHeldOut,
  forecastWithWeights,
  forgetNeighbour,
  hasWeightOutOfRange,
  rescaleNeighbour,
  setLastValueWeight,
  startNeighbours,
} from '../kernels/neighbours';
import type { Sensor } from '../sensor';
import { defineExpert } from './expert';
import { clampToRange } from './range';

/** The range seen, widened by this share of its width: in a gap the forecast goes on from its own. */
const CLAMP = 0.1;
/** The inverse of a weight's variance before any reading. */
const PRECISION = 30;
/** Readings after which the weights, by then known well, learn from every fourth only, which costs a quarter; a power of two. */
const SETTLED = 4000;
const TURNS = 4;
/** Readings the noise remembers, and what it may count for at most, in units of the noise. */
const MEMORY = 100;
const MAX_SQUARE = 16;
const MIN_NOISE = 1e-8;
/** The covariance grows by this at each reading while its trace is below n, so that the weights never stop learning. */
const FORGETTING = 1 / 0.998;
const FORGETTING_OF_TURNS = FORGETTING ** TURNS;
/** Frames between two looks at the neighbours of a sensor. */
const LOOK_EVERY = 4;
/** How many times more the error counts in a gap that every neighbour shares. */
const DOUBT = 2;

const observation = new Observation();

/**
 * The regression of a sensor on its neighbours in the same frame, on how far they have moved since the last on average, on
 * its own last value, and on 1:
 *
 *   forecast = w'y,   y = [z of the neighbours; mean of z - previous z of the neighbours; last value; 1]
 *
 * The factor model ties a sensor to the others by what they share for long; the weights here also learn how they move from
 * one frame to the next. Before any reading the forecast is the last value. In a gap what the regression said takes the place
 * of the reading.
 */
export const regression = defineExpert({
  name: 'regression',

  forecast(sensor, question, filter) {
    if (question.mode === 1 || filter.d === 1) {
      question.doubt = Infinity;
      return;
    }
    if (question.isHeldOut) {
      question.forecast = sensor.heldOutCarried;
      return;
    }
    forecastWithWeights(filter, sensor);
    clampToRange(sensor, question, CLAMP);
    // In a gap the regression goes on from what it said itself. Where neighbours are out as well nothing it is told is new,
    // and the losses do not know: they come from gaps with most neighbours there.
    if (sensor.observed === 0 && sensor.gap > 0)
      question.doubt = 1 + (DOUBT * countFilled(filter, sensor)) / filter.at.k;
  },

  learn(sensor, question, filter) {
    if (filter.d === 1) return;
    sensor.carried = question.value;
    if (sensor.seen > 0) learnWeights(filter, sensor);
  },

  miss(sensor, question, { d }) {
    if (question.mode === 0 && d > 1) sensor.carried = question.forecast;
  },

  followHeldOut(sensor, filter) {
    if (filter.d === 1) return;
    const { question } = filter;
    forecastHeldOut(filter, sensor);
    clampToRange(sensor, question, CLAMP);
    sensor.heldOutCarried = question.forecast;
  },

  beginWindow(sensor, { m, at }) {
    m.copyWithin(sensor.startWeights, sensor.weights, sensor.weights + at.n);
    sensor.heldOutCarried = sensor.carried;
  },

  start(sensor, filter) {
    startNeighbours(filter, sensor);
    sensor.movement = 1;
    regression.reopen(sensor, filter);
    sensor.carried = 0;
    sensor.heldOutCarried = 0;
  },

  /** The forecast is the last value again, and the weights are free to learn. */
  reopen(sensor, filter) {
    setLastValueWeight(filter, sensor);
    sensor.regressionNoise = 1;
    sensor.regressionCount = 0;
  },

  followShift(sensor) {
    sensor.carried = sensor.z;
  },

  finishFrame(filter) {
    if (filter.learned % LOOK_EVERY === 0) chooseNeighbour(filter);
  },

  /** A sensor alone had no other. */
  join(filter) {
    if (filter.d !== 2) return;
    startNeighbours(filter, filter.sensors[0]);
    filter.sensors[0].movement = 1;
  },

  replace: forgetNeighbour,

  rescale: rescaleNeighbour,
});

/** The reading corrects the weights, with the regressors of the forecast just made. */
export function learnWeights(filter: FilterNumbers, sensor: Sensor): void {
  const { m, at, question } = filter;
  sensor.regressionCount += 1;
  const count = sensor.regressionCount;
  const isSettled = count > SETTLED;
  if (isSettled && (count & (TURNS - 1)) !== 0) return;
  const noise = sensor.regressionNoise;
  const miss = sensor.z - question.forecast;
  const square = Math.min(miss * miss, MAX_SQUARE * noise);
  sensor.regressionNoise = Math.max(noise + (square - noise) / Math.min(1 + count, MEMORY), MIN_NOISE);
  observation.target = miss;
  observation.noise = (PRECISION * noise) / sensor.weight;
  observation.factor = isSettled ? FORGETTING_OF_TURNS : FORGETTING;
  filter.regression.regress(m, sensor.weights, sensor.A, at.regressors, observation);
  if (hasWeightOutOfRange(filter, sensor)) regression.reopen(sensor, filter);
}
