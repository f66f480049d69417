import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync, readdirSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { packageJson, ROOT } from '../package-root';
import { nodeRedVersion, Session } from './session';

interface FlowNode {
  readonly id: string;
  readonly type: string;
}
const examples = readdirSync(`${ROOT}/examples`).map((file) => file.replace(/\.json$/, ''));
const readExample = (name: string): FlowNode[] =>
  JSON.parse(readFileSync(`${ROOT}/examples/${name}.json`, 'utf8')) as FlowNode[];
/** These wait for somebody to press a button, for a broker, or have no debug node. */
const NEEDS_MORE = ['cluster-worker', 'export-and-import', 'dashboard'];
const needsMore = (name: string): boolean =>
  NEEDS_MORE.includes(name) || readExample(name).some(({ type }) => type === 'mqtt-broker');
/** Nodes without a place in the flow. */
const CONFIGURATION = ['tab', 'mqtt-broker', 'ui-base', 'ui-theme', 'ui-page', 'ui-group'];

describe(`the examples in Node-RED ${nodeRedVersion}`, function () {
  this.timeout(180_000);
  let session: Session;
  before(async () => {
    session = await Session.start();
    await session.install('@flowfuse/node-red-dashboard');
  });
  after(() => session.stop());
  afterEach(() => session.closePages());

  it('are all offered by the import dialog, which has every type they need', async () => {
    const editor = await session.openFlow([]);
    for (const example of examples) {
      await editor.importExample(packageJson.name, example);
      assert.deepEqual(await editor.ask('RED.nodes.filterNodes({ type: "unknown" }).length'), 0, example);
      const imported = await editor.ask<string[]>(
        `RED.nodes.filterNodes({ z: RED.workspaces.active() }).map((node) => node.type)`,
      );
      const placed = readExample(example).filter(({ type }) => !CONFIGURATION.includes(type));
      assert.deepEqual(imported.sort(), placed.map(({ type }) => type).sort());
      assert.deepEqual(
        await editor.ask('RED.nodes.filterNodes({}).flatMap((node) => node.validationErrors ?? [])'),
        [],
      );
      await editor.picture(`example-${example}`);
    }
    assert.deepEqual(editor.problems, []);
  });

  for (const example of examples.filter((name) => !needsMore(name))) {
    it(`${example} runs: its messages are in the debug sidebar`, async () => {
      const from = session.red.log.length;
      const editor = await session.openFlow([]);
      await editor.showDebugSidebar();
      await editor.importExample(packageJson.name, example);
      await editor.deploy();
      await editor.debugMessages.first().waitFor({ timeout: 120_000 });
      await editor.picture(`debug-${example}`);
      assert.doesNotMatch(session.red.log.slice(from), /\[error\]/);
    });
  }

  it('export-and-import: a model that was never told about the sensors fills them after the import', async () => {
    const editor = await session.openFlow([]);
    await editor.showDebugSidebar();
    await editor.importExample(packageJson.name, 'export-and-import');
    await editor.deploy();
    await editor.page.getByText(/^5 sensors/).waitFor({ timeout: 60_000 });
    await editor.press('export');
    await editor.debugMessages.filter({ hasText: 'exported model' }).waitFor();
    await editor.press('import');
    await editor.page
      .getByText(/^(5 sensors|waiting)/)
      .first()
      .waitFor();
    await editor.press('ask');
    const answer = editor.debugMessages.filter({ hasText: 'answer' });
    await answer.filter({ hasText: /outlet: \d/ }).waitFor();
    await editor.picture('debug-export-and-import');
  });

  it('dashboard: the sensors of a stream are found and drawn', async () => {
    const editor = await session.openFlow(readExample('dashboard'));
    await editor.page.goto(`${session.red.url}/dashboard/psmf`);
    await editor.page.locator('.psmf-card canvas').nth(4).waitFor({ timeout: 60_000 });
    await editor.picture('dashboard');
    await session.red.deploy([]);
  });

  it('mqtt-to-chart: readings go over a broker and come back as a chart', async () => {
    const { Aedes } = await import('aedes');
    const broker = await Aedes.createBroker();
    const server = createServer((socket) => broker.handle(socket)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const flow = readExample('mqtt-to-chart').map((node) =>
      node.type === 'mqtt-broker' ? { ...node, broker: '127.0.0.1', port: String(port) } : node,
    );
    try {
      const editor = await session.openFlow(flow);
      await editor.page.goto(`${session.red.url}/dashboard/mqtt-to-chart`);
      await editor.page.locator('.nrdb-ui-chart canvas').waitFor({ timeout: 60_000 });
      await editor.page.waitForTimeout(8000);
      await editor.picture('chart-mqtt-to-chart');
      await session.red.deploy([]);
    } finally {
      broker.close();
      server.close();
    }
  });
});
