/** The frame being learned: its dt, the sensors observed in it, the prior of the sensor at hand. */
export class Frame {
  dt = NaN;
  observed = 0;
  priorMean = NaN;
  priorVariance = NaN;
}

/** A sensor without its own reading: rho = z - b - C mu;  De = D / w;  den = De - h;  el, vs, u = el + b. */
export class LeaveOneOut {
  residual = NaN;
  effective = NaN;
  remaining = NaN;
  error = NaN;
  variance = NaN;
  unshared = NaN;
}
