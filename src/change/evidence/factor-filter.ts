import {
  correctRow,
  effectiveNoise,
  LeaveOneOut,
  leaveOut,
  measureResidual,
} from '../../factor/leave-one-out';
import {
  ageLags,
  ageLagsByPause,
  correctOffset,
  Decay,
  decayFor,
  learnNoise,
  predictOffset,
} from '../../factor/offset';
import { keepPrior, learnProcessNoise } from '../../factor/kernels/process-noise';
import { freeOffset, PriorError, weighSurprise } from '../../factor/surprise';
import { Scalar } from '../../linalg/packed';
import { FactorState, type FactorSettings } from './factor-state';
import type { FilteredSensor } from './filtered-sensor';
import { standardise } from './standardise';

/** A frame that comes so many periods after the last has none before it. */
const PAUSE = 1.5;

/** One process learns one frame at a time: what is on the way is kept once. */
const decay = new Decay();
const product = new Scalar();
const prior = new PriorError();

/**
 * A factor model of the sensors, z_j = C_j [x; 1] + offset_j + noise, filtered frame by frame by the equations of `factor/`:
 * coefficients x that all sensors share, an AR(1) offset and a row of loadings of each sensor's own. What it says of a sensor is exact
 * without that sensor.
 */
export class FactorFilter {
  readonly state: FactorState;
  /** Of the last frame, NaN where nothing was read: reading less what the others and its own offset say of it ... */
  residual: Float64Array;
  /** ... and less what the others alone say of it. Both in the sensor's unit. */
  relation: Float64Array;
  readonly #settings: FactorSettings;
  readonly #out: LeaveOneOut;

  constructor(settings: FactorSettings, sensors: number) {
    this.#settings = settings;
    this.#out = new LeaveOneOut(1 / settings.forgetting);
    this.state = new FactorState(settings, sensors);
    this.residual = new Float64Array(sensors).fill(NaN);
    this.relation = new Float64Array(sensors).fill(NaN);
  }

  addSensor(): void {
    this.state.addSensor();
    this.residual = new Float64Array(this.state.sensors.length).fill(NaN);
    this.relation = new Float64Array(this.state.sensors.length).fill(NaN);
  }

  replaceSensor(j: number): void {
    this.state.replaceSensor(j);
    this.residual[j] = this.relation[j] = NaN;
  }

  /** Takes in one frame, dt periods after the last. */
  step(readings: ArrayLike<number>, dt: number): void {
    const { m, at, sensors, small, counters } = this.state;
    const { dynamics } = this.#settings;
    const seen = standardise(this.state, readings); //       z = (y - location) / unit
    const share = dynamics.predict(m, at, dt); //            x, P
    for (const sensor of sensors) predictSensor(sensor, dt); // b, B
    this.residual.fill(NaN);
    this.relation.fill(NaN);
    if (seen === 0) return;

    keepPrior(m, at);
    dynamics.setApart(m, at);
    small.project(m, at.mu, at.P, sensors); //               C x, h = C P C'
    for (const sensor of sensors) if (sensor.corrects === 1) this.#weigh(sensor);
    small.correct(m, at.mu, at.P, sensors); //               x, P
    small.projectFully(m, at.mu, at.P, sensors); //          t = P C', C x, h
    for (let j = 0; j < sensors.length; j++) if (sensors[j].corrects === 1) this.#learn(sensors[j], j);
    dynamics.rejoin(m, at);
    const { leastVariance, mostVariance } = dynamics;
    learnProcessNoise(m, at, ++counters.frames, share, leastVariance, mostVariance); // Q
    if (!this.state.isSound()) this.state.resetCoefficients();
  }

  /** A surprising reading weighs less, three times running; then it is believed, and the offset is free to follow. */
  #weigh(sensor: FilteredSensor): void {
    const { m, at, full } = this.state;
    full.quadratic(m, sensor.V, at.mu, product);
    sensor.unexplained = sensor.noise + sensor.offsetVariance + Math.max(product.value, 0); // D = R + B + x'Vx
    sensor.weight = 1;
    prior.error = sensor.z - sensor.signal - sensor.offset;
    prior.variance = Math.max(sensor.h, 0) + sensor.unexplained;
    if (weighSurprise(sensor, prior)) freeOffset(sensor, prior.error);
    sensor.target = sensor.z - sensor.offset;
    sensor.effective = effectiveNoise(sensor);
  }

  /** What the others leave of a reading; from it noise, row and offset learn. */
  #learn(sensor: FilteredSensor, j: number): void {
    const { m, at, full } = this.state;
    const out = this.#out;
    out.target = sensor.target;
    out.effective = sensor.effective;
    measureResidual(sensor, out); //                                  rho, den
    sensor.h = Math.max(sensor.h, 0);
    leaveOut(sensor, out); //                                         el, vs, u
    sensor.share = -out.residual / out.remaining;
    this.residual[j] = out.error * sensor.unit;
    this.relation[j] = out.unshared * sensor.unit;
    learnNoise(sensor, out); //                                       phi, q, R
    correctRow(full, m, at.mu, sensor, out); //                       C, V
    correctOffset(sensor, out); //                                    b, B
  }
}

/** The offset decays; what lies two frames back or more is no neighbour of this frame. */
function predictSensor(sensor: FilteredSensor, dt: number): void {
  decay.phi = sensor.decay;
  decay.noise = sensor.offsetNoise;
  decayFor(dt, decay);
  predictOffset(sensor, decay);
  if (dt >= PAUSE) ageLagsByPause(sensor, dt);
  if (sensor.corrects === 0) ageLags(sensor);
}
