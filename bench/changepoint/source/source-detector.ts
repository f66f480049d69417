import { damagedState } from '../../../src/errors';
import {
  checkFrame,
  type ChangeDetector,
  type ChangeEvent,
  type DetectorState,
  type Verdict,
} from '../../../src/change/detector';
import { appendName } from '../../../src/change/names';
import type { SourceContext } from './filter-step';
import { copyFields, copyGrown } from './grow';
import type { SourceLayout } from './layout';
import { numberOf, recordFrame, timeOf } from './memory';
import { LEARNING, rankFor } from './settings';
import { advance, createContext, initialise } from './source';
import { loadSource } from './state';

/** When a change began, in recorded frames before the newest, and how much each sensor showed of it. */
export interface Explanation {
  readonly back: number;
  readonly contributions: readonly number[];
}

/**
 * What the detectors share: one flat array, the way from readings to streams, joining sensors, snapshots and events.
 * A method adds its own stretch to the layout and says what it makes of each frame.
 */
export abstract class SourceDetector<L extends SourceLayout> implements ChangeDetector {
  abstract readonly method: string;
  abstract readonly retrospective: boolean;
  #names: readonly string[];
  #context: SourceContext & { readonly at: L };
  #m: Float64Array;
  readonly #verdict: Verdict = { score: 0, alarm: null };
  readonly #createLayout: (d: number, r: number) => L;

  protected constructor(
    names: readonly string[],
    createLayout: (d: number, r: number) => L,
    state?: DetectorState,
  ) {
    const d = names.length;
    this.#names = names;
    this.#createLayout = createLayout;
    this.#context = createContext(createLayout(d, state === undefined ? rankFor(d) : readRank(state, d)));
    this.#m = new Float64Array(this.#context.at.length);
    initialise(this.#m, this.#context);
    if (state === undefined) return;
    loadSource(state.data, this.#m, this.#context.at);
    this.checkState(this.#m, this.#context.at);
    this.#verdict.score = this.score;
  }

  /** The settings a snapshot must hold. */
  protected abstract get config(): DetectorState['config'];
  /** A sensor has just got its streams: the last frames of its learning stand in the memory. */
  protected abstract learnSensor(m: Float64Array, at: L, j: number): void;
  /** The newest frame stands in the memory: leaves statistic and threshold. Allocates nothing unless it is retrospective. */
  protected abstract detect(m: Float64Array, at: L): void;
  protected abstract explain(m: Float64Array, at: L): Explanation;
  /** After an alarm: what to begin anew, and from where. */
  protected abstract restart(m: Float64Array, at: L, back: number): void;
  /** Refuses a saved array whose method's own stretch cannot be. */
  protected abstract checkState(m: Float64Array, at: L): void;

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
    this.#writeScore();
    if (!recordFrame(m, at, readings, dt, time)) return verdict;

    advance(m, this.#context);
    if (m[at.epoch] > LEARNING) this.detect(m, at);
    for (let j = 0; j < at.d; j++) {
      if (m[at.age + j] === LEARNING) this.learnSensor(m, at, j);
    }
    this.#writeScore();
    if (verdict.score >= 1) verdict.alarm = this.#raiseAlarm();
    return verdict;
  }

  addSensor(name?: string): void {
    const names = appendName(this.#names, name);
    const { at } = this.#context;
    const fresh = this.#m[at.started] === 0;
    const context = createContext(this.#createLayout(names.length, fresh ? rankFor(names.length) : at.r));
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

  snapshot(): DetectorState {
    return {
      method: this.method,
      config: { ...this.config, rank: this.#context.at.r },
      names: [...this.#names],
      data: this.#m.slice(),
    };
  }

  #writeScore(): void {
    const { statistic, threshold } = this.#context.at;
    if (this.#m[threshold] > 0) this.#verdict.score = this.#m[statistic] / this.#m[threshold];
    else this.#verdict.score = 0;
  }

  /** Says where and by whom, then begins anew. */
  #raiseAlarm(): ChangeEvent {
    const { at } = this.#context;
    const m = this.#m;
    const { back, contributions } = this.explain(m, at);
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
        .filter(({ contribution }) => contribution > 0)
        .sort((a, b) => b.contribution - a.contribution),
    };
    this.restart(m, at, back);
    m[at.statistic] = 0;
    m[at.threshold] = 0;
    return event;
  }
}

/** The rank a saved model was made with: it keeps that when sensors join. */
function readRank(state: DetectorState, d: number): number {
  const { rank } = state.config;
  const most = rankFor(d);
  if (typeof rank === 'number' && Number.isInteger(rank) && rank >= 1 && rank <= most) return rank;
  throw damagedState('rank', `a whole number from 1 to ${most}`, String(rank));
}
