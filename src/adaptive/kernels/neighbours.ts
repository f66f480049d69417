import { entryAt, Scalar, setIdentity } from '../../linalg/packed';
import type { FilterNumbers } from '../filter-numbers';
import type { Sensor } from '../sensor';

/** A sensor must be this many times as similar as the least similar neighbour to take its place. */
const CLEARLY_SIMILAR = 1.5;
/**
 * A change of units by less than this comes of a jump: one that grows out of its units is found just past their limit. After
 * a jump, say from kW to W, what the sensor and others had in common no longer holds.
 */
const JUMP = 0.25;
/** A weight beyond this is the work of rounding: readings that share anything have weights of about 1. */
const MAX_WEIGHT = 1e6;

const product = new Scalar();

/** Any others to begin with: the next ones. */
export function startNeighbours({ m, at, d }: FilterNumbers, sensor: Sensor): void {
  for (let i = 0; i < at.k; i++) m[sensor.neighbours + i] = (sensor.index + 1 + i) % d;
}

/** Weights that give the last value, also as the window began, with the covariance I. */
export function setLastValueWeight({ m, at }: FilterNumbers, sensor: Sensor): void {
  m.fill(0, sensor.weights, sensor.weights + at.n);
  m[sensor.weights + at.k + 1] = 1;
  m.copyWithin(sensor.startWeights, sensor.weights, sensor.weights + at.n);
  setIdentity(m, sensor.A, at.n);
}

/** The forecast of one sensor from what its neighbours give, without its own part in it; keeps the regressors. */
export function forecastWithWeights(filter: FilterNumbers, sensor: Sensor): void {
  const { m, at, sensors, question } = filter;
  const { k, regressors } = at;
  const { neighbours, weights, carried } = sensor;
  let forecast = m[weights + k + 1] * carried + m[weights + k + 2];
  let change = 0;
  let isFilled = 0;
  for (let i = 0; i < k; i++) {
    const neighbour = sensors[m[neighbours + i] | 0];
    const { given } = neighbour;
    m[regressors + i] = given;
    forecast += m[weights + i] * given;
    change += given - neighbour.previous;
    isFilled |= neighbour.isFilled;
  }
  m[regressors + k] = change / k;
  m[regressors + k + 1] = carried;
  m[regressors + k + 2] = 1;
  question.forecast = forecast + (m[weights + k] * change) / k;
  if (isFilled === 1 && sensor.observed === 1) takeOwnPartOut(filter, sensor);
}

/**
 * What fills a neighbour is C_o mu + b_o, in which the sensor itself had a part of C_o t rho / den: without it taken out again
 * the sensor would be forecast from its own reading.
 */
function takeOwnPartOut({ m, at, sensors, small, out, question }: FilterNumbers, sensor: Sensor): void {
  const { k, regressors } = at;
  const { neighbours, weights } = sensor;
  const share = out.residual / out.remaining;
  for (let i = 0; i < k; i++) {
    const neighbour = sensors[m[neighbours + i] | 0];
    if (neighbour.isFilled === 0) continue;
    small.dot(m, neighbour.C, sensor.t, product);
    const part = share * product.value;
    m[regressors + i] -= part;
    m[regressors + k] -= part / k;
    question.forecast -= (m[weights + i] + m[weights + k] / k) * part;
  }
}

/** The forecast where the sensor is held out, and others with it, with the weights as the window began. */
export function forecastHeldOut(filter: FilterNumbers, sensor: Sensor): void {
  const { m, at, sensors, question } = filter;
  const { k, regressors } = at;
  let change = 0;
  for (let i = 0; i < k; i++) {
    const neighbour = sensors[m[sensor.neighbours + i] | 0];
    const isOut = neighbour.isFilled === 1 || neighbour.isHeldOut === 1;
    const given = isOut ? neighbour.signal + neighbour.heldOutOffset : neighbour.given;
    m[regressors + i] = given;
    change += given - neighbour.heldOutPrevious;
  }
  m[regressors + k] = change / k;
  m[regressors + k + 1] = sensor.heldOutCarried;
  m[regressors + k + 2] = 1;
  filter.regression.dot(m, sensor.startWeights, regressors, product);
  question.forecast = product.value;
}

/** How many neighbours have no reading. */
export function countFilled({ m, at, sensors }: FilterNumbers, sensor: Sensor): number {
  let filled = 0;
  for (let i = sensor.neighbours; i < sensor.neighbours + at.k; i++) filled += sensors[m[i] | 0].isFilled;
  return filled;
}

export function hasWeightOutOfRange({ m, at }: FilterNumbers, sensor: Sensor): boolean {
  for (let i = sensor.weights; i < sensor.weights + at.n; i++) {
    if (!(Math.abs(m[i]) <= MAX_WEIGHT)) return true;
  }
  return false;
}

/**
 * Looks over the neighbours of one sensor, of the next each time, so that a frame takes O(d r) for it: the most similar
 * sensor that is not among them takes the place of the least similar one.
 */
export function chooseNeighbour(filter: FilterNumbers): void {
  const { m, at, d, sensors, small } = filter;
  if (d - 1 <= at.k) return;
  const sensor = sensors[filter.visited % d];
  filter.visited = (sensor.index + 1) % d;
  small.dot(m, sensor.C, sensor.C, product);
  sensor.movement = product.value + sensor.gamma0;
  let place = 0;
  let least = Infinity;
  for (let i = 0; i < at.k; i++) {
    const similarity = similarityOf(filter, sensor, sensors[m[sensor.neighbours + i] | 0]);
    if (similarity < least) {
      least = similarity;
      place = i;
    }
  }
  let chosen = -1;
  let most = CLEARLY_SIMILAR * least;
  for (const other of sensors) {
    if (other === sensor) continue;
    const similarity = similarityOf(filter, sensor, other);
    if (!(similarity > most) || isNeighbour(filter, sensor, other)) continue;
    most = similarity;
    chosen = other.index;
  }
  if (chosen >= 0) replaceNeighbour(filter, sensor, place, chosen);
}

/** (C_j C_o')^2 / (|C_o|^2 + gamma0_o), the share of o's movement that both have in common; 0 for one without units. */
function similarityOf({ m, small }: FilterNumbers, sensor: Sensor, other: Sensor): number {
  small.dot(m, sensor.C, other.C, product);
  return (other.active * product.value ** 2) / other.movement;
}

/** (C_j C_o')^2 / ((|C_j|^2 + gamma0_j)(|C_o|^2 + gamma0_o)): the share of one's movement that the other has too. */
export function sharedMovement({ m, small }: FilterNumbers, one: Sensor, other: Sensor): number {
  if (one.active === 0 || other.active === 0) return 0;
  small.dot(m, one.C, one.C, product);
  const own = product.value + one.gamma0;
  small.dot(m, other.C, other.C, product);
  const others = product.value + other.gamma0;
  small.dot(m, one.C, other.C, product);
  return product.value ** 2 / (own * others);
}

function isNeighbour({ m, at }: FilterNumbers, sensor: Sensor, other: Sensor): boolean {
  for (let i = sensor.neighbours; i < sensor.neighbours + at.k; i++) if (m[i] === other.index) return true;
  return false;
}

/** The new neighbour has no weight yet, and it is as unsure as at the start. */
function replaceNeighbour({ m, at }: FilterNumbers, sensor: Sensor, place: number, other: number): void {
  m[sensor.neighbours + place] = other;
  m[sensor.weights + place] = 0;
  m[sensor.startWeights + place] = 0;
  for (let i = 0; i < at.n; i++) m[sensor.A + entryAt(place, i)] = i === place ? 1 : 0;
}

/** Another sensor stands where this one did: those it is a neighbour of know nothing of it. */
export function forgetNeighbour(replaced: Sensor, filter: FilterNumbers): void {
  const { m, at, sensors } = filter;
  for (const sensor of sensors) {
    for (let i = 0; i < at.k; i++)
      if (m[sensor.neighbours + i] === replaced.index) replaceNeighbour(filter, sensor, i, replaced.index);
  }
}

/**
 * A sensor has taken new units, z -> k z: those it is a neighbour of keep what they say of it, unless it has jumped, or what
 * they say has grown out of all proportion on the way.
 */
export function rescaleNeighbour(changed: Sensor, k: number, filter: FilterNumbers): void {
  const { m, at, sensors } = filter;
  for (const sensor of sensors) {
    for (let i = 0; i < at.k; i++) {
      if (m[sensor.neighbours + i] !== changed.index) continue;
      m[sensor.weights + i] /= k;
      m[sensor.startWeights + i] /= k;
      const isInProportion = Math.abs(m[sensor.weights + i]) <= MAX_WEIGHT;
      if (k < JUMP || !isInProportion) replaceNeighbour(filter, sensor, i, changed.index);
    }
  }
}
