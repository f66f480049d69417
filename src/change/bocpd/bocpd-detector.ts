import { damagedState } from '../../errors';
import type { ChangeEvent, DetectorState } from '../detector';
import { EvidenceDetector, type EvidenceDetectorOptions } from '../evidence-detector';
import { START } from '../evidence/evidence';
import type { StatePart } from '../packed-state';
import { checkCounters } from '../sensor-columns';
import { thresholdFactor, type Sensitivity } from '../sensitivity';
import { MOST_RUNS, clearInRuns, createRunLayout, growRuns, type RunLayout } from './layout';
import { extendRuns, logOddsOfRecent, startRuns } from './run-lengths';
import { logMarginal } from './student';

/** A change within this many frames is new. */
const RECENT = 80;
/** The log odds of a recent change at which "high" alarms: outliers that clipping leaves make odds of e^10 by chance, and runs of odds below e^-20 are given up. */
const LOG_ODDS = 14;
/** Readings after which a sensor's relation has a spread, and frames of one run that are learned from before a change is looked for. */
const SCALED_FROM = 2 * START;
const LEARNED = 60;
/** A relation beyond three spreads counts as three. */
const CLIP = 3;

/**
 * Bayesian online changepoint detection on the relation of each sensor to the others, in units of its spread: each sensor normal within a run, of unknown mean and
 * variance, independent of the others. The statistic is the log odds that the present run began of late.
 */
export class BocpdDetector extends EvidenceDetector {
  readonly method = 'bocpd';
  readonly retrospective = false;
  /** Frames since the runs began. */
  readonly #counters = { since: 0 };
  #at: RunLayout;
  #m: Float64Array;

  constructor(options: EvidenceDetectorOptions, state?: DetectorState) {
    super(options, RECENT);
    this.#at = createRunLayout(this.sensors);
    this.#m = new Float64Array(this.#at.length);
    startRuns(this.#m, this.#at);
    if (state !== undefined) this.load(state);
  }

  static restore(state: DetectorState): BocpdDetector {
    const sensitivity = state.config.sensitivity as Sensitivity;
    return new BocpdDetector({ names: state.names, sensitivity }, state);
  }

  get phase(): 'warming' | 'ready' {
    return this.#counters.since > LEARNED ? 'ready' : 'warming';
  }

  protected override get ownConfig(): DetectorState['config'] {
    return {};
  }

  protected override get ownParts(): StatePart[] {
    return [this.#counters, this.#m];
  }

  protected override checkOwn(): void {
    const { runs, count, sum } = this.#at;
    const m = this.#m;
    checkCounters(this.#counters);
    if (!Number.isInteger(m[runs]) || m[runs] < 1 || m[runs] > MOST_RUNS)
      throw damagedState('runs', `a whole number up to ${MOST_RUNS}`, `${m[runs]}`);
    for (let i = count; i < sum; i++) {
      if (!Number.isInteger(m[i]) || m[i] < 0) throw damagedState('a count', 'a whole number', `${m[i]}`);
    }
    const last = this.#at.logPosterior + m[runs];
    for (let i = this.#at.logPosterior; i < last; i++) {
      if (!(m[i] <= 0)) throw damagedState('a posterior', 'no number above 0', `${m[i]}`);
    }
    for (let i = sum; i < m.length; i++) {
      if (!(Math.abs(m[i]) < MOST_SUM)) throw damagedState('a sum', `below ${MOST_SUM}`, `${m[i]}`);
    }
  }

  protected override clear(j: number): void {
    clearInRuns(this.#m, this.#at, j);
  }

  protected override grow(): void {
    ({ m: this.#m, at: this.#at } = growRuns(this.#m, this.#at));
  }

  protected override prepare(): void {
    // All readings are evidence.
  }

  protected override observe(): void {
    // Nothing is averaged: each frame is decided on as it is.
  }

  protected override decide(): ChangeEvent | null {
    const { relation, columns } = this.evidence;
    const m = this.#m;
    const at = this.#at;
    this.setScore(0);
    let values = 0;
    for (let j = 0; j < at.d; j++) {
      const value = Math.min(CLIP, Math.max(-CLIP, relation[j] / this.evidence.deviation(j)));
      const counts = columns.counted[j] > SCALED_FROM && value === value;
      m[at.x + j] = counts ? value : NaN;
      if (counts) values++;
    }
    if (values === 0) return null;
    const since = ++this.#counters.since;
    extendRuns(m, at, at.x, since > LEARNED);
    if (since <= LEARNED) return null;
    const odds = Math.max(0, logOddsOfRecent(m, at, Math.min(RECENT, since - LEARNED)));
    this.setScore(odds / (thresholdFactor(this.sensitivity) * LOG_ODDS));
    return this.score >= 1 ? this.#raiseAlarm(since) : null;
  }

  /**
   * The most probable of the recent runs began the change. A sensor's share: how much better its values are explained by
   * this run and what came before than by one run of them all. Those that show it are learned anew, and the runs begin again.
   */
  #raiseAlarm(since: number): ChangeEvent {
    const m = this.#m;
    const at = this.#at;
    let recent = -1;
    let older = -1;
    for (let run = 0; run < m[at.runs]; run++) {
      const isRecent = m[at.runLength + run] <= Math.min(RECENT, since - LEARNED);
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
    const back = Math.min(m[at.runLength + recent], this.ring.reach) - 1;
    const event = this.describe(back, this.rank(contributions, 0));
    contributions.forEach((nats, j) => {
      if (nats > SHOWS) this.evidence.relearn(j);
    });
    this.#counters.since = 0;
    startRuns(m, at);
    return event;
  }
}

/** Sums of squares of at most 3 stay below this for ever. */
const MOST_SUM = 1e15;
/** Evidence, in nats, that makes a sensor one of those that show a change. */
const SHOWS = 2;

/** Number, sum and sum of squares of a sensor's values in a run. */
function statisticsOf(m: Float64Array, at: RunLayout, run: number, j: number): [number, number, number] {
  const i = run * at.d + j;
  return [m[at.count + i], m[at.sum + i], m[at.squares + i]];
}
