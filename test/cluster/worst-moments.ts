import { tryBoth, type Proof, type Trial } from './trial';
import { until } from './until';

const FIRST = 60;
const UNSAVED = 20;
const LAST = 20;
/** A write that began before a freeze is still under way after it. */
const WAITS_FOR_REDIS_MS = 600_000;

/** Kills a worker that has learned and answered frames, and could not save them yet, as Redis is away. */
export const killBetweenLearningAndSaving = (): Promise<Proof> =>
  tryBoth(FIRST + UNSAVED + LAST, (doneWhenSaved) => ({ doneWhenSaved }), killUnsaved);

async function killUnsaved(trial: Trial): Promise<void> {
  const { redis } = trial.engines;
  const [worker] = trial.workers;
  await trial.publish(FIRST);
  await trial.reachSaved();
  await redis.kill();
  await trial.publish(UNSAVED, 'first');
  await trial.hear(worker);
  await worker.kill();
  await redis.start();
  await worker.start();
  await trial.publish(LAST);
  await trial.reachSaved();
}

/** Freezes a worker with a write under way, lets another take over, and wakes the first, which then writes; the other dies. */
export const wakeWithAnOldWrite = (): Promise<Proof> =>
  tryBoth(FIRST + 2 * UNSAVED + LAST, (fenced) => ({ fenced, waitMs: WAITS_FOR_REDIS_MS }), wakeOld);

async function wakeOld(trial: Trial): Promise<void> {
  const { redis } = trial.engines;
  const [sleeper] = trial.workers;
  await trial.publish(FIRST);
  await trial.reachSaved();
  await redis.kill();
  await until('that the worker misses Redis', () => sleeper.log.includes('No connection to Redis'));
  await trial.publish(UNSAVED, 'first');
  await trial.hear(sleeper);
  sleeper.freeze();
  await redis.start();
  const successor = await trial.addWorker();
  await trial.publish(UNSAVED);
  await trial.reachSaved();
  const from = sleeper.log.length;
  sleeper.thaw();
  await until('a connection of the woken worker to Redis', () => sleeper.log.includes('there again', from));
  await trial.hear(sleeper);
  await successor.kill();
  await trial.publish(LAST);
  await trial.reachSaved();
}
