import { PsmfError } from '../errors';
import { PsmfFilter } from '../filter/psmf-filter';
import type { FilterState } from '../filter/state';
import type { CustomFunctions } from '../dynamics/custom-function';
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

/** How far a fit has come, and the squared errors of this pass so far and their count. */
interface FitPlace {
  start: number;
  pass: number;
  frame: number;
  squares: number;
  count: number;
}

/** A fit in the midst of its work, as plain data. */
export interface FitState extends Readonly<FitPlace> {
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
  #place = placeAt(0);
  #attempts: Attempt[] = [];
  #best: FilterState | null = null;

  constructor(problem: FitProblem, functions?: CustomFunctions) {
    this.#problem = checkProblem(problem, functions);
  }

  /** Goes on where `snapshot` was taken, with the same problem. */
  static resume(problem: FitProblem, state: FitState, functions?: CustomFunctions): Fit {
    const fit = new Fit(problem, functions);
    const { filter, attempts, best, ...place } = state;
    fit.#place = place;
    fit.#attempts = [...attempts];
    fit.#best = best;
    fit.#filter = filter && PsmfFilter.restore(filter, functions);
    return fit;
  }

  snapshot(): FitState {
    return {
      ...this.#place,
      filter: this.#filter?.snapshot() ?? null,
      attempts: [...this.#attempts],
      best: this.#best,
    };
  }

  get done(): boolean {
    return this.#place.start === this.#problem.starts.length;
  }

  get progress(): FitProgress {
    const { starts, passes, frames } = this.#problem;
    const { start, pass, frame } = this.#place;
    const best = this.#rank()[0];
    return {
      ...{ start, starts: starts.length, pass, passes },
      share: (start + (pass + frame / frames.length) / passes) / starts.length,
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
        this.done ? `none: ${attempts[0].failure}` : `one still at work (${this.#place.start} done)`,
        this.done ? 'Try other starts, a smaller adam.rate or other dynamics.' : 'Run it to its end.',
      );
    }
    return { attempts, model: this.#best };
  }

  /** One frame of the present start. */
  #advance(): void {
    const { starts, frames, dts, passes, resetV } = this.#problem;
    const place = this.#place;
    const filter = (this.#filter ??= new PsmfFilter(starts[place.start]));
    filter.learnOne(frames[place.frame], dts === null ? 1 : dts[place.frame]);
    place.squares += filter.squaredError;
    place.count += filter.observed;
    place.frame += 1;
    if (place.frame < frames.length) return;
    if (place.pass + 1 === passes) {
      this.#finishStart(Math.sqrt(place.squares / place.count), null);
      return;
    }
    filter.updateParameters();
    filter.startPass({ resetV });
    this.#place = placeAt(place.start, place.pass + 1);
  }

  #finishStart(error: number, failure: string | null): void {
    const { lower, upper } = this.#problem.parameters;
    const { start } = this.#place;
    const theta = this.#filter?.parameters ?? [];
    const isBest = error < (this.#rank()[0]?.error ?? Infinity);
    if (isBest && this.#filter) {
      const { config, ...state } = this.#filter.snapshot();
      this.#best = { ...state, config: { ...config, dynamics: this.#problem.dynamics } };
    }
    const bounded = theta.flatMap((value, i) => (value <= lower || value >= upper ? [i] : []));
    this.#attempts.push({
      ...{ start, theta, bounded, failure },
      error: Number.isFinite(error) ? error : Infinity,
    });
    this.#filter = null;
    this.#place = placeAt(start + 1);
  }

  #rank(): Attempt[] {
    return [...this.#attempts].sort((a, b) => (a.error === b.error ? a.start - b.start : a.error - b.error));
  }
}

/** Where a pass begins. */
const placeAt = (start: number, pass = 0): FitPlace => ({ start, pass, frame: 0, squares: 0, count: 0 });
