import assert from 'node:assert/strict';
import { Random } from '../support/random';
import { CoreRun } from './core-run';
import { START } from './device-case';

const SENSORS = [
  'temperature',
  'humidity',
  'pressure',
  'flow',
  'power',
  'voltage',
  'level',
  'co2',
  'lux',
  'speed',
  'torque',
  'ph',
];
const TIMES = [
  'ts',
  'time',
  'timestamp',
  'Time',
  't',
  'last_seen',
  'last_changed',
  'received_at',
  'sourceTimestamp',
  'updatedAt',
  'createdAt',
  'eventTime',
  'date',
  'lastUpdate',
  'sampled_at',
];
const IDS = [
  'id',
  'device_id',
  'deviceId',
  'nodeId',
  'uuid',
  'serialNumber',
  'mac',
  'ieeeAddr',
  'networkAddress',
  'dev_eui',
  'gateway_id',
  'index',
  'uid',
  'sensor_id',
  'address',
];
const COUNTERS = [
  'seq',
  'bdSeq',
  'f_cnt',
  'fCnt',
  'fPort',
  'sequence',
  'sequenceNumber',
  'msg_count',
  'packetCount',
  'packets',
  'uptime',
  'linkquality',
  'rssi',
  'snr',
  'dr',
  'channel',
  'retries',
  'messageCounter',
  'frameCounter',
  'hopCount',
  'qos',
  'ttl',
];
const HOLDERS = ['data', 'state', 'climate', 'BME280', 'unit1', 'values', 'inner', 'sensor'];

/** JSON as no device has sent it yet: sensors among times, ids and counters of the transport, nested at random. */
function createGenerator(seed: number): (t: number) => object {
  const source = new Random(seed);
  const random = (): number => source.uniform();
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)];
  const timeOf = (now: number): unknown =>
    pick([
      now,
      now / 1000,
      Math.floor(now / 1000),
      now * 1000,
      now * 1e6,
      new Date(now).toISOString(),
      new Date(now).toISOString().slice(0, 19),
      `${now}`,
    ]);
  const idOf = (): unknown =>
    pick([Math.floor(random() * 1e5), random().toString(16).slice(2), 7, '00158d0001a2b3c4']);
  const build = (t: number, depth: number): object => {
    const entries: [string, unknown][] = [];
    for (let i = 0; i < 2 + random() * 4; i++)
      entries.push([pick(SENSORS), pick([20 + 5 * Math.sin(t), `${t % 9}.5`, t % 2 === 0])]);
    for (let i = 0; i < 1 + random() * 2; i++) entries.push([pick(TIMES), timeOf(START + 1000 * t)]);
    for (let i = 0; i < 1 + random() * 2; i++) entries.push([pick(IDS), idOf()]);
    for (let i = 0; i < 1 + random() * 3; i++)
      entries.push([pick(COUNTERS), pick([t, 100 + t, -60 - (t % 9), 1])]);
    if (depth < 3 && random() < 0.5) entries.push([pick(HOLDERS), build(t, depth + 1)]);
    if (depth < 2 && random() < 0.2) entries.push(['list', [build(t, depth + 2), build(t, depth + 2)]]);
    return Object.fromEntries(entries.sort(() => random() - 0.5));
  };
  return (t) => build(t, 0);
}

describe('random JSON', () => {
  for (const seed of [1, 2, 3, 4, 5, 6]) {
    it(`teaches no time, no id and no counter of the transport (seed ${seed})`, () => {
      const run = new CoreRun();
      const next = createGenerator(seed);
      for (let t = 0; t < 100; t++) {
        const payload = next(t);
        run.take(
          { topic: 'any', payload: t % 2 === 0 ? payload : JSON.stringify(payload) },
          START + 1000 * t,
        );
      }
      const wrong = run.model.names.filter(
        (name) => !SENSORS.includes(name.slice(Math.max(name.lastIndexOf('.'), name.lastIndexOf('/')) + 1)),
      );
      assert.deepEqual(wrong, []);
      assert.ok(run.model.names.length > 0);
    });
  }
});
