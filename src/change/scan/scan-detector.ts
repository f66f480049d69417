import { readChoice } from '../../options';
import {
  checkFrame,
  type ChangeDetector,
  type ChangeEvent,
  type DetectorState,
  type Verdict,
} from '../detector';
import { appendName, readNames, type SensorOptions } from '../names';
import type { SourceContext } from '../source/filter-step';
import { copyFields, copyGrown } from '../source/grow';
import { numberOf, recordFrame, timeOf } from '../source/memory';
import { restartEpoch } from '../source/sensor-life';
import { LEARNING, STANDARDISING, rankFor } from '../source/settings';
import { advance, createContext, initialise } from '../source/source';
import { damaged, loadSource } from '../source/state';
import { LAG, createScanLayout, type ScanLayout } from './layout';
import { contributionsOf, localise } from './localise';
import { learnReference, updateReference } from './reference';
import { scoreFrame, scoreWindow } from './score';
import { slideHead, slideLag } from './windows';

export type Sensitivity = 'high' | 'normal' | 'low';
const factors: Readonly<Record<Sensitivity, number>> = { high: 1, normal: 1.25, low: 1.75 };
export const sensitivities = Object.keys(factors) as readonly Sensitivity[];

export interface ScanOptions extends SensorOptions {
  readonly sensitivity?: Sensitivity;
}

/**
 * The default online detector: a mixture scan over windows of 5 to 80 frames on the Huberised innovations of a PSMF filter,
 * their absolute values and the standardised level. Deterministic; one flat array; O(d) a frame, whatever came before.
 */
export class ScanDetector implements ChangeDetector {
  readonly method = 'scan';
  readonly retrospective = false;
  readonly sensitivity: Sensitivity;
  #names: string[];
  #context: SourceContext & { readonly at: ScanLayout };
  #m: Float64Array;
  readonly #verdict: Verdict = { score: 0, alarm: null };

  constructor(options: ScanOptions) {
    this.sensitivity = readChoice('sensitivity', options.sensitivity ?? 'normal', sensitivities);
    this.#names = readNames(options);
    const d = this.#names.length;
    this.#context = createContext(createScanLayout(d, rankFor(d)));
    this.#m = new Float64Array(this.#context.at.length);
    initialise(this.#m, this.#context);
  }

  /** A detector that goes on exactly where the snapshot was taken. */
  static restore(state: DetectorState): ScanDetector {
    const { sensitivity, rank } = state.config;
    const detector = new ScanDetector({ names: state.names, sensitivity: sensitivity as Sensitivity });
    const d = detector.sensors;
    if (typeof rank !== 'number' || !Number.isInteger(rank) || rank < 1 || rank > rankFor(d))
      throw damaged('rank', `a whole number from 1 to ${rankFor(d)}`, String(rank));
    const context = createContext(createScanLayout(d, rank));
    const m = new Float64Array(context.at.length);
    loadSource(state.data, m, context.at);
    const { variance, meanCount } = context.at;
    for (let i = variance; i < meanCount; i++) {
      if (m[i] < 0) throw damaged('a variance', 'no negative number', `${m[i]}`);
    }
    detector.#context = context;
    detector.#m = m;
    detector.#verdict.score = detector.score;
    return detector;
  }

  snapshot(): DetectorState {
    return {
      method: this.method,
      config: { sensitivity: this.sensitivity, rank: this.#context.at.r },
      names: [...this.#names],
      data: this.#m.slice(),
    };
  }

  get names(): readonly string[] {
    return this.#names;
  }

  get sensors(): number {
    return this.#context.at.d;
  }

  get seq(): number {
    return this.#m[this.#context.at.frames];
  }

  get phase(): 'warming' | 'ready' {
    return this.#m[this.#context.at.active] > 0 ? 'ready' : 'warming';
  }

  /** Statistic / threshold of the last frame; 0 while warming. */
  get score(): number {
    const { statistic, threshold } = this.#context.at;
    return this.#m[threshold] > 0 ? this.#m[statistic] / this.#m[threshold] : 0;
  }

  update(readings: ArrayLike<number>, dt = 1, time: number | null = null): Verdict {
    const { at } = this.#context;
    const m = this.#m;
    const verdict = this.#verdict;
    checkFrame(readings, at.d, dt);
    verdict.alarm = null;
    verdict.score = this.score;
    if (!recordFrame(m, at, readings, dt, time)) return verdict;

    advance(m, this.#context); //                  readings -> innovations and levels -> streams
    if (m[at.epoch] > LEARNING) {
      slideHead(m, at); //                         sums of the windows that end here
      slideLag(m, at); //                          and of those that end LAG frames ago, which
      updateReference(m, at); //                   enter the reference
      scoreFrame(m, at, factors[this.sensitivity]);
    }
    for (let j = 0; j < at.d; j++) {
      if (m[at.age + j] === LEARNING) learnReference(m, at, j);
    }
    verdict.score = this.score;
    if (verdict.score >= 1) verdict.alarm = this.#raiseAlarm();
    return verdict;
  }

  addSensor(name?: string): void {
    const names = appendName(this.#names, name);
    const { at } = this.#context;
    const d = names.length;
    const fresh = this.#m[at.started] === 0;
    const context = createContext(createScanLayout(d, fresh ? rankFor(d) : at.r));
    const m = new Float64Array(context.at.length);
    if (fresh) {
      initialise(m, context);
      copyFields(this.#m, at, m, context.at);
    } else {
      copyGrown(this.#m, at, m, context.at);
    }
    this.#names = names;
    this.#context = context;
    this.#m = m;
  }

  /** Says where and by whom, then begins anew with the first changed frame. */
  #raiseAlarm(): ChangeEvent {
    const { at } = this.#context;
    const m = this.#m;
    const back = localise(m, at);
    scoreWindow(m, at, m[at.window]);
    const contributions = contributionsOf(m, at);
    const event: ChangeEvent = {
      index: numberOf(m, at, back),
      detectedIndex: numberOf(m, at, 0),
      time: timeOf(m, at, back),
      detectedAt: timeOf(m, at, 0),
      delay: numberOf(m, at, 0) - numberOf(m, at, back),
      score: this.score,
      method: this.method,
      sensors: contributions
        .map((contribution, j) => ({ name: this.#names[j], contribution }))
        .sort((a, b) => b.contribution - a.contribution),
    };
    restartEpoch(m, at, Math.min(back + 1, STANDARDISING - 1));
    m.fill(0, at.statistics, at.statistics + LAG);
    m[at.usualStatistic] = 0;
    m[at.statistic] = 0;
    m[at.threshold] = 0;
    return event;
  }
}
