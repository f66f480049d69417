import { connect } from 'amqplib';
import { createClient } from 'redis';
import { startEngines, type Engines } from '../../demo/cluster/engines';
import { Load } from '../../demo/cluster/load';
import { createFrame, routingKeyOf, siteName } from '../../demo/cluster/sites';
import { Worker, type WorkerOptions } from '../../demo/cluster/worker';
import { compareStates, readStates, type Comparison } from './comparison';
import { Observer } from './observer';
import { answerKey, learnAlone, type Reference } from './reference';
import { queuesOf } from './scenario';
import { until } from './until';

const SITES = 4;
const SENSORS = 6;
const PARTITIONS = 4;
const HEARTBEAT_SECONDS = 5;

/** A small cluster that is led, step by step, to the one moment in which a fault matters. */
export class Trial {
  readonly engines: Engines;
  readonly observer: Observer;
  readonly workers: Worker[] = [];
  readonly #load: Load;
  readonly #options: Partial<WorkerOptions>;
  #published = 0;

  private constructor(engines: Engines, options: Partial<WorkerOptions>, observer: Observer) {
    this.engines = engines;
    this.observer = observer;
    this.#options = options;
    this.#load = new Load(engines.rabbitMq.url);
  }

  /** With one worker. */
  static async start(engines: Engines, options: Partial<WorkerOptions>): Promise<Trial> {
    const observer = await Observer.start(engines.rabbitMq.url, null);
    const trial = new Trial(engines, options, observer);
    await trial.addWorker();
    await observer.monitor.reach(queues);
    return trial;
  }

  async addWorker(): Promise<Worker> {
    workersStarted += 1;
    const worker = await Worker.start({
      ...{ name: `worker-${workersStarted}`, folder: this.engines.folder, partitions: PARTITIONS },
      ...{ amqpUrl: this.engines.rabbitMq.url, redisUrl: this.engines.redisUrl },
      ...{ heartbeatSeconds: HEARTBEAT_SECONDS, ...this.#options },
    });
    this.workers.push(worker);
    return worker;
  }

  /** The next frames of all sites; resolves once each is answered, or with 'first' the first of them. */
  async publish(frames: number, awaited: 'first' | 'all' = 'all'): Promise<void> {
    const from = this.#published;
    this.#published += frames;
    for (let frame = from; frame < this.#published; frame++)
      for (const site of sites) {
        const content = Buffer.from(JSON.stringify(createFrame(site, frame, SENSORS)));
        await this.#load.publish({ key: routingKeyOf(site, PARTITIONS), content });
      }
    const last = awaited === 'first' ? from : this.#published - 1;
    const { timestamp } = createFrame(0, last, SENSORS);
    const isAnswered = (site: number): boolean =>
      this.observer.heard.has(answerKey(siteName(site), timestamp));
    await until(`an answer for frame ${last + 1} of every site`, () => sites.every(isAnswered));
  }

  /** Resolves once the state of every site in Redis ends with the last frame. */
  async reachSaved(): Promise<void> {
    const last = createFrame(0, this.#published - 1, SENSORS).timestamp;
    await until(`a state of every site that ends with frame ${this.#published}`, async () => {
      const states = await readStates(this.engines.redisUrl, sites.map(siteName));
      return [...states.values()].every((state) => state?.time === last);
    });
  }

  /** Resolves after two more reports: what the worker had sent before them has arrived. */
  async hear({ name }: Worker): Promise<void> {
    const { reports } = this.observer.monitor;
    for (let i = 0; i < 2; i++) {
      const before = reports.get(name);
      await until(`a report of ${name}`, () => reports.get(name) !== before);
    }
  }

  compare(reference: Reference): Promise<Comparison> {
    return compareStates(this.engines.redisUrl, reference);
  }

  async stop(): Promise<void> {
    await this.#load.close();
    await this.observer.close();
    for (const worker of this.workers) await worker.kill();
  }
}

/** Of all trials: each has a folder of its own. */
let workersStarted = 0;

const sites = Array.from({ length: SITES }, (_, site) => site);
const queues = queuesOf(PARTITIONS);

/** What a fault at its worst moment makes of the states, with a safeguard and without. */
export interface Proof {
  readonly withIt: Comparison;
  readonly without: Comparison;
}

/** `strike` publishes so many frames in all to a cluster with the safeguard on, and to one with it off. */
export async function tryBoth(
  frames: number,
  optionsOf: (isOn: boolean) => Partial<WorkerOptions>,
  strike: (trial: Trial) => Promise<void>,
): Promise<Proof> {
  const reference = await learnAlone(SITES, frames, SENSORS);
  const engines = await startEngines();
  const run = async (isOn: boolean): Promise<Comparison> => {
    const trial = await Trial.start(engines, optionsOf(isOn));
    try {
      await strike(trial);
      return await trial.compare(reference);
    } finally {
      await trial.stop();
    }
  };
  try {
    const withIt = await run(true);
    await clear(engines);
    return { withIt, without: await run(false) };
  } finally {
    await engines.stop();
  }
}

/** Nothing of one trial is left for the next. */
async function clear({ rabbitMq, redisUrl }: Engines): Promise<void> {
  const connection = await connect(rabbitMq.url);
  const channel = await connection.createChannel();
  for (const queue of queues) await channel.deleteQueue(queue);
  await connection.close();
  const client = createClient({ url: redisUrl });
  await client.connect();
  await client.flushAll();
  await client.close();
}
