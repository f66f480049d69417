import assert from 'node:assert/strict';
import { pause, type Fault } from './fault';
import { withEach } from './installations';
import { createLoadFlow } from './load-flow';
import { Rig } from './rig';

const WAYS = ['SIGTERM', 'full', 'flows', 'nodes'] as const;

/** Restarts the nodes; which of the frames they had learned were learned again under the same number, in words. */
async function restart(rig: Rig, way: (typeof WAYS)[number], label: string): Promise<string[]> {
  await rig.hear(3);
  const before = new Map([...rig.heard].map(([topic, all]) => [topic, all] as const));
  if (way === 'SIGTERM') {
    await rig.red.stop();
    await pause(50);
    rig.heard.clear();
    await rig.startRed();
  } else {
    await rig.red.deploy(createLoadFlow(rig.broker.port, label), way);
  }
  await pause(300);
  if (way !== 'SIGTERM') await pause(200);
  await rig.hear(2);
  const lost: string[] = [];
  for (const [topic, all] of before) {
    const later = rig.heard.get(topic) ?? [];
    const seqs = (way === 'SIGTERM' ? [...all, ...later] : later).map(({ seq }) => seq);
    seqs.forEach((seq, i) => {
      if (i > 0 && seq <= seqs[i - 1]) lost.push(`${label}: ${topic} had ${seqs[i - 1]}, then ${seq}`);
    });
  }
  rig.heard.clear();
  return lost;
}

export const deploys: Fault = {
  name: 'deploys',
  title: 'SIGTERM, and full, flow and node deploys under load',
  promise: 'no learned frame lost',
  run: (size) =>
    withEach(async (installation) => {
      const times = size.pick(2, 20);
      const rig = await Rig.start(installation);
      const lost: string[] = [];
      for (let i = 0; i < times; i++)
        for (const way of WAYS) lost.push(...(await restart(rig, way, `${way} ${i}`)));
      const { warnings } = rig.red;
      await rig.stop();
      assert.deepEqual(lost, []);
      assert.deepEqual(warnings, []);
      return `${times} times each: 0 frames lost`;
    }),
};
