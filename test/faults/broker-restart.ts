import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectAsync, type MqttClient } from 'mqtt';
import { startBroker } from '../../demo/broker';
import { startMosquitto } from '../e2e/mosquitto';
import type { TestBroker } from '../e2e/mqtt-scenario';
import { findFreePort, NodeRed } from '../e2e/node-red';
import { createUserDir, removeUserDir } from '../e2e/packed';
import { simulateFrames } from '../frame/simulation';
import { count, pause, type Fault } from './fault';
import { withEach, type NamedInstallation } from './installations';

const SENSORS = 4;
const PERIOD_MS = 50;
const START = 1.7e12;
/** Frames at the end that nothing disturbs. */
const CALM = 40;

/** Where a broker listens, and keeps its sessions if it does. */
interface Wanted {
  readonly port: number;
  readonly folder: string;
}

/** mosquitto knows its sessions again after a restart; aedes has forgotten them, and what waited in them. */
const brokers: Readonly<Record<string, (wanted: Wanted) => Promise<TestBroker>>> = {
  mosquitto: startMosquitto,
  aedes: ({ port }) => startBroker(port),
};

interface Answer {
  readonly time: number;
  readonly seq: number;
  readonly late: boolean;
  readonly filled: readonly string[];
}

const place = (node: object): object => ({ z: 'tab', x: 0, y: 0, ...node });
const rule = (from: string, to: string): object => ({ t: 'set', p: to, pt: 'msg', to: from, tot: 'msg' });

/** plant/# (QoS 1, a session that outlives connections) -> psmf-impute -> out. */
const createFlow = (port: number): object[] => [
  { id: 'tab', type: 'tab', label: 'test' },
  {
    ...{ id: 'broker', type: 'mqtt-broker', broker: '127.0.0.1', port: `${port}`, clientid: 'psmf-faults' },
    ...{ autoConnect: true, usetls: false, protocolVersion: '4', keepalive: '5', cleansession: false },
  },
  place({
    ...{ id: 'in', type: 'mqtt in', topic: 'plant/#', qos: '1', datatype: 'json', broker: 'broker' },
    wires: [['reading']],
  }),
  place({
    ...{ id: 'reading', type: 'change', wires: [['impute']] },
    rules: [rule('payload.time', 'timestamp'), rule('payload.value', 'payload')],
  }),
  place({ id: 'impute', type: 'psmf-impute', frameMs: '1000', keepGoing: false, wires: [['pick'], []] }),
  place({
    ...{ id: 'pick', type: 'function', outputs: 1, wires: [['out']] },
    func: 'const { time, seq, late, filled } = msg.psmf.impute; return { payload: { time, seq, late, filled } };',
  }),
  place({ id: 'out', type: 'mqtt out', topic: 'out', qos: '1', broker: 'broker', wires: [] }),
];

/** Publishes frames for so long, one topic for each sensor; the number of the next one. */
async function publish(client: MqttClient, from: number, frames: number): Promise<number> {
  const values = simulateFrames(200, SENSORS);
  for (let t = from; t < from + frames; t++) {
    for (const [name, value] of Object.entries(values[t % 200]))
      client.publish(`plant/${name}`, JSON.stringify({ value, time: START + 1000 * t }), { qos: 1 });
    await pause(PERIOD_MS);
  }
  return from + frames;
}

async function endure(
  installation: NamedInstallation,
  start: (wanted: Wanted) => Promise<TestBroker>,
  restarts: number,
): Promise<string> {
  const wanted = { port: await findFreePort(), folder: await mkdtemp(join(tmpdir(), 'psmf-broker-')) };
  const { userDir } = await createUserDir();
  await writeFile(join(userDir, 'flows.json'), JSON.stringify(createFlow(wanted.port)));
  let broker = await start(wanted);
  const options = { reconnectPeriod: 200, clean: false, clientId: 'psmf-publisher' };
  const client = await connectAsync(`mqtt://127.0.0.1:${wanted.port}`, options);
  client.on('error', () => {});
  const answers: Answer[] = [];
  client.on('message', (_topic, bytes) => answers.push(JSON.parse(bytes.toString()) as Answer));
  await client.subscribeAsync('out', { qos: 1 });
  const red = await NodeRed.start(userDir, installation);
  let sent = 0;
  while (answers.length === 0) sent = await publish(client, sent, 5);
  for (let i = 0; i < restarts; i++) {
    sent = await publish(client, sent, 10);
    await broker.close();
    sent = await publish(client, sent, 10);
    broker = await start(wanted);
    assert.equal(broker.port, wanted.port);
    const before = answers.length;
    while (answers.length === before) sent = await publish(client, sent, 5);
  }
  const settled = await settle(answers);
  const calmFrom = sent;
  sent = await publish(client, sent, CALM);
  await settle(answers);
  await client.endAsync(true);
  await red.stop();
  await broker.close();
  await removeUserDir(userDir);
  await rm(wanted.folder, { recursive: true, force: true });
  return judge(answers, sent, calmFrom, settled, restarts);
}

/** Resolves when no answer has come for a while; how many there are. */
async function settle(answers: readonly Answer[]): Promise<number> {
  for (let seen = -1; seen !== answers.length; await pause(8000)) seen = answers.length;
  return answers.length;
}

function judge(
  answers: readonly Answer[],
  sent: number,
  calmFrom: number,
  settled: number,
  restarts: number,
): string {
  const bySeq = new Map(answers.filter(({ late }) => !late).map((answer) => [answer.seq, answer]));
  const learned = [...bySeq.values()];
  const times = new Set(learned.map(({ time }) => time));
  assert.equal(times.size, learned.length, 'a frame was learned twice');
  const frames = Math.max(...bySeq.keys());
  assert.ok(frames <= sent, `${frames} frames learned of ${sent}`);
  const calm = answers.slice(settled).filter(({ time, late }) => !late && time > START + 1000 * calmFrom);
  assert.ok(calm.length >= CALM - 2, `${calm.length} of ${CALM} frames after the last restart`);
  assert.ok(
    calm.every(({ filled }) => filled.length === 0),
    'frames stay incomplete after the last restart',
  );
  return `${restarts} restarts: ${count(sent)} frames sent, ${count(frames)} learned, none of the ${count(learned.length)} answers heard for the same frame; the ${calm.length} after the last restart complete`;
}

export const brokerRestart: Fault = {
  name: 'broker-restart',
  title:
    'the broker (mosquitto; aedes, which keeps no sessions, so that what is sent until Node-RED is back is gone) restarts under load, QoS 1',
  promise: 'no reading learned twice, frames are complete again afterwards',
  run: (size) =>
    withEach(async (installation) => {
      const figures = await Promise.all(
        Object.entries(brokers).map(
          async ([name, start]) => `${name}, ${await endure(installation, start, size.pick(1, 10))}`,
        ),
      );
      return figures.join('; ');
    }),
};
