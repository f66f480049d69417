import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import RED from 'node-red';
import { startNodeRed } from '../../../demo/node-red';
import { nodeFiles } from './node-files';

/** A node that hands on every n-th message and does nothing else. */
const PASS_NODE = `module.exports = (RED) => {
  RED.nodes.registerType('bench-pass', function (config) {
    RED.nodes.createNode(this, config);
    const every = config.every || 1;
    let count = 0;
    this.on('input', (msg, send, done) => {
      count += 1;
      if (count % every === 0) send(msg);
      done();
    });
  });
};
`;
const PASS_FORM = `<script type="text/javascript">
  RED.nodes.registerType('bench-pass', { category: 'function', defaults: {}, inputs: 1, outputs: 1 });
</script>
`;

export interface Message {
  readonly payload: unknown;
  readonly [property: string]: unknown;
}

interface RunningNode {
  on(event: 'input', listener: (msg: Message) => void): void;
  receive(msg: object): void;
}

/**
 * Runs a flow on the nodes of the build in `root`, in this process and for as long as it lives. Node-RED itself is the work
 * tree's for both builds.
 */
export async function startFlow(root: string, nodes: readonly object[]): Promise<void> {
  const userDir = mkdtempSync(join(tmpdir(), 'psmf-compare-'));
  process.on('exit', () => rmSync(userDir, { recursive: true, force: true }));
  mkdirSync(join(userDir, 'nodes'));
  writeFileSync(join(userDir, 'nodes', 'bench-pass.js'), PASS_NODE);
  writeFileSync(join(userDir, 'nodes', 'bench-pass.html'), PASS_FORM);
  writeFileSync(join(userDir, 'flows.json'), JSON.stringify(place(nodes)));
  await startNodeRed(userDir, root, 0);
  requireNodesOf(root);
}

/** Deploys another flow, as the editor does. */
export async function deployFlow(nodes: readonly object[]): Promise<void> {
  const { runtime, events } = RED as unknown as {
    runtime: { flows: { setFlows(change: object): Promise<unknown> } };
    events: { once(event: string, listener: () => void): void };
  };
  const started = new Promise<void>((resolve) => events.once('flows:started', resolve));
  await runtime.flows.setFlows({ deploymentType: 'full', flows: { flows: place(nodes) } });
  await started;
}

export const getNode = (id: string): RunningNode =>
  (RED.nodes as unknown as { getNode(id: string): RunningNode }).getNode(id);

const place = (nodes: readonly object[]): object[] => [
  { id: 'tab', type: 'tab', label: 'compare' },
  ...nodes.map((node) => ({ z: 'tab', x: 0, y: 0, wires: [[]], ...node })),
];

/** A figure of another build's nodes would look like any other. */
function requireNodesOf(root: string): void {
  const file = nodeFiles(root)['psmf-impute'];
  const loaded = Object.keys(require.cache).filter((path) => path.endsWith(file));
  const expected = join(realpathSync(root), file);
  if (loaded.length !== 1 || loaded[0] !== expected)
    throw new Error(
      `Node-RED should have loaded ${expected}, and has loaded ${loaded.join(' and ') || 'none'}.`,
    );
}
