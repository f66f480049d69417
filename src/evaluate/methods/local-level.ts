import { EmptyMethod } from '../method';
import { LevelFilter } from './level-filter';

/** q/r, from a level that hardly moves to readings that hardly err. */
export const RATIOS = [1e-5, 1e-4, 1e-3, 1e-2, 0.03, 0.1, 0.3, 1, 3, 10, 1e3] as const;

/**
 * Local level by Kalman filter, each sensor by itself: y = l + noise of variance r, l a random walk of variance q. One filter
 * for each noise ratio q/r runs all the time; the one under which recent readings were likeliest answers.
 */
export class LocalLevel extends EmptyMethod {
  readonly #banks: LevelFilter[][];

  constructor(sensors: number) {
    super(sensors);
    this.#banks = Array.from({ length: sensors }, () => RATIOS.map((ratio) => new LevelFilter(ratio)));
  }

  learnOne(readings: Float64Array, dt: number): void {
    for (let j = 0; j < readings.length; j++) {
      const bank = this.#banks[j];
      for (const filter of bank) filter.learn(readings[j], dt);
      const best = likeliest(bank);
      this.mean[j] = best.level;
      this.variance[j] = best.readingVariance;
    }
  }
}

function likeliest(bank: readonly LevelFilter[]): LevelFilter {
  let best = bank[0];
  for (const filter of bank) if (filter.logLikelihood > best.logLikelihood) best = filter;
  return best;
}
