import assert from 'node:assert/strict';
import { Random } from '../support/random';
import { LeaveOut } from '../../src/frame/leave-out';
import { SensorList } from '../../src/frame/sensor-list';
import { StreamReader } from '../../src/frame/stream-reader';
import { PayloadReader } from '../../src/frame/understand';
import { CoreRun } from './core-run';
import { iso, START } from './device-case';

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
  ...[
    'ts',
    't',
    'time',
    'timestamp',
    'date',
    'date time',
    'epoch',
    'unix time',
    'last seen',
    'last changed',
    'last update',
  ],
  ...[
    'received at',
    'created at',
    'updated at',
    'sampled at',
    'measured at',
    'event time',
    'source timestamp',
    'server time',
  ],
  ...[
    'device time',
    'gps time',
    'utc time',
    'start time',
    'boot time',
    'next update',
    'valid until',
    'time stamp',
    'gas timestamp',
  ],
];
const IDS = [
  ...[
    'id',
    'device id',
    'node id',
    'uuid',
    'guid',
    'uid',
    'serial number',
    'mac',
    'mac address',
    'ieee addr',
    'network address',
  ],
  ...[
    'dev eui',
    'gateway id',
    'index',
    'sensor id',
    'address',
    'user id',
    'client id',
    'unique id',
    'message id',
    'hw id',
    'imei',
  ],
];
const COUNTERS = [
  ...[
    'seq',
    'bd seq',
    'f cnt',
    'f port',
    'sequence',
    'sequence number',
    'msg count',
    'packet count',
    'packets',
    'uptime',
  ],
  ...[
    'link quality',
    'rssi',
    'snr',
    'lqi',
    'dr',
    'channel',
    'retries',
    'message counter',
    'frame counter',
    'hop count',
    'qos',
  ],
  ...[
    'ttl',
    'boot count',
    'reset count',
    'signal strength',
    'free heap',
    'firmware version',
    'sw version',
    'wifi rssi',
    'millis',
  ],
];
const HOLDERS = [
  'data',
  'state',
  'climate',
  'BME280',
  'unit1',
  'values',
  'inner',
  'sensor',
  'readings',
  'params',
  'payload',
];
const ENVELOPES = ['meta', 'header', 'metadata', 'gateway', 'device_info'];

/** A name of several words as makers write it. */
const STYLES: readonly ((words: readonly string[]) => string)[] = [
  (words) => words.join('_'),
  (words) => words.join('-'),
  (words) => words.join('').toLowerCase(),
  (words) => words.join('_').toUpperCase(),
  (words) => words.map(capital).join(''),
  (words) => words[0] + words.slice(1).map(capital).join(''),
];
const capital = (word: string): string => word[0].toUpperCase() + word.slice(1);

/** JSON as no device has sent it yet: sensors among times, ids and counters of the transport, nested at random. */
function createGenerator(seed: number): (t: number) => object {
  const source = new Random(seed);
  const random = (): number => source.uniform();
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)];
  const named = (list: readonly string[]): string => pick(STYLES)(pick(list).split(' '));
  const timeOf = (now: number): unknown =>
    pick<unknown>([
      ...[
        now,
        now / 1000,
        Math.floor(now / 1000),
        now * 1000,
        now * 1e6,
        `${now}`,
        iso(now),
        iso(now).slice(0, 19),
      ],
      ...[
        iso(now).replace('T', ' ').slice(0, 19),
        iso(now).replace(/[-:]|\.\d+/g, ''),
        new Date(now).toUTCString(),
      ],
      ...[
        iso(now).slice(0, 10).replace(/-/g, '/') + iso(now).slice(10, 19),
        Number(iso(now).replace(/\D/g, '').slice(0, 14)),
      ],
      ...[{ seconds: Math.floor(now / 1000), nanos: 5 }, { $date: iso(now) }, iso(now).slice(0, 10)],
    ]);
  const idOf = (): unknown =>
    pick<unknown>([
      ...[Math.floor(random() * 1e5), Math.floor(random() * 1e9), random().toString(16).slice(2), 7, '7'],
      ...[
        '00158d0001a2b3c4',
        '0x00158d0001a2b3c4',
        '860123456789012',
        '192.168.178.123',
        'A4:C1:38:00:11:22',
      ],
    ]);
  const build = (t: number, depth: number): object => {
    const entries: [string, unknown][] = [];
    for (let i = 0; i < 2 + random() * 4; i++)
      entries.push([
        pick(SENSORS),
        pick([20 + 5 * Math.sin(t), `${t % 9}.5`, t % 2 === 0, `${t % 7},5 kPa`, null]),
      ]);
    for (let i = 0; i < 1 + random() * 2; i++) entries.push([named(TIMES), timeOf(START + 1000 * t)]);
    for (let i = 0; i < 1 + random() * 2; i++) entries.push([named(IDS), idOf()]);
    for (let i = 0; i < 1 + random() * 3; i++)
      entries.push([named(COUNTERS), pick<unknown>([t, 100 + t, -60 - (t % 9), 1, `${t}`])]);
    if (random() < 0.3)
      entries.push([pick(ENVELOPES), { [named(COUNTERS)]: t, [named(TIMES)]: timeOf(START + 1000 * t) }]);
    if (depth < 3 && random() < 0.5) entries.push([pick(HOLDERS), build(t, depth + 1)]);
    if (depth < 2 && random() < 0.2) entries.push(['list', [build(t, depth + 2), build(t, depth + 2)]]);
    return Object.fromEntries(entries.sort(() => random() - 0.5));
  };
  return (t) => build(t, 0);
}

const lastPart = (name: string): string =>
  name.slice(Math.max(name.lastIndexOf('.'), name.lastIndexOf('/')) + 1);
const isWrong = (name: string): boolean => !SENSORS.includes(lastPart(name));

/** The names under which a reader finds numbers: what a model would learn. */
function namesFound(next: (t: number) => object, count: number): ReadonlySet<string> {
  const payloads = new PayloadReader(new LeaveOut(), ['timestamp']);
  const reader = new StreamReader(payloads, new SensorList(null, 1024), 'automatic');
  const found = new Set<string>();
  for (let t = 0; t < count; t++) {
    const payload = t % 2 === 0 ? next(t) : JSON.stringify(next(t));
    const sorted = reader.sort(
      {
        content: payloads.read(payload, START + 1000 * t),
        ...{ topic: 'any', time: null, isBad: false, isOurs: false },
      },
      { names: [...found] },
    );
    const frames = sorted.kind === 'frames' ? sorted.frames : [];
    for (const { fields } of frames)
      for (const [name, value] of Object.entries(fields)) if (typeof value === 'number') found.add(name);
    const readings = sorted.kind === 'readings' ? sorted.readings : [];
    for (const { name, value } of readings) if (typeof value === 'number') found.add(name);
  }
  return found;
}

describe('random JSON', () => {
  for (const seed of [1, 2])
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
      assert.deepEqual(run.model.names.filter(isWrong), []);
      assert.ok(run.model.names.length > 0);
    });

  it('is read without a time, an id or a counter of the transport, from 15 more seeds', () => {
    for (let seed = 3; seed < 18; seed++) {
      const names = namesFound(createGenerator(seed), 100);
      assert.deepEqual([...names].filter(isWrong), [], `seed ${seed}`);
      assert.ok(names.size > 0);
    }
  });
});
