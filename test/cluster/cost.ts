import { createClient } from 'redis';
import { startEngines, type Engines } from '../../demo/cluster/engines';
import { Load } from '../../demo/cluster/load';
import { createFrame, routingKeyOf, siteName } from '../../demo/cluster/sites';
import { MODEL, PREFIX, TAB, Worker } from '../../demo/cluster/worker';
import { hashKey } from '../../nodes/state/stored-index';
import { modelKey } from '../../src/snapshot/store-keys';
import { cpuSecondsOf } from './cpu-time';
import { Gateway } from './gateway';
import { Observer } from './observer';
import { queuesOf } from './scenario';
import { reachCount, until } from './until';

export interface Size {
  readonly sites: number;
  readonly sensors: number;
}

/** Of a frame, in µs of CPU. */
export interface Costs extends Size {
  readonly worker: number;
  /** Of a worker that saves after every single frame. */
  readonly savedAlone: number;
  /** Of one Node-RED over mosquitto with a file store. */
  readonly gateway: number;
  readonly rabbitMq: number;
  readonly redis: number;
  readonly framesASnapshot: number;
  /** Of a site, in Redis. */
  readonly storedBytes: number;
}

/** A model builds its filter anew up to frame 320. */
const WARM_ROUNDS = 2;
const ROUNDS = 3;
const FRAMES = 200;
const FRAMES_WARM = 100;
const FRAMES_ALONE = 50;

/** What a frame costs in a worker, and on one machine: the same frames and models, in turns. */
export async function measureCosts({ sites, sensors }: Size): Promise<Costs> {
  const engines = await startEngines();
  const { rabbitMq, redis } = engines;
  const observer = await Observer.start(rabbitMq.url, null);
  const load = new Load(rabbitMq.url);
  const gateway = await Gateway.start(engines.folder);
  const worker = await startWorker(engines, 'worker', sites);
  const learn = async (from: number, to: number): Promise<void> => {
    for (let frame = from; frame < to; frame++)
      for (let site = 0; site < sites; site++) {
        const content = Buffer.from(JSON.stringify(createFrame(site, frame, sensors)));
        await load.publish({ key: routingKeyOf(site, sites), content });
      }
    await reachCount('answers of the worker', sites * to, () => observer.heard.size);
  };
  try {
    await observer.monitor.reach(queuesOf(sites));
    const seconds: Seconds = { worker: 0, gateway: 0, rabbitMq: 0, redis: 0 };
    const clocks = {
      worker: () => cpuSecondsOf(worker.pid),
      rabbitMq: () => cpuSecondsOf(rabbitMq.pid, true),
      redis: () => cpuSecondsOf(redis.pid),
    };
    const ofGateway = { gateway: () => cpuSecondsOf(gateway.worker.pid) };
    let before = observer.monitor.totals;
    for (let round = 0; round < WARM_ROUNDS + ROUNDS; round++) {
      if (round === WARM_ROUNDS) {
        before = observer.monitor.totals;
        Object.assign(seconds, { worker: 0, gateway: 0, rabbitMq: 0, redis: 0 });
      }
      const [from, to] = [round * FRAMES, (round + 1) * FRAMES];
      await addSeconds(seconds, clocks, () => learn(from, to));
      await addSeconds(seconds, ofGateway, () => gateway.learn(sites, sensors, from, to));
    }
    const report = observer.monitor.reports.get(worker.name);
    await until('a last report', () => observer.monitor.reports.get(worker.name) !== report);
    const after = observer.monitor.totals;
    await worker.kill();
    const single = await startWorker(engines, 'single', sites, 1);
    const last = (WARM_ROUNDS + ROUNDS) * FRAMES;
    await learn(last, last + FRAMES_WARM);
    const start = cpuSecondsOf(single.pid);
    await learn(last + FRAMES_WARM, last + FRAMES_WARM + FRAMES_ALONE);
    const alone = cpuSecondsOf(single.pid) - start;
    await single.kill();
    const perFrame = (total: number, frames = FRAMES * ROUNDS): number => (1e6 * total) / (sites * frames);
    return {
      ...{ sites, sensors, savedAlone: perFrame(alone, FRAMES_ALONE) },
      ...{ worker: perFrame(seconds.worker), gateway: perFrame(seconds.gateway) },
      ...{ rabbitMq: perFrame(seconds.rabbitMq), redis: perFrame(seconds.redis) },
      framesASnapshot: (after.frames - before.frames) / (after.saves - before.saves),
      storedBytes: await readStoredBytes(engines.redisUrl, sites),
    };
  } finally {
    await load.close();
    await observer.close();
    await gateway.stop();
    await worker.kill();
    await engines.stop();
  }
}

type Seconds = Record<'worker' | 'gateway' | 'rabbitMq' | 'redis', number>;

/** Adds what the clocks go on by during the run. */
async function addSeconds(
  seconds: Seconds,
  clocks: Partial<Record<keyof Seconds, () => number>>,
  run: () => Promise<void>,
): Promise<void> {
  const names = Object.keys(clocks) as (keyof Seconds)[];
  const start = names.map((name) => clocks[name]?.() ?? 0);
  await run();
  for (const [i, name] of names.entries()) seconds[name] += (clocks[name]?.() ?? 0) - start[i];
}

const startWorker = (
  { folder, rabbitMq, redisUrl }: Engines,
  name: string,
  partitions: number,
  batch?: number,
): Promise<Worker> => Worker.start({ name, folder, partitions, batch, amqpUrl: rabbitMq.url, redisUrl });

async function readStoredBytes(redisUrl: string, sites: number): Promise<number> {
  const client = createClient({ url: redisUrl });
  await client.connect();
  let bytes = 0;
  for (let site = 0; site < sites; site++)
    bytes +=
      (await client.hGet(`${PREFIX}:values:${TAB}`, modelKey(MODEL, siteName(site), hashKey)))?.length ?? 0;
  await client.close();
  return bytes / sites;
}
