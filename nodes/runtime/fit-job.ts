import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { PsmfError, errorOf } from '../../src/errors';
import type { FitResult } from '../../src/fit/fit';
import type { FitProblem } from '../../src/fit/fit-problem';

/** Told once how a fit ended; nothing at all: the node is closing. */
type FitEnd = (error: Error | null, result?: FitResult) => void;

interface Job {
  readonly worker: Worker;
  /** Whose fit it is. */
  readonly owner: object;
  readonly end: FitEnd;
  share: number;
}

/** What the worker tells. */
interface News {
  readonly share?: number;
  readonly result?: FitResult;
}

const WORKER = join(__dirname, 'fit-worker.js');

/** Runs fits in a thread of their own, one at a time for a node: another one, or the node's end, stops the one before. */
export class FitJobs {
  readonly #file: string;
  readonly #moved: (progress: number | null) => void;
  #job: Job | null = null;

  /** `moved` is told of progress, and of an end. */
  constructor(moved: (progress: number | null) => void, file = WORKER) {
    this.#moved = moved;
    this.#file = file;
  }

  /** From 0 to 1; null: no fit is under way. */
  get progress(): number | null {
    return this.#job?.share ?? null;
  }

  start(owner: object, problem: FitProblem, end: FitEnd): void {
    this.#stop(cancelled('another fit'));
    let worker: Worker;
    try {
      worker = new Worker(this.#file, { workerData: problem, name: 'psmf-fit' });
    } catch (error) {
      return end(errorOf(error));
    }
    const job: Job = { worker, owner, end, share: 0 };
    this.#job = job;
    worker.on('message', ({ share, result }: News) => {
      if (this.#job !== job) return;
      if (share !== undefined) job.share = share;
      if (result !== undefined) this.#finish(job, null, result);
      else this.#moved(this.progress);
    });
    worker.on('error', (error) => this.#finish(job, errorOf(error)));
    worker.on('messageerror', (error) => this.#finish(job, error));
    worker.on('exit', (code) =>
      this.#finish(job, new Error(`The fit stopped early, with exit code ${code}.`)),
    );
    this.#moved(this.progress);
  }

  /** The model of this owner, or all of them (null), are others now. */
  cancel(owner: object | null, reason: string): void {
    if (owner === null || this.#job?.owner === owner) this.#stop(cancelled(reason));
  }

  close(): void {
    this.#stop(null);
  }

  #stop(reason: Error | null): void {
    if (this.#job !== null) this.#finish(this.#job, reason);
  }

  /** Only the first end of a job counts. */
  #finish(job: Job, error: Error | null, result?: FitResult): void {
    if (this.#job !== job) return;
    this.#job = null;
    job.worker.terminate().catch(() => undefined); // it has ended by itself
    job.end(error, result);
    this.#moved(this.progress);
  }
}

const cancelled = (reason: string): PsmfError =>
  new PsmfError('CANCELLED', 'The fit', 'to run to its end', reason, 'Nothing of it was taken over.');
