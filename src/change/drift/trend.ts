/** The least that autocorrelation is taken to be: estimates from few values are too low by about so many n-ths; and the most. */
const BIAS = 4;
const MOST_CORRELATED = 0.9;
/** Values on either side of a step. */
const LEAST_SIDE = 3;

/**
 * A line through values at even intervals, of which some are missing (NaN). Its slope is significant by its standard error, with
 * what is left of the values an AR(1) process of lag-1 correlation rho:
 *
 *   var(slope) = s^2 (1 + rho) / (1 - rho) / sum (i - mean i)^2
 */
export class Trend {
  /** Values that were there; the slope per interval, and in standard errors. */
  count = 0;
  slope = 0;
  significance = 0;
  /** Whether a line fits better than one step from a level to another does. */
  isGradual = false;

  fit(values: Float64Array): void {
    const { length } = values;
    let n = 0;
    let meanAt = 0;
    let mean = 0;
    for (let i = 0; i < length; i++) {
      if (values[i] !== values[i]) continue;
      n++;
      meanAt += (i - meanAt) / n;
      mean += (values[i] - mean) / n;
    }
    this.count = n;
    this.slope = this.significance = 0;
    this.isGradual = false;
    if (n <= 2 * LEAST_SIDE) return;
    let products = 0;
    let squares = 0;
    let all = 0;
    for (let i = 0; i < length; i++) {
      if (values[i] !== values[i]) continue;
      products += (i - meanAt) * (values[i] - mean);
      squares += (i - meanAt) ** 2;
      all += (values[i] - mean) ** 2;
    }
    const slope = products / squares;
    let left = 0;
    let lagged = 0;
    let last = 0;
    let sum = 0;
    let before = 0;
    let byStep = 0;
    for (let i = 0; i < length; i++) {
      if (values[i] !== values[i]) continue;
      const off = values[i] - mean - slope * (i - meanAt);
      left += off * off;
      lagged += off * last;
      last = off;
      sum += values[i] - mean;
      before++;
      if (before < LEAST_SIDE || n - before < LEAST_SIDE) continue;
      byStep = Math.max(byStep, (sum * sum * n) / (before * (n - before)));
    }
    this.slope = slope;
    if (!(left > 0)) return;
    const rho = Math.min(MOST_CORRELATED, Math.max(0, lagged / left + BIAS / n));
    const variance = ((left / (n - 2)) * (1 + rho)) / (1 - rho) / squares;
    this.significance = slope / Math.sqrt(variance);
    this.isGradual = left < all - byStep;
  }
}

/** Where a level became a slope. */
export interface Bend {
  /** The last value that is level. */
  readonly at: number;
  readonly slope: number;
}

/** The level and, from some value on, slope that explain the values best; missing ones are NaN. The slope has six values at least. */
export function findBend(values: Float64Array): Bend {
  let best: Bend = { at: 0, slope: 0 };
  let most = -1;
  for (let at = 0; at <= values.length - 2 * LEAST_SIDE; at++) {
    let n = 0;
    let x = 0;
    let y = 0;
    let xx = 0;
    let xy = 0;
    for (let i = 0; i < values.length; i++) {
      if (values[i] !== values[i]) continue;
      const since = Math.max(0, i - at);
      n++;
      x += since;
      y += values[i];
      xx += since * since;
      xy += since * values[i];
    }
    const products = xy - (x * y) / n;
    const squares = xx - (x * x) / n;
    if (!((products * products) / squares > most)) continue;
    most = (products * products) / squares;
    best = { at, slope: products / squares };
  }
  return best;
}
