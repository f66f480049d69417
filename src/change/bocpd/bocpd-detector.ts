import { damagedState } from '../../errors';
import type { DetectorState } from '../detector';
import { readNames, type SensorOptions } from '../names';
import { readSensitivity, sensitivityFactors, type Sensitivity } from '../sensitivity';
import { rowOf } from '../source/layout';
import { restartEpoch } from '../source/sensor-life';
import { LEARNING, STANDARDISING } from '../source/settings';
import { SourceDetector, type Explanation } from '../source/source-detector';
import { MOST_RUNS, createBocpdLayout, type BocpdLayout } from './layout';
import { extendRuns, logOddsOfRecent, startRuns } from './run-lengths';
import { logMarginal } from './student';

export interface BocpdOptions extends SensorOptions {
  readonly sensitivity?: Sensitivity;
}

/** A change within this many frames is new. */
const RECENT = 80;
/** The log odds of a recent change at which "high" alarms: outliers that clipping leaves make odds of e^10 by chance. */
const LOG_ODDS = 18;

/**
 * Bayesian online changepoint detection on the standardised innovations: each sensor normal within a run, of unknown mean
 * and variance, independent of the others. The statistic is the log odds that the present run began of late.
 */
export class BocpdDetector extends SourceDetector<BocpdLayout> {
  readonly method = 'bocpd';
  readonly retrospective = false;
  readonly sensitivity: Sensitivity;

  constructor(options: BocpdOptions, state?: DetectorState) {
    const sensitivity = readSensitivity(options.sensitivity);
    super(readNames(options), createBocpdLayout, state);
    this.sensitivity = sensitivity;
  }

  static restore(state: DetectorState): BocpdDetector {
    return new BocpdDetector(
      { names: state.names, sensitivity: state.config.sensitivity as Sensitivity },
      state,
    );
  }

  protected override get config(): DetectorState['config'] {
    return { sensitivity: this.sensitivity };
  }

  /** A sensor's values count from now on; for every run so far they are new. */
  protected override learnSensor(m: Float64Array, at: BocpdLayout, j: number): void {
    for (const field of [at.count, at.sum, at.squares]) {
      for (let run = 0; run <= MOST_RUNS; run++) m[field + run * at.d + j] = 0;
    }
  }

  protected override detect(m: Float64Array, at: BocpdLayout): void {
    const since = m[at.epoch] - LEARNING;
    if (since === 1) {
      startRuns(m, at);
      for (let back = LEARNING - STANDARDISING; back >= 1; back--) {
        extendRuns(m, at, this.#values(m, at, back), false);
      }
    }
    extendRuns(m, at, this.#values(m, at, 0), true);
    m[at.statistic] = Math.max(0, logOddsOfRecent(m, at, Math.min(RECENT, since)));
    m[at.threshold] = sensitivityFactors[this.sensitivity] * LOG_ODDS;
  }

  /** Leaves the innovations of the frame `back` frames ago at m[at.e]: NaN for a sensor that takes no part. */
  #values(m: Float64Array, at: BocpdLayout, back: number): number {
    const row = at.q + rowOf(m[at.recorded] - back, at.d);
    for (let j = 0; j < at.d; j++) {
      const counts = m[at.age + j] > LEARNING && m[at.steady + j] > 0;
      m[at.e + j] = counts ? m[row + j] : NaN;
    }
    return at.e;
  }

  /**
   * The most probable of the recent runs began the change. A sensor's share: how much better its values are explained by
   * this run and what came before than by one run of them all.
   */
  protected override explain(m: Float64Array, at: BocpdLayout): Explanation {
    const since = m[at.epoch] - LEARNING;
    let recent = -1;
    let older = -1;
    for (let run = 0; run < m[at.runs]; run++) {
      const isRecent = m[at.runLength + run] <= Math.min(RECENT, since);
      const best = isRecent ? recent : older;
      if (best >= 0 && m[at.logPosterior + run] <= m[at.logPosterior + best]) continue;
      if (isRecent) recent = run;
      else older = run;
    }
    const contributions = Array.from({ length: at.d }, (_, j) => {
      if (older < 0) return 0;
      const now = statisticsOf(m, at, recent, j);
      const all = statisticsOf(m, at, older, j);
      const apart = logMarginal(...now) + logMarginal(all[0] - now[0], all[1] - now[1], all[2] - now[2]);
      return Math.max(0, apart - logMarginal(...all));
    });
    return { back: m[at.runLength + recent] - 1, contributions };
  }

  protected override restart(m: Float64Array, at: BocpdLayout, back: number): void {
    restartEpoch(m, at, Math.min(back + 1, STANDARDISING - 1));
  }

  protected override checkState(m: Float64Array, at: BocpdLayout): void {
    const runs = m[at.runs];
    if (!Number.isInteger(runs) || runs < 0 || runs > MOST_RUNS)
      throw damagedState('runs', `a whole number up to ${MOST_RUNS}`, `${runs}`);
    for (let i = at.count; i < at.sum; i++) {
      if (!Number.isInteger(m[i]) || m[i] < 0) throw damagedState('a count', 'a whole number', `${m[i]}`);
    }
  }
}

/** Number, sum and sum of squares of a sensor's values in a run. */
function statisticsOf(m: Float64Array, at: BocpdLayout, run: number, j: number): [number, number, number] {
  const i = run * at.d + j;
  return [m[at.count + i], m[at.sum + i], m[at.squares + i]];
}
