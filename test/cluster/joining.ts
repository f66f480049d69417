import assert from 'node:assert/strict';
import { startEngines } from '../../demo/cluster/engines';
import { Load } from '../../demo/cluster/load';
import { createFrame, routingKeyOf } from '../../demo/cluster/sites';
import type { Worker } from '../../demo/cluster/worker';
import { Observer } from './observer';
import { queuesOf, startWorker, type Scenario } from './scenario';
import { pause, until } from './until';

const JOINED_WITHIN_MS = 60_000;
const LONGEST_GAP_MS = 15_000;
const WATCHED_MS = 20_000;
const FRAME_MS = 250;

/** A further worker joins and gets its share; one leaves under load, and no site waits for long. */
export async function joinAndLeave(scenario: Scenario): Promise<string> {
  const engines = await startEngines();
  const observer = await Observer.start(engines.rabbitMq.url, null);
  const load = new Load(engines.rabbitMq.url);
  const workers: Worker[] = [];
  let isOver = false;
  const publishing = async (): Promise<void> => {
    for (let frame = 0; !isOver; frame++) {
      for (let site = 0; site < scenario.sites; site++) {
        const content = Buffer.from(JSON.stringify(createFrame(site, frame, scenario.sensors)));
        await load.publish({ key: routingKeyOf(site, scenario.partitions), content });
      }
      await pause(FRAME_MS);
    }
  };
  try {
    for (let i = 1; i <= scenario.workers; i++)
      workers.push(await startWorker(engines, scenario, `worker-${i}`));
    await observer.monitor.reach(queuesOf(scenario.partitions));
    void publishing();
    await until('an answer for every site', () => observer.longestGapMs.size === scenario.sites);
    const name = `worker-${scenario.workers + 1}`;
    workers.push(await startWorker(engines, scenario, name));
    const started = Date.now();
    const owned = (): number => observer.monitor.reports.get(name)?.partitions.length ?? 0;
    while (owned() < 2 && Date.now() - started < JOINED_WITHIN_MS) await pause(200);
    const joinedMs = Date.now() - started;
    assert.ok(owned() >= 2, `${name} owns ${owned()} partitions after a minute`);
    observer.forgetGaps();
    await workers[0].stop();
    await pause(WATCHED_MS);
    const gapMs = Math.max(...observer.longestGapMs.values());
    assert.equal(observer.longestGapMs.size, scenario.sites);
    assert.ok(gapMs <= LONGEST_GAP_MS, `a site waited for ${gapMs} ms`);
    return `a further worker owned 2 partitions after ${(joinedMs / 1000).toFixed(1)} s; after one left the longest gap of a site was ${(gapMs / 1000).toFixed(1)} s`;
  } finally {
    isOver = true;
    await load.close();
    await observer.close();
    for (const worker of workers) await worker.kill();
    await engines.stop();
  }
}
