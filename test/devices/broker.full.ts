import assert from 'node:assert/strict';
import type { MqttClient } from 'mqtt';
import { connectClient } from '../../demo/mqtt-client';
import { installation } from '../browser/session';
import { startMosquitto } from '../e2e/mosquitto';
import type { TestBroker } from '../e2e/mqtt-scenario';
import { NodeRed } from '../e2e/node-red';
import { createUserDir, removeUserDir } from '../e2e/packed';
import { runThroughBroker, type DataType } from './broker-run';
import { checkRun } from './check-run';
import { cases } from './families';

/** Sequences by family and name, with what `mqtt in` is set to. */
const CHOSEN: readonly (readonly [family: string, name: string, datatype: DataType])[] = [
  ['Zigbee gateway', 'one device', 'buffer'],
  ['Zigbee gateway', 'two devices of one kind', 'auto-detect'],
  ['Zigbee gateway', 'a device goes offline', 'utf8'],
  ['Tasmota', 'a climate sensor, nested, its time without a zone', 'auto-detect'],
  ['Tasmota', 'a bridge whose messages hold one device each', 'utf8'],
  ['Tasmota', 'the state of a device beside its sensor, and its last will', 'auto-detect'],
  ['Shelly', 'notifications with all figures, time in seconds', 'buffer'],
  ['Shelly', 'status topics of several components, and online', 'auto-detect'],
  ['LoRaWAN', 'The Things Stack, two devices, as text', 'auto-detect'],
  ['LoRaWAN', 'ChirpStack, one device', 'utf8'],
  ['Sparkplug B', 'data of one device', 'auto-detect'],
  ['SenML', 'several moments in one pack, as text', 'auto-detect'],
  ['Victron', 'a value under each topic', 'auto-detect'],
  ['a number per topic', 'Homie', 'auto-detect'],
  ['numbers as people write them', 'with units', 'auto-detect'],
  ['IoT platform', 'time and values', 'utf8'],
];

describe('what devices send, through mosquitto and mqtt in', () => {
  let userDir = '';
  let broker: TestBroker;
  let red: NodeRed;
  let client: MqttClient;

  before(async () => {
    broker = await startMosquitto();
    client = await connectClient(broker.port);
    ({ userDir } = await createUserDir());
    red = await NodeRed.start(userDir, installation);
  });
  after(async () => {
    await client?.endAsync(true);
    await red?.stop();
    await broker?.close();
    await removeUserDir(userDir);
  });

  for (const [family, name, datatype] of CHOSEN)
    it(`${family}: ${name} (${datatype})`, async () => {
      const each = cases.find((other) => other.family === family && other.name === name);
      assert.ok(each, 'no such sequence');
      checkRun(each, await runThroughBroker(each, datatype, { red, client, port: broker.port }));
      assert.deepEqual(red.warnings, []);
    });
});
