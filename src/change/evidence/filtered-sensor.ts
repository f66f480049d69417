import type { FactorSensor } from '../../factor/factor-sensor';
import { startNoise } from '../../factor/offset';

/** A sensor of the detector's factor filter: what is known of it, where its vectors lie, and what the last frame showed. */
export class FilteredSensor implements FactorSensor {
  /** z = (reading - location) / unit; a unit of 0: none is known yet. */
  location = NaN;
  unit = NaN;
  /** Readings in a row that the unit does not fit. */
  misfits = 0;
  offset = NaN;
  offsetVariance = NaN;
  decay = NaN;
  offsetNoise = NaN;
  noise = NaN;
  gamma0 = NaN;
  gamma1 = NaN;
  gamma2 = NaN;
  count = 0;
  lag1 = NaN;
  lag2 = NaN;
  hasLag1 = 0;
  hasLag2 = 0;
  surprises = 0;

  /** 1: it has a unit and was read, and corrects the coefficients. */
  corrects = 0;
  z = NaN;
  unexplained = NaN;
  weight = NaN;
  signal = NaN;
  h = NaN;
  target = NaN;
  effective = NaN;
  /** Share of t that its reading had in the coefficients: x without it is x + share t. */
  share = NaN;

  constructor(
    readonly C: number,
    readonly V: number,
    readonly t: number,
  ) {
    this.clear();
  }

  /** As one of which nothing is known. */
  clear(): void {
    this.location = 0;
    this.unit = 0;
    this.misfits = 0;
    this.corrects = 0;
    this.lag1 = 0;
    this.lag2 = 0;
    startNoise(this);
  }

  /** What is known of another. */
  copy(other: FilteredSensor): void {
    const { C, V, t } = this;
    Object.assign(this, other, { C, V, t });
  }
}
