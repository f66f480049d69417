import { createClient } from 'redis';
import type { Engines } from '../../demo/cluster/engines';
import { PREFIX, TAB, type Worker } from '../../demo/cluster/worker';
import { nextUniform } from '../../src/random';
import { pause } from './until';

export interface FaultCounts {
  readonly kills: number;
  readonly rabbitMqRestarts: number;
  readonly redisRestarts: number;
  readonly freezes: number;
}

/** Something that befalls the cluster; resolves when it is over. */
export type Fault = { readonly name: string; readonly strike: () => Promise<void> };

const SAVED_WITHIN_MS = 10_000;

/** The faults of a run in an order that is the same for the same seed. Every third kill comes right after a save. */
export function planFaults(
  counts: FaultCounts,
  engines: Engines,
  workers: readonly Worker[],
  freezeMs: number,
  seed: number,
): Fault[] {
  const random = Float64Array.of(seed);
  const pick = (): Worker => workers[Math.floor(nextUniform(random, 0) * workers.length)];
  const kill = async (worker: Worker): Promise<void> => {
    await worker.kill();
    await worker.start();
  };
  const repeat = (count: number, name: string, strike: (i: number) => Promise<void>): Fault[] =>
    Array.from({ length: count }, (_, i) => ({ name, strike: () => strike(i) }));
  const faults = [
    ...repeat(counts.kills, 'kill', async (i) => {
      const worker = pick();
      if (i % 3 === 0) await someSave(engines.redisUrl);
      await kill(worker);
    }),
    ...repeat(counts.rabbitMqRestarts, 'restart of RabbitMQ', async () => {
      await engines.rabbitMq.kill();
      await engines.rabbitMq.start();
    }),
    ...repeat(counts.redisRestarts, 'restart of Redis', async () => {
      await engines.redis.kill();
      await engines.redis.start();
    }),
    ...repeat(counts.freezes, 'freeze', async () => {
      const worker = pick();
      worker.freeze();
      await pause(freezeMs);
      worker.thaw();
    }),
  ];
  for (let i = faults.length - 1; i > 0; i--) {
    const j = Math.floor(nextUniform(random, 0) * (i + 1));
    [faults[i], faults[j]] = [faults[j], faults[i]];
  }
  return faults;
}

/** Resolves in the moment in which a model has been saved, before its messages are acknowledged. */
async function someSave(redisUrl: string): Promise<void> {
  const client = createClient({ url: redisUrl });
  client.on('error', () => {});
  await client.connect();
  await client.configSet('notify-keyspace-events', 'Kh');
  const saved = new Promise<void>((resolve) => {
    void client.subscribe(`__keyspace@0__:${PREFIX}:values:${TAB}`, () => resolve());
  });
  await Promise.race([saved, pause(SAVED_WITHIN_MS)]);
  client.destroy();
}
