import type { Effort } from './effort';
import { Measurement, SIDES, type Side, type Workers } from './measurement';
import type { Outcome } from './row';
import type { Sample } from './statistics';
import { WorkerProcess } from './worker-process';

export type Roots = Readonly<Record<Side, string>>;

/** What a measurement in turns takes; a round has at least so many frames. */
export type Turns = Pick<Effort, 'rounds' | 'roundMs' | 'warmUpMs'> & { readonly leastFrames?: number };

/** Two processes, one for each build, with the same task. */
export class WorkerPair {
  readonly #workers: Workers;
  /** Which build goes first in round 0. */
  readonly #first: number;

  private constructor(workers: Workers, first: number) {
    this.#workers = workers;
    this.#first = first;
  }

  /** Both are ready, or have failed, when this resolves: nothing runs beside a measurement. */
  static async open(roots: Roots, worker: string, task: object, pair: number): Promise<WorkerPair> {
    const workers = {
      base: new WorkerProcess(roots.base, worker, task),
      candidate: new WorkerProcess(roots.candidate, worker, task),
    };
    await Promise.all(SIDES.map((side) => start(workers[side])));
    return new WorkerPair(workers, pair % 2);
  }

  /** The second starts when the first is ready: for workers that measure while they start. */
  static async openOneByOne(roots: Roots, worker: string, task: object, pair: number): Promise<WorkerPair> {
    const workers: Partial<Record<Side, WorkerProcess>> = {};
    for (const side of pair % 2 === 0 ? SIDES : [...SIDES].reverse()) {
      const process = new WorkerProcess(roots[side], worker, task);
      workers[side] = process;
      await start(process);
    }
    return new WorkerPair(workers as Workers, pair % 2);
  }

  /**
   * CPU time of a frame in microseconds, round by round: base, candidate, candidate, base and so on. Both builds always run the
   * same number of frames, so that in each round they work on the same ones.
   */
  async measureInTurns(
    name: string,
    { rounds, roundMs, warmUpMs, leastFrames = 1 }: Turns,
  ): Promise<Outcome> {
    const measurement = new Measurement(this.#workers, name);
    const framesPerMs = await measurement.warmUp(warmUpMs);
    const count = Math.max(leastFrames, Math.round(roundMs * framesPerMs));
    const samples: Sample[] = [];
    for (let round = 0; round < rounds && measurement.isOn; round++) {
      const order = (round + this.#first) % 2 === 0 ? SIDES : [...SIDES].reverse();
      const sample = { base: NaN, candidate: NaN };
      for (const side of order) sample[side] = (await measurement.run(side, count)).time / count;
      samples.push(sample);
    }
    return measurement.end(samples);
  }

  /** A figure of each build that does not depend on how busy the machine is. */
  async read(name: string): Promise<Outcome> {
    const measurement = new Measurement(this.#workers, name);
    const [base, candidate] = await Promise.all(SIDES.map((side) => measurement.read(side)));
    return measurement.end([{ base, candidate }]);
  }

  async close(): Promise<void> {
    await Promise.all(SIDES.map((side) => this.#workers[side].close()));
  }
}

/** A worker that cannot start answers every request with the reason. */
const start = (worker: WorkerProcess): Promise<unknown> => worker.ask({ do: 'start' }).catch(() => undefined);
