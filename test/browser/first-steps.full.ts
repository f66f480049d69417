import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MqttClient } from 'mqtt';
import type { Locator } from 'playwright-core';
import { startBroker, type Broker } from '../../demo/broker';
import { connectClient } from '../../demo/mqtt-client';
import { pack, removeUserDir } from '../e2e/packed';
import { packageJson, ROOT } from '../package-root';
import { Catalogue } from './catalogue';
import type { EditorPage } from './editor-page';
import { plantFrame } from './live-flow';
import { nodeRedVersion, Session } from './session';

const DASHBOARD = '@flowfuse/node-red-dashboard';
const guide = readFileSync(join(ROOT, 'docs', 'start.md'), 'utf8');
/** The steps of the guide, a text each. */
const steps = guide.split(/^\d\. /m).slice(1);

/** The steps of docs/start.md, as they are written there. A step of another wording fails until it is tried again here. */
/** Within a quarter of a minute. */
const isThere = (what: Locator): Promise<boolean> =>
  what.waitFor({ timeout: 15_000 }).then(
    () => true,
    () => false,
  );

describe(`docs/start.md in a plain Node-RED ${nodeRedVersion}`, function () {
  this.timeout(300_000);
  let session: Session;
  let editor: EditorPage;
  let catalogue: Catalogue;
  let broker: Broker;
  let client: MqttClient;
  let folder = '';
  let tarball = '';

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'psmf-packed-'));
    tarball = (await pack(folder)).filename;
    const { version } = JSON.parse(
      readFileSync(join(ROOT, 'node_modules', DASHBOARD, 'package.json'), 'utf8'),
    ) as { version: string };
    catalogue = await Catalogue.start([{ id: DASHBOARD, version }]);
    const palette = { catalogues: [catalogue.url] };
    session = await Session.startPlain({ editorTheme: { tours: false, palette } });
    broker = await startBroker(0);
    client = await connectClient(broker.port);
    editor = await session.open();
  });
  after(async () => {
    await client.endAsync(true);
    await session.stop();
    await broker.close();
    catalogue.stop();
    await removeUserDir(folder);
  });

  it('has at most four steps', () => assert.equal(steps.length, 4));

  it('1. install: both packages through the palette manager', async () => {
    assert.match(steps[0], /Manage palette → Install.*upload.*\.tgz.*@flowfuse\/node-red-dashboard/s);
    await editor.openPalette();
    await editor.uploadModule(tarball);
    await editor.picture('palette-upload');
    await editor.installModule(DASHBOARD);
    await editor.closePalette();
    const sets = (await (await session.red.get('/nodes')).json()) as { module: string; err?: string }[];
    for (const [module, types] of [
      [packageJson.name, Object.keys(packageJson['node-red'].nodes)],
      [DASHBOARD, ['ui-template']],
    ] as const) {
      assert.ok(sets.some((set) => set.module === module && set.err === undefined));
      for (const type of types) assert.ok(await editor.ask(`!!RED.nodes.getType('${type}')`), type);
    }
  });

  it('2. import: the example', async () => {
    assert.match(steps[1], /Import → Examples → @psmf\/node-red-psmf → dashboard/);
    await editor.importExample(packageJson.name, 'dashboard');
  });

  it('3. wire your sensors: an mqtt in node in the place of the simulated plant', async () => {
    assert.match(
      steps[2],
      /Delete _every second_ and _simulated plant_.*mqtt in.*broker.*topic.*wire.*fill gaps/s,
    );
    for (const name of ['every second', 'simulated plant']) await editor.remove(name);
    const mqtt = await editor.dragIn('mqtt in');
    const dialog = await editor.openDialog(mqtt);
    await editor.page.locator('#node-input-btn-broker-add, #node-input-lookup-broker').first().click();
    await editor.page.locator('#node-config-input-broker').fill('127.0.0.1');
    await editor.page.locator('#node-config-input-port').fill(String(broker.port));
    await editor.page.locator('#node-config-dialog-ok').click();
    await dialog.field('topic').fill('plant/#');
    await dialog.done();
    await editor.wire(mqtt, await editor.idOf('fill gaps'));
    await editor.picture('first-steps-wired');
  });

  it('4. deploy: the sensors are there, and what is missing is filled, with its band', async () => {
    assert.match(steps[3], /Deploy.*\/dashboard\/psmf/s);
    await editor.deploy();
    await editor.page.goto(`${session.red.url}/dashboard/psmf`);
    let t = 0;
    const names = ['inlet', 'outlet', 'flow', 'power'];
    const tick = (): void => {
      const frame = plantFrame(t++);
      for (const name of names)
        if (name !== 'flow' || t < 80) client.publish(`plant/${name}`, String(frame[name]));
    };
    const timer = setInterval(tick, 100);
    try {
      const last = editor.page.locator('.psmf-card canvas').nth(names.length - 1);
      // A page that is opened while the dashboard still starts shows nothing until it is opened again.
      for (let again = 0; again < 5 && !(await isThere(last)); again++) await editor.page.reload();
      await last.waitFor({ timeout: 60_000 });
      const flow = editor.page.locator('.psmf-card.silent', { hasText: 'flow' });
      await flow.getByText(/no reading since .*; filled, to within ± \d/).waitFor({ timeout: 60_000 });
      await editor.picture('first-steps-dashboard');
    } finally {
      clearInterval(timer);
    }
    assert.equal(await editor.page.locator('.psmf-card').count(), names.length);
    assert.doesNotMatch(session.red.log, /\[error\]/);
  });
});
