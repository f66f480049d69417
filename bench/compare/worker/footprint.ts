import { NODE_TYPES } from './node-types';
import { Finish } from './finish';
import { Messages } from './messages';
import { deployFlow, getNode, startFlow } from './red';
import { residentBytes } from './resident';
import { serve } from './serve';

const FRAMES = 10_000;
const AT_ONCE = 500;

/** Resident memory that one node of each type adds to a running Node-RED: when it is deployed, and once it has learned. */
serve(async (root) => {
  await startFlow(root, []);
  const empty = await residentBytes();
  await deployFlow(
    NODE_TYPES.flatMap((type) => [
      { id: type, type, wires: [[`${type}-tail`]] },
      { id: `${type}-tail`, type: 'bench-pass' },
    ]),
  );
  const deployed = await residentBytes();
  for (const type of NODE_TYPES) await learn(type);
  const learned = await residentBytes();
  return { gauges: { deployed: () => deployed - empty, learned: () => learned - deployed } };
});

async function learn(type: string): Promise<void> {
  const finish = new Finish(`${type}-tail`);
  const messages = new Messages('object');
  const node = getNode(type);
  for (let sent = 0; sent < FRAMES; sent += AT_ONCE) {
    const batch = messages.take(AT_ONCE);
    await finish.reach(AT_ONCE, () => batch.forEach((msg) => node.receive(msg)));
  }
}
