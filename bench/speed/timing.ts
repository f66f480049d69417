import { median } from '../../src/scale/median';

/** Something that takes frames one by one. */
export interface Learner {
  learnOne(readings: ArrayLike<number>): void;
}

export interface Effort {
  readonly rounds: number;
  /** CPU time of one contestant in one round, and of its warm-up. */
  readonly roundMs: number;
  readonly warmUpMs: number;
}

export const FULL: Effort = { rounds: 11, roundMs: 60, warmUpMs: 600 };
export const QUICK: Effort = { rounds: 9, roundMs: 10, warmUpMs: 100 };

/** Walks through a pool of frames, on and on: each learner has its own place in it. */
class Contestant {
  readonly #learner: Learner;
  readonly #frames: readonly Float64Array[];
  #next = 0;

  constructor(learner: Learner, frames: readonly Float64Array[]) {
    this.#learner = learner;
    this.#frames = frames;
  }

  run(steps: number): void {
    for (let i = 0; i < steps; i++) {
      this.#learner.learnOne(this.#frames[this.#next]);
      this.#next = this.#next + 1 === this.#frames.length ? 0 : this.#next + 1;
    }
  }

  /** CPU time of the whole process, so the collection of a contestant's garbage is on its bill. */
  cpuMicroseconds(steps: number): number {
    const start = process.cpuUsage();
    this.run(steps);
    const { user, system } = process.cpuUsage(start);
    return user + system;
  }

  /** Warms up for at least `ms`; returns the steps a millisecond takes. */
  warmUp(ms: number): number {
    let steps = 1;
    let spent = 0;
    let last = 0;
    while (spent < 1000 * ms) {
      last = this.cpuMicroseconds(steps);
      spent += last;
      if (last < 100 * ms) steps *= 2;
    }
    return (1000 * steps) / Math.max(last, 1);
  }
}

/**
 * Microseconds of CPU time a step, the median of several rounds. The contestants take turns within each round, so that
 * a machine that slows down for a while slows all of them.
 */
export function timeInTurns(
  learners: readonly Learner[],
  frames: readonly Float64Array[],
  { rounds, roundMs, warmUpMs }: Effort,
): number[] {
  const contestants = learners.map((learner) => new Contestant(learner, frames));
  const steps = contestants.map((contestant) =>
    Math.max(1, Math.round(roundMs * contestant.warmUp(warmUpMs))),
  );
  const times: number[][] = contestants.map(() => []);
  for (let round = 0; round < rounds; round++) {
    contestants.forEach((contestant, i) => times[i].push(contestant.cpuMicroseconds(steps[i]) / steps[i]));
  }
  return times.map(median);
}
