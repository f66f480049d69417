import assert from 'node:assert/strict';
import { startEngines } from '../../demo/cluster/engines';
import { Load } from '../../demo/cluster/load';
import { createFrame, routingKeyOf } from '../../demo/cluster/sites';
import { Worker } from '../../demo/cluster/worker';
import { Gateway } from './gateway';
import { Observer } from './observer';
import { queuesOf } from './scenario';
import { until } from './until';

const SITES = 16;
const SENSORS = 12;
/** A model builds its filter anew up to frame 320. */
const WARM_ROUNDS = 2;
const ROUNDS = 3;
const FRAMES = 200;
const MOST_TIMES = 2.5;
const LEAST_FRAMES_A_SNAPSHOT = 20;

/** CPU for a frame of a worker, and of one Node-RED over mosquitto with a file store: the same frames and models, in turns. */
export async function measureCost(): Promise<string> {
  const engines = await startEngines();
  const observer = await Observer.start(engines.rabbitMq.url, null);
  const load = new Load(engines.rabbitMq.url);
  const gateway = await Gateway.start(engines.folder);
  const worker = await Worker.start({
    ...{ name: 'worker', folder: engines.folder, partitions: SITES },
    ...{ amqpUrl: engines.rabbitMq.url, redisUrl: engines.redisUrl },
  });
  const learn = async (from: number, to: number): Promise<void> => {
    for (let frame = from; frame < to; frame++)
      for (let site = 0; site < SITES; site++) {
        const content = Buffer.from(JSON.stringify(createFrame(site, frame, SENSORS)));
        await load.publish({ key: routingKeyOf(site, SITES), content });
      }
    await until('all answers of the worker', () => observer.heard.size === SITES * to);
  };
  try {
    await observer.monitor.reach(queuesOf(SITES));
    let cpu = { worker: 0, gateway: 0 };
    let before = observer.monitor.totals;
    for (let round = 0; round < WARM_ROUNDS + ROUNDS; round++) {
      if (round === WARM_ROUNDS) [cpu, before] = [{ worker: 0, gateway: 0 }, observer.monitor.totals];
      const [from, to] = [round * FRAMES, (round + 1) * FRAMES];
      cpu.worker += await cpuOf(worker, () => learn(from, to));
      cpu.gateway += await cpuOf(gateway.worker, () => gateway.learn(SITES, SENSORS, from, to));
    }
    const reported = observer.monitor.reports.get(worker.name);
    await until('a last report', () => observer.monitor.reports.get(worker.name) !== reported);
    const after = observer.monitor.totals;
    const framesASave = (after.frames - before.frames) / (after.saves - before.saves);
    const perFrame = (seconds: number): string => ((1e6 * seconds) / (SITES * FRAMES * ROUNDS)).toFixed(0);
    const times = cpu.worker / cpu.gateway;
    const figures =
      `${perFrame(cpu.worker)} µs of CPU a frame of ${SENSORS} sensors in a worker, ${perFrame(cpu.gateway)} over mosquitto with a file store: ` +
      `${times.toFixed(2)} times; ${framesASave.toFixed(0)} frames a snapshot`;
    assert.ok(times <= MOST_TIMES && framesASave >= LEAST_FRAMES_A_SNAPSHOT, figures);
    return figures;
  } finally {
    await load.close();
    await observer.close();
    await gateway.stop();
    await worker.kill();
    await engines.stop();
  }
}

async function cpuOf(worker: Worker, run: () => Promise<void>): Promise<number> {
  const before = worker.cpuSeconds;
  await run();
  return worker.cpuSeconds - before;
}
