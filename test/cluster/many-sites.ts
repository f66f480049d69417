import assert from 'node:assert/strict';
import { startEngines } from '../../demo/cluster/engines';
import { Load } from '../../demo/cluster/load';
import { createFrame, routingKeyOf } from '../../demo/cluster/sites';
import { Worker } from '../../demo/cluster/worker';
import { Observer } from './observer';
import { learnAlone } from './reference';
import { compareWhenSaved, queuesOf, reachAnswered } from './scenario';

const SITES = 10_000;
const SENSORS = 4;
const PARTITIONS = 16;
const MAX_MODELS = 1000;
/** Every site is visited so often, by so many frames; between two visits all other sites are. */
const VISITS = 3;
const FRAMES = 2;
/** Models may take an eighth of it; the process ends if more than all of it is in use. */
const HEAP_MB = 256;

/** Ten times as many sites as models in memory: each comes back from Redis as it was. */
export async function visitManySites(): Promise<string> {
  const frames = VISITS * FRAMES;
  const reference = await learnAlone(SITES, frames, SENSORS);
  const engines = await startEngines();
  const observer = await Observer.start(engines.rabbitMq.url, reference);
  const load = new Load(engines.rabbitMq.url);
  const worker = await Worker.start({
    ...{
      name: 'worker',
      folder: engines.folder,
      partitions: PARTITIONS,
      maxModels: MAX_MODELS,
      heapMb: HEAP_MB,
    },
    ...{ amqpUrl: engines.rabbitMq.url, redisUrl: engines.redisUrl },
  });
  try {
    await observer.monitor.reach(queuesOf(PARTITIONS));
    const atStart = { mb: worker.peakBytes / 1e6, seconds: worker.cpuSeconds };
    for (let visit = 0; visit < VISITS; visit++)
      for (let site = 0; site < SITES; site++)
        for (let frame = visit * FRAMES; frame < (visit + 1) * FRAMES; frame++) {
          const content = Buffer.from(JSON.stringify(createFrame(site, frame, SENSORS)));
          await load.publish({ key: routingKeyOf(site, PARTITIONS), content });
        }
    await reachAnswered(observer, SITES * frames);
    const { equal } = await compareWhenSaved(engines.redisUrl, reference);
    assert.ok(worker.isRunning, `the worker has ended:\n${worker.log.slice(-2000)}`);
    const figures =
      `${equal} of ${SITES} sites bit-equal after ${VISITS} visits with ${MAX_MODELS} models in memory; ${observer.matched.size} of ${SITES * frames} answers equal; ` +
      `the worker held within a heap of ${HEAP_MB} MB, of which models may take an eighth, and grew from ${atStart.mb.toFixed(0)} to ` +
      `${(worker.peakBytes / 1e6).toFixed(0)} MB in all; ${((1000 * (worker.cpuSeconds - atStart.seconds)) / (SITES * VISITS)).toFixed(1)} ms of CPU a visit`;
    assert.ok(equal === SITES && observer.matched.size === SITES * frames, figures);
    return figures;
  } finally {
    await load.close();
    await observer.close();
    await worker.kill();
    await engines.stop();
  }
}
