import { startEngines, type Engines } from '../../demo/cluster/engines';
import { Load } from '../../demo/cluster/load';
import { createFrame, queueOf, routingKeyOf } from '../../demo/cluster/sites';
import { Worker, type WorkerOptions } from '../../demo/cluster/worker';
import { compareStates, type Comparison } from './comparison';
import { planFaults, type FaultCounts } from './faults';
import { Observer } from './observer';
import type { Reference } from './reference';
import { pause } from './until';

export interface Scenario {
  readonly sites: number;
  readonly sensors: number;
  readonly partitions: number;
  /** Of each site. */
  readonly frames: number;
  readonly workers: number;
  readonly faults: FaultCounts;
  readonly heartbeatSeconds: number;
  /** What has not ended by then never will. */
  readonly mostMs: number;
  readonly worker?: Partial<WorkerOptions>;
}

export interface Outcome extends Comparison {
  readonly answers: number;
  readonly matched: number;
  readonly late: number;
  readonly faults: number;
  readonly seconds: number;
  /** Frames learned by workers for each snapshot they wrote. */
  readonly framesPerSave: number;
  readonly log: string;
}

/** A run in which no answer has come for so long is over, and a fault waits no longer for its share of answers. */
const STUCK_MS = 120_000;
/** When all is answered the last saves are under way, for so long at most. */
const SAVED_WITHIN_MS = 60_000;
/** The clock of one worker is wrong by so much: frames bring their own times. */
const CLOCK_OFF_MS = 3_600_000;

/** Lets workers learn all frames while faults strike, and holds what came of it against the reference. */
export async function runScenario(
  scenario: Scenario,
  reference: Reference,
  tell: (line: string) => void,
): Promise<Outcome> {
  const engines = await startEngines();
  const workers: Worker[] = [];
  const stopAll = async (): Promise<void> => {
    for (const worker of workers) await worker.kill();
    await engines.stop();
  };
  const observer = await Observer.start(engines.rabbitMq.url, reference);
  const load = new Load(engines.rabbitMq.url);
  const start = Date.now();
  try {
    for (let i = 1; i <= scenario.workers; i++)
      workers.push(await startWorker(engines, scenario, `worker-${i}`, i === 2 ? CLOCK_OFF_MS : 0));
    await observer.monitor.reach(queuesOf(scenario.partitions));
    const gate = { open: 0 };
    const publishing = publishAll(load, scenario, gate);
    const struck = await strikeAll(scenario, engines, workers, observer, gate, tell);
    gate.open = Infinity;
    await publishing;
    await load.flush();
    await reachAnswered(observer, scenario.sites * scenario.frames);
    const comparison = await compareWhenSaved(engines.redisUrl, reference);
    const { frames, saves } = observer.monitor.totals;
    return {
      ...comparison,
      ...{ answers: observer.answers, matched: observer.matched.size, late: observer.late, faults: struck },
      ...{ seconds: (Date.now() - start) / 1000 },
      framesPerSave: frames / Math.max(1, saves),
      log: workers.map(({ name, log }) => `--- ${name}\n${log}`).join('\n'),
    };
  } finally {
    await load.close();
    await observer.close();
    await stopAll();
  }
}

export const startWorker = (
  engines: Engines,
  scenario: Scenario,
  name: string,
  clockOffMs = 0,
): Promise<Worker> =>
  Worker.start({
    clockOffMs,
    ...{ name, folder: engines.folder, amqpUrl: engines.rabbitMq.url, redisUrl: engines.redisUrl },
    ...{ partitions: scenario.partitions, heartbeatSeconds: scenario.heartbeatSeconds },
    ...scenario.worker,
  });

export const queuesOf = (partitions: number): string[] =>
  Array.from({ length: partitions }, (_, i) => queueOf(i, partitions));

/** Opens for so many messages. */
interface Gate {
  open: number;
}

/** Frame after frame, each of all sites in turn, as fast as it goes while the gate is open. */
async function publishAll(
  load: Load,
  { sites, sensors, partitions, frames }: Scenario,
  gate: Gate,
): Promise<void> {
  for (let frame = 0; frame < frames; frame++) {
    while (frame * sites >= gate.open) await pause(20);
    for (let site = 0; site < sites; site++) {
      const content = Buffer.from(JSON.stringify(createFrame(site, frame, sensors)));
      await load.publish({ key: routingKeyOf(site, partitions), content });
    }
  }
}

/** One fault after the other, each while its share of the frames is under way. Gives back how many struck. */
async function strikeAll(
  scenario: Scenario,
  engines: Engines,
  workers: readonly Worker[],
  observer: Observer,
  gate: Gate,
  tell: (line: string) => void,
): Promise<number> {
  const freezeMs = 3000 * scenario.heartbeatSeconds;
  const faults = planFaults(scenario.faults, engines, workers, freezeMs, 7);
  const all = scenario.sites * scenario.frames;
  for (const [i, { name, strike }] of faults.entries()) {
    const share = all / (faults.length + 1);
    gate.open = share * (i + 1);
    let [before, since] = [-1, Date.now()];
    while (observer.matched.size < share * (i + 0.3) && Date.now() - since < STUCK_MS) {
      if (observer.answers !== before) [before, since] = [observer.answers, Date.now()];
      await pause(20);
    }
    tell(`${observer.matched.size} of ${all} answers; ${name}`);
    await strike();
  }
  return faults.length;
}

/** Resolves once every frame has its answer, or no further one comes. */
export async function reachAnswered(observer: Observer, frames: number): Promise<void> {
  let [before, since] = [-1, Date.now()];
  while (observer.matched.size < frames && Date.now() - since < STUCK_MS) {
    if (observer.answers !== before) [before, since] = [observer.answers, Date.now()];
    await pause(250);
  }
}

export async function compareWhenSaved(redisUrl: string, reference: Reference): Promise<Comparison> {
  const end = Date.now() + SAVED_WITHIN_MS;
  for (;;) {
    const comparison = await compareStates(redisUrl, reference);
    if (comparison.equal === comparison.sites || Date.now() > end) return comparison;
    await pause(1000);
  }
}
