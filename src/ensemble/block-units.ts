import type { BlockDelays } from './block-delays';
import type { CarriedResidual } from './carried-residual';
import type { Numbers } from './numbers';
import type { RegressionInputs } from './regression-inputs';
import type { RegressionPair } from './regression-pair';
import type { SensorUnits } from './sensor-units';

/** Readings after which half of the sensors get units, and a sensor may enter. */
const READINGS_FOR_UNITS = 60;
const READINGS_TO_ENTER = 40;
/** Units are measured again after so many frames, and then after half as many again. */
const FIRST_UNITS = 64;
const UNITS_GROWTH = 1.5;

/** Places in a block's progress: frames learned; the frames at which units are measured next, 0 before there are any. */
export const LEARNED = 0;
export const UNITS_DUE = 1;

/** What goes on beside a block while some of its sensors are hidden: in z, so that it takes part when units change. */
export interface KeptFork {
  readonly past: Float32Array;
  readonly carried: Float32Array;
  /** Frames that it has gone on for: no part of `arrays`. */
  readonly framesHidden: Int32Array;
  readonly arrays: readonly Numbers[];
}

/** The parts of a block that are in z, and what says when z is to be of other units. */
interface PartsInUnits {
  readonly d: number;
  /** By LEARNED and UNITS_DUE. */
  readonly progress: Float64Array;
  readonly units: SensorUnits;
  readonly inputs: RegressionInputs;
  readonly regressions: RegressionPair;
  readonly residual: CarriedResidual;
  readonly delays: BlockDelays;
  readonly believed: Float64Array;
  readonly forks: readonly KeptFork[];
}

/** Gives the sensors of a block their first units, once half of them have been read often enough; before, nothing is learned. */
export function findUnits({ d, units, inputs, regressions, progress }: PartsInUnits, turn: number): void {
  let enough = 0;
  for (let i = 0; i < d; i++) if (units.count[i] >= READINGS_FOR_UNITS) enough += 1;
  if (enough < d / 2) return;
  progress[UNITS_DUE] = FIRST_UNITS + turn;
  for (let i = 0; i < d; i++) {
    inputs.entered[i] = units.count[i] >= READINGS_TO_ENTER ? 1 : 0;
    inputs.location[i] = units.mean[i];
    inputs.scale[i] = units.scale(i);
  }
  regressions.invertRidge(inputs.entered);
}

/**
 * Lets in sensors that have been read often enough since the block has units. One that enters stood at 0 in all that was learned: at
 * its mean, as it does in its new units, which are measured again when more is known of it.
 */
export function letIn({ d, units, inputs, progress }: PartsInUnits): void {
  const { entered, location, scale } = inputs;
  for (let i = 0; i < d; i++) {
    if (entered[i] === 1 || units.count[i] < READINGS_TO_ENTER) continue;
    entered[i] = 1;
    location[i] = units.mean[i];
    scale[i] = units.scale(i);
    progress[UNITS_DUE] = Math.min(progress[UNITS_DUE], progress[LEARNED] + FIRST_UNITS);
  }
}

/** Measures units again where it is time, and brings all that the block has learned into them, exactly. */
export function followUnits(block: PartsInUnits): void {
  const { d, progress, inputs, residual, regressions, delays, believed } = block;
  if (progress[LEARNED] < progress[UNITS_DUE]) return;
  progress[UNITS_DUE] = Math.ceil(UNITS_GROWTH * progress[UNITS_DUE]);
  const { k, c } = takeUnits(block);
  for (let i = 0; i < d; i++) {
    residual.rescale(i, k[i]);
    for (let at = i; at < d * inputs.lags; at += d) {
      inputs.past[at] = k[i] * inputs.past[at] + c[i];
      for (const { past } of block.forks) past[at] = k[i] * past[at] + c[i];
    }
    for (const { carried } of block.forks) carried[i] *= k[i];
    believed[i] = k[i] * believed[i] + c[i];
  }
  regressions.changeUnits(k, c, inputs.entered);
  delays.changeUnits(k, c);
}

/** The units measured last; z_i becomes k_i z_i + c_i. */
function takeUnits({ d, inputs, units }: PartsInUnits): {
  readonly k: Float64Array;
  readonly c: Float64Array;
} {
  const { location, scale, entered } = inputs;
  const k = new Float64Array(d).fill(1);
  const c = new Float64Array(d);
  for (let i = 0; i < d; i++) {
    if (units.count[i] < READINGS_TO_ENTER) continue;
    const measured = units.scale(i);
    // One that enters stood at 0 in all that was learned: at its mean, as it does in its new units.
    if (entered[i] === 1) {
      k[i] = scale[i] / measured;
      c[i] = (location[i] - units.mean[i]) / measured;
    }
    entered[i] = 1;
    location[i] = units.mean[i];
    scale[i] = measured;
  }
  return { k, c };
}
