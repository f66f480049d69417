import { DISBELIEVED_IN_A_ROW, WEIGHED_DOWN_SD } from '../scale/limits';
import type { FactorSensor } from './factor-sensor';

/** In squared standard deviations of the prior: a reading further from it is surprising. */
export const SURPRISE = WEIGHED_DOWN_SD * WEIGHED_DOWN_SD;

/** How far a reading is from what was expected of it, and the variance that this was expected to have. */
export class PriorError {
  error = NaN;
  variance = NaN;
}

/**
 * delta^2 = e^2 / variance. A surprising reading weighs w = 3.5^2 / delta^2: its noise counts as D / w, so it moves the
 * filter by no more than 3.5 standard deviations would. True for the fourth in a row: it is to be believed.
 */
export function weighSurprise(sensor: FactorSensor, { error, variance }: PriorError): boolean {
  const distance = (error * error) / variance;
  if (distance <= SURPRISE) {
    sensor.surprises = 0;
    return false;
  }
  sensor.surprises += 1;
  if (sensor.surprises <= DISBELIEVED_IN_A_ROW) {
    sensor.weight = SURPRISE / distance;
    return false;
  }
  sensor.surprises = 0;
  return true;
}

/** The offset's variance takes in e^2, and with it D: the offset follows what came four times. */
export function freeOffset(sensor: FactorSensor, error: number): void {
  const square = error * error;
  sensor.offsetVariance += square;
  sensor.unexplained += square;
}
