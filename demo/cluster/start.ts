import { startEngines } from './engines';
import { Load } from './load';
import { createFrame, queueOf, routingKeyOf } from './sites';
import { Monitor } from './monitor';
import { Worker } from './worker';

const WORKERS = 3;
const PARTITIONS = 16;
const SITES = 64;
const SENSORS = 12;
const FRAMES_A_SECOND = 500;
const REFRESH_MS = 1000;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** RabbitMQ, Redis, three workers and a load, with a table of what they do; Ctrl-C stops all. */
async function main(): Promise<void> {
  console.log('Starting RabbitMQ and Redis ...');
  const engines = await startEngines();
  const monitor = await Monitor.start(engines.rabbitMq.url);
  const load = new Load(engines.rabbitMq.url);
  const workers: Worker[] = [];
  let isStopping = false;
  const stop = async (): Promise<void> => {
    if (isStopping) return;
    isStopping = true;
    console.log('\nStopping ...');
    await load.close();
    await monitor.close();
    await Promise.all(workers.map((worker) => worker.stop()));
    await engines.stop();
    process.exit(0);
  };
  process.once('SIGINT', () => void stop()).once('SIGTERM', () => void stop());
  console.log(
    `AMQP ${engines.rabbitMq.url}, MQTT on port ${engines.rabbitMq.mqttPort}, Redis ${engines.redisUrl}`,
  );
  for (let i = 1; i <= WORKERS; i++) {
    const { folder, redisUrl, rabbitMq } = engines;
    const name = `worker-${i}`;
    workers.push(
      await Worker.start({ name, folder, redisUrl, amqpUrl: rabbitMq.url, partitions: PARTITIONS }),
    );
    console.log(`${name} runs.`);
  }
  const queues = Array.from({ length: PARTITIONS }, (_, i) => queueOf(i, PARTITIONS));
  await monitor.reach(queues);
  setInterval(() => void monitor.describe(queues).then((table) => console.log(table)), REFRESH_MS);
  for (let frame = 0; !isStopping; frame++) {
    const due = pause((1000 * SITES) / FRAMES_A_SECOND);
    for (let site = 0; site < SITES; site++) {
      const content = Buffer.from(JSON.stringify(createFrame(site, frame, SENSORS)));
      await load.publish({ key: routingKeyOf(site, PARTITIONS), content });
    }
    await due;
  }
}

void main().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
