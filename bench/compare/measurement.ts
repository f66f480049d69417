import { setTimeout as wait } from 'node:timers/promises';
import type { Outcome } from './row';
import type { Sample } from './statistics';
import type { WorkerProcess } from './worker-process';
import type { Request, Run } from './worker/subject';

export const SIDES = ['base', 'candidate'] as const;
export type Side = (typeof SIDES)[number];
export type Workers = Readonly<Record<Side, WorkerProcess>>;

/** Of a warm-up: so that its end is not much later than it should be. */
const LEAST_STRETCHES = 10;
/** Code that is worth compiling has been handed to the compiler by the end of a warm-up. */
const COMPILER_MS = 150;

/** One measurement: who has failed at it, and why. What a build that has failed is asked for is NaN. */
export class Measurement {
  readonly #workers: Workers;
  readonly #name: string;
  readonly #failures: Record<Side, string | null> = { base: null, candidate: null };

  constructor(workers: Workers, name: string) {
    this.#workers = workers;
    this.#name = name;
  }

  /** While one of them can. */
  get isOn(): boolean {
    return SIDES.some((side) => this.#failures[side] === null);
  }

  async run(side: Side, count: number): Promise<Run> {
    const run = await this.#ask<Run>(side, { do: 'run', name: this.#name, count });
    return run ?? { time: NaN, spent: NaN };
  }

  async read(side: Side): Promise<number> {
    return (await this.#ask<number>(side, { do: 'read', name: this.#name })) ?? NaN;
  }

  /**
   * Runs both side by side, in growing stretches, until each has worked for so long, and gives the compiler, which works in
   * other threads, time to finish. Returns the frames that the faster one runs in a millisecond of CPU time.
   */
  async warmUp(ms: number): Promise<number> {
    let stretch = 1;
    let spentMs = 0;
    while (this.isOn && spentMs < ms) {
      const runs = await Promise.all(SIDES.map((side) => this.run(side, stretch)));
      const lastMs = leastOf(runs) / 1000;
      spentMs += lastMs;
      if (lastMs < ms / LEAST_STRETCHES) stretch *= 2;
    }
    await wait(COMPILER_MS);
    const runs = [await this.run('base', stretch), await this.run('candidate', stretch)];
    return (1000 * stretch) / leastOf(runs);
  }

  end(samples: readonly Sample[]): Outcome {
    return { samples, ...this.#failures };
  }

  async #ask<T>(side: Side, request: Request): Promise<T | null> {
    if (this.#failures[side] !== null) return null;
    try {
      return await this.#workers[side].ask<T>(request);
    } catch (error) {
      this.#failures[side] = error instanceof Error ? error.message : String(error);
      return null;
    }
  }
}

/** CPU time of the faster one, of those that have run at all. */
const leastOf = (runs: readonly Run[]): number =>
  Math.min(...runs.map(({ spent }) => spent).filter((spent) => !Number.isNaN(spent)));
