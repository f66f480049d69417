import { readFileSync } from 'node:fs';
import { startEngines } from '../../demo/cluster/engines';
import { Load } from '../../demo/cluster/load';
import { createFrame, routingKeyOf } from '../../demo/cluster/sites';
import { Worker } from '../../demo/cluster/worker';
import { cpuSecondsOf } from './cpu-time';
import { Observer } from './observer';
import { learnAlone } from './reference';
import { compareWhenSaved, queuesOf, reachAnswered } from './scenario';

const SENSORS = 4;
const PARTITIONS = 16;
/** Ten times as many sites as models in memory. */
const SITES_A_MODEL = 10;
/** Every site is visited so often, by so many frames; between two visits all other sites are. */
const VISITS = 3;
const FRAMES = 2;
/** Models may take an eighth of it; a process that needs more than all of it ends. */
const HEAP_MB = 256;

/** Far more sites than models in memory: each comes back from Redis as it was, and the worker stays within its heap. */
export async function visitManySites(sites: number): Promise<string> {
  const frames = VISITS * FRAMES;
  const maxModels = sites / SITES_A_MODEL;
  const reference = await learnAlone(sites, frames, SENSORS);
  const engines = await startEngines();
  const observer = await Observer.start(engines.rabbitMq.url, reference);
  const load = new Load(engines.rabbitMq.url);
  const worker = await Worker.start({
    ...{ name: 'worker', folder: engines.folder, partitions: PARTITIONS, maxModels, heapMB: HEAP_MB },
    ...{ amqpUrl: engines.rabbitMq.url, redisUrl: engines.redisUrl },
  });
  try {
    await observer.monitor.reach(queuesOf(PARTITIONS));
    const before = { mb: residentMB(worker.pid), seconds: cpuSecondsOf(worker.pid) };
    for (let visit = 0; visit < VISITS; visit++)
      for (let site = 0; site < sites; site++)
        for (let frame = visit * FRAMES; frame < (visit + 1) * FRAMES; frame++) {
          const content = Buffer.from(JSON.stringify(createFrame(site, frame, SENSORS)));
          await load.publish({ key: routingKeyOf(site, PARTITIONS), content });
        }
    await reachAnswered(observer, sites * frames);
    const { equal } = await compareWhenSaved(engines.redisUrl, reference);
    const ms = (1000 * (cpuSecondsOf(worker.pid) - before.seconds)) / (sites * VISITS);
    const givenUp = worker.log.split(' is given up').length - 1;
    const figures =
      `${equal} of ${sites} sites bit-equal after ${VISITS} visits with ${maxModels} models in memory, ${observer.matched.size} of ${sites * frames} answers equal, ` +
      `${givenUp} partitions given up; within a heap of ${HEAP_MB} MB the worker grew from ${before.mb.toFixed(0)} to ${residentMB(worker.pid).toFixed(0)} MB at most; ` +
      `${ms.toFixed(1)} ms of CPU a visit`;
    if (!worker.isRunning) throw new Error(`the worker has ended; ${figures}\n${worker.log.slice(-2000)}`);
    if (equal !== sites || observer.matched.size !== sites * frames) throw new Error(figures);
    return figures;
  } finally {
    await load.close();
    await observer.close();
    await worker.kill();
    await engines.stop();
  }
}

/** The most memory that a process has had, as Linux counts it; none of one that has ended. */
function residentMB(pid: number | undefined): number {
  try {
    return Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1000;
  } catch {
    return NaN;
  }
}
