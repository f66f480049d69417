import type { FactorSensor } from '../factor/factor-sensor';
import { SensorState } from './kernels/sensor-state';
import type { Layout } from './layout';

/** One sensor: what is known of it, where its vectors lie in the filter's array, and what the frame being learned shows of it. */
export class Sensor extends SensorState implements FactorSensor {
  /** Its row of the dictionary and the covariance of that; both as they stood when the window began. */
  readonly C: number;
  readonly V: number;
  readonly startC: number;
  readonly startV: number;
  /** Of the regression: its neighbours' numbers, the weights, their covariance, the weights as the window began. */
  readonly neighbours: number;
  readonly weights: number;
  readonly A: number;
  readonly startWeights: number;
  readonly losses: number;
  /** t = P C'. */
  readonly t: number;

  /** 1: the reading counts; 1: the sensor corrects the coefficients. */
  observed = 0;
  corrects = 0;
  z = NaN;
  /** D = R + B + mu'V mu: the variance the coefficients do not explain; w: the robust weight. */
  unexplained = NaN;
  weight = NaN;
  /** C mu and h = C P C'. */
  signal = NaN;
  h = NaN;
  /** z - b, what the coefficients are to explain, and D / w, the noise it has. */
  target = NaN;
  effective = NaN;
  /** What other sensors are told of it: z, a surprising one cut back; C mu + b where there is no reading, and then 1. */
  given = NaN;
  isFilled = 0;
  /** What it gave in the last frame, and where the held-out group is not seen. */
  previous = NaN;
  heldOutPrevious = NaN;

  constructor(
    readonly index: number,
    at: Layout,
  ) {
    super();
    const row = at.rows + index * at.stride;
    this.C = row + at.row.C.place;
    this.V = row + at.row.V.place;
    this.startC = row + at.row.startC.place;
    this.startV = row + at.row.startV.place;
    this.neighbours = row + at.row.neighbours.place;
    this.weights = row + at.row.weights.place;
    this.A = row + at.row.A.place;
    this.startWeights = row + at.row.startWeights.place;
    this.losses = row + at.lossesOfRow;
    this.t = row + at.tOfRow;
  }
}
