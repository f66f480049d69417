import { PsmfError } from '../errors';
import { PsmfFilter } from '../filter/psmf-filter';
import type { FilterState } from '../filter/state';
import type { CustomFunctions } from '../models/custom-function';
import { checkProblem, type CheckedProblem, type FitProblem } from './fit-problem';

/** What came of one start. */
export interface Attempt {
  /** Which start, from 0. */
  readonly start: number;
  /** Root mean square of the one-step prediction errors in the last pass; Infinity where the start failed. */
  readonly error: number;
  readonly theta: readonly number[];
  /** Entries of theta that stand at one of their bounds: at the upper one, theta was running away. */
  readonly bounded: readonly number[];
  /** Why the start failed, or null. */
  readonly failure: string | null;
}

export interface FitProgress {
  readonly start: number;
  readonly starts: number;
  /** Passes done from this start. */
  readonly pass: number;
  readonly passes: number;
  /** Of the whole fit, from 0 to 1. */
  readonly share: number;
  readonly bestError: number | null;
}

export interface FitResult {
  /** Best first. */
  readonly attempts: readonly Attempt[];
  /** The best model, ready to go on where the frames end. */
  readonly model: FilterState;
}

/** A fit in the midst of its work, as plain data. */
export interface FitState {
  readonly start: number;
  readonly pass: number;
  readonly frame: number;
  readonly squares: number;
  readonly count: number;
  readonly filter: FilterState | null;
  readonly attempts: readonly Attempt[];
  readonly best: FilterState | null;
}

/**
 * Iterative PSMF (paper, Algorithm 1): passes over the same frames, a step of Adam after each; from several starts, as one
 * often ends in a local optimum, ranked by how well the last pass predicted. Works in slices of any size.
 */
export class Fit {
  readonly #problem: CheckedProblem;
  #filter: PsmfFilter | null = null;
  #start = 0;
  #pass = 0;
  #frame = 0;
  #squares = 0;
  #count = 0;
  #attempts: Attempt[] = [];
  #best: FilterState | null = null;

  constructor(problem: FitProblem, functions?: CustomFunctions) {
    this.#problem = checkProblem(problem, functions);
  }

  /** Goes on where `snapshot` was taken, with the same problem. */
  static resume(problem: FitProblem, state: FitState, functions?: CustomFunctions): Fit {
    const fit = new Fit(problem, functions);
    fit.#start = state.start;
    fit.#pass = state.pass;
    fit.#frame = state.frame;
    fit.#squares = state.squares;
    fit.#count = state.count;
    fit.#attempts = [...state.attempts];
    fit.#best = state.best;
    fit.#filter = state.filter && PsmfFilter.restore(state.filter, functions);
    return fit;
  }

  snapshot(): FitState {
    return {
      ...{ start: this.#start, pass: this.#pass, frame: this.#frame },
      ...{ squares: this.#squares, count: this.#count },
      filter: this.#filter?.snapshot() ?? null,
      attempts: [...this.#attempts],
      best: this.#best,
    };
  }

  get done(): boolean {
    return this.#start === this.#problem.starts.length;
  }

  get progress(): FitProgress {
    const { starts, passes, frames } = this.#problem;
    const best = this.#rank()[0];
    return {
      ...{ start: this.#start, starts: starts.length, pass: this.#pass, passes },
      share: (this.#start + (this.#pass + this.#frame / frames.length) / passes) / starts.length,
      bestError: best === undefined || best.error === Infinity ? null : best.error,
    };
  }

  /** Does the work of at most `frames` frames. */
  run(frames: number): void {
    for (let left = frames; left > 0 && !this.done; left--) {
      try {
        this.#advance();
      } catch (error) {
        if (!(error instanceof PsmfError)) throw error;
        this.#finishStart(Infinity, error.message);
      }
    }
  }

  /** The starts by their training error, and the best model; throws when none came to an end. */
  result(): FitResult {
    const attempts = this.#rank();
    if (!this.done || this.#best === null) {
      throw new PsmfError(
        'NOT_READY',
        'The fit',
        'at least one start that came to its end',
        this.done ? `none: ${attempts[0].failure}` : `one still at work (${this.#start} done)`,
        this.done ? 'Try other starts, a smaller adam.rate or other dynamics.' : 'Run it to its end.',
      );
    }
    return { attempts, model: this.#best };
  }

  /** One frame of the present start. */
  #advance(): void {
    const { starts, frames, dts, passes, resetV } = this.#problem;
    const filter = (this.#filter ??= new PsmfFilter(starts[this.#start]));
    filter.learnOne(frames[this.#frame], dts === null ? 1 : dts[this.#frame]);
    this.#squares += filter.squaredError;
    this.#count += filter.observed;
    this.#frame += 1;
    if (this.#frame < frames.length) return;
    this.#pass += 1;
    this.#frame = 0;
    if (this.#pass === passes) {
      this.#finishStart(Math.sqrt(this.#squares / this.#count), null);
      return;
    }
    filter.updateParameters();
    filter.startPass({ resetV });
    this.#squares = 0;
    this.#count = 0;
  }

  #finishStart(error: number, failure: string | null): void {
    const { lower, upper } = this.#problem.parameters;
    const theta = this.#filter?.parameters ?? [];
    const isBest = error < (this.#rank()[0]?.error ?? Infinity);
    if (isBest && this.#filter) {
      const { config, ...state } = this.#filter.snapshot();
      this.#best = { ...state, config: { ...config, dynamics: this.#problem.dynamics } };
    }
    const bounded = theta.flatMap((value, i) => (value <= lower || value >= upper ? [i] : []));
    this.#attempts.push({
      ...{ start: this.#start, theta, bounded, failure },
      error: Number.isFinite(error) ? error : Infinity,
    });
    this.#filter = null;
    this.#start += 1;
    this.#pass = 0;
    this.#frame = 0;
    this.#squares = 0;
    this.#count = 0;
  }

  #rank(): Attempt[] {
    return [...this.#attempts].sort((a, b) => (a.error === b.error ? a.start - b.start : a.error - b.error));
  }
}
