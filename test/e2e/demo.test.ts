import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectAsync } from 'mqtt';
import { DemoProcess } from '../../demo/child';
import { DASHBOARD } from '../../demo/dashboard/example';
import { SENSORS } from '../../demo/sensors';

describe('the demo', function () {
  this.timeout(120_000);
  const demos: { demo: DemoProcess; folder: string }[] = [];
  const start = async (port: string, again?: string): Promise<DemoProcess> => {
    const folder = again ?? (await mkdtemp(join(tmpdir(), 'psmf-demo-')));
    const demo = await DemoProcess.start({ DEMO_DIR: folder, PORT: port, SPEED: '20' });
    demos.push({ demo, folder });
    return demo;
  };
  let demo: DemoProcess;

  before(async () => {
    demo = await start('0');
  });
  after(async () => {
    for (const { demo, folder } of demos) {
      await demo.stop();
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('says where the editor and the dashboard are, and they are there', async () => {
    for (const name of ['Editor', 'Dashboard']) {
      assert.match(demo.address(name), /^http:\/\/127\.0\.0\.1:\d+\//);
      const response = await fetch(demo.address(name));
      assert.equal(response.status, 200, name);
      assert.match(response.headers.get('content-type') ?? '', /html/);
    }
  });

  it('runs a flow whose nodes are all known', async () => {
    const types = new Set(
      ((await (await fetch(`${demo.address('Editor')}flows`)).json()) as { type: string }[]).map(
        ({ type }) => type,
      ),
    );
    const sets = (await (
      await fetch(`${demo.address('Editor')}nodes`, { headers: { accept: 'application/json' } })
    ).json()) as { types: string[]; err?: string }[];
    assert.deepEqual(
      sets.filter(({ err }) => err !== undefined),
      [],
    );
    const known = new Set(['tab', 'junction', ...sets.flatMap((set) => set.types)]);
    for (const type of ['psmf-impute', 'psmf-changepoint']) assert.ok(types.has(type));
    assert.deepEqual(
      [...types].filter((type) => !known.has(type)),
      [],
    );
  });

  it('publishes every sensor on a topic of its own', async () => {
    const client = await connectAsync(demo.address('Broker'));
    await client.subscribeAsync('plant/#');
    const heard = new Set<string>();
    await new Promise<void>((resolve) => {
      client.on('message', (topic) => {
        if (heard.add(topic).size === SENSORS.length) resolve();
      });
    });
    await client.endAsync(true);
    assert.deepEqual([...heard].sort(), SENSORS.map(({ topic }) => topic).sort());
  });

  it('takes free ports when its own are taken, and says so', async () => {
    const port = new URL(demo.address('Editor')).port;
    const second = await start(port);
    assert.match(second.log, new RegExp(`^Port ${port} is taken; using \\d+\\.`, 'm'));
    assert.notEqual(second.address('Broker'), demo.address('Broker'));
    assert.equal((await fetch(second.address('Dashboard'))).status, 200);
  });

  it('ends well on Ctrl-C, with what was learned on disk', async () => {
    const [{ folder }] = demos;
    await demo.stop();
    assert.equal(await demo.stop(), 0);
    await assert.rejects(fetch(demo.address('Editor')));
    const kept = await readFile(join(folder, 'context', DASHBOARD.tab, 'flow.json'), 'utf8');
    assert.match(kept, new RegExp(`psmf_${DASHBOARD.impute}`));
  });

  it('goes on from there when it is started again, and sends nothing twice', async () => {
    const again = await start('0', demos[0].folder);
    const url = `${again.address('Editor')}psmf/psmf-impute/${DASHBOARD.impute}`;
    const look = async (): Promise<{ seq?: number; counts?: { late: number } }> =>
      (await (await fetch(url)).json()) as { seq?: number; counts?: { late: number } };
    let state = await look();
    while (state.counts === undefined || (state.seq ?? 0) === 0) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      state = await look();
    }
    assert.ok((state.seq ?? 0) > 1000, `it begins with ${state.seq} frames`);
    assert.ok(state.counts.late < 100, `${state.counts.late} late frames`);
  });
});
