import { iso, wave, type DeviceCase } from '../device-case';

const clock = (
  name: string,
  timeOf: (now: number) => object,
  time?: (now: number) => number,
): DeviceCase => ({
  ...{ family: 'times', name },
  round: (t, now) => ({
    topic: 'clock',
    payload: { ...timeOf(now), temperature: wave(t, 21, 2), flow: wave(t, 5, 1, 1) },
  }),
  sensors: ['temperature', 'flow'],
  ...(time === undefined ? {} : { time: (_: number, now: number) => time(now) }),
});
const parts = (now: number): [number, number, number, number, number, number] => {
  const date = new Date(now);
  return [
    date.getFullYear(),
    date.getMonth() + 1,
    date.getDate(),
    date.getHours(),
    date.getMinutes(),
    date.getSeconds(),
  ];
};
const two = (value: number): string => String(value).padStart(2, '0');

export const clocks: readonly DeviceCase[] = [
  clock(
    'a basic ISO form',
    (now) => ({ ts: iso(now).replace(/[-:]|\.\d+/g, '') }),
    (now) => now,
  ),
  clock(
    'fourteen digits',
    (now) => ({ timestamp: parts(now).map(two).join('') }),
    (now) => now,
  ),
  clock('the same as a number', (now) => ({ measured: Number(parts(now).map(two).join('')) })),
  clock('day.month.year', (now) => {
    const [y, m, d, h, min, s] = parts(now);
    return { Zeit: `${two(d)}.${two(m)}.${y} ${two(h)}:${two(min)}:${two(s)}` };
  }),
  clock(
    'the form of mails',
    (now) => ({ date: new Date(now).toUTCString() }),
    (now) => now,
  ),
  clock(
    'a comma before the milliseconds',
    (now) => ({ time: iso(now).replace('.', ',') }),
    (now) => now,
  ),
  clock('parts of a date', (now) => {
    const [year, month, day, hour, minute, second] = parts(now);
    return { year, month, day, hour, minute, second, dayOfWeek: 1 };
  }),
  clock(
    'seconds and nanoseconds',
    (now) => ({ timestamp: { seconds: Math.floor(now / 1000), nanos: 0 } }),
    (now) => now,
  ),
  clock(
    'a date of a document store',
    (now) => ({ createdAt: { $date: iso(now) } }),
    (now) => now,
  ),
  clock('time of day only', (now) => ({ time: iso(now).slice(11, 16), sunrise: '06:45', sunset: '19:02' })),
  clock('a duration', () => ({ duration: 'PT5M30S', up: '3d 04:05:06', remaining: '00:12:30' })),
  clock('date and time apart', (now) => ({ date: iso(now).slice(0, 10), time: iso(now).slice(11, 19) })),
  clock('the time since the start', (now) => ({ millis: now % 1e7, uptimeMs: now % 1e6, ticks: 7 })),
  clock(
    'beside other moments: the boot, the next report',
    (now) => ({
      ...{
        lastBoot: iso(now - 9e6),
        nextReport: Math.round(now / 1000) + 300,
        resetTime: now - 5e6,
        startTime: iso(now - 1e6),
      },
    }),
    (now) => now,
  ),
  clock(
    'in an object about the message',
    (now) => ({ meta: { timestamp: now - 1500, version: 3, count: 7 } }),
    (now) => now - 1500,
  ),
  clock('a list of two numbers: seconds and rest', (now) => ({ ts: [Math.floor(now / 1000), 250_000_000] })),
  {
    ...{ family: 'times', name: 'a row of numbers that begins with the time' },
    round: (t, now) => ({ topic: 'row', payload: [now, wave(t, 21, 2), wave(t, 5, 1, 1)] }),
    sensors: ['1', '2'],
    time: (_, now) => now,
  },
  {
    ...{ family: 'times', name: 'rows of time and value' },
    round: (t, now) => ({
      topic: 'rows',
      payload: [0, 1, 2].map((k) => [
        now / 1000 - 20 * (2 - k),
        wave(3 * t + k, 21, 2),
        `${wave(3 * t + k, 5, 1, 1)}`,
      ]),
    }),
    rounds: 16,
    sensors: ['1', '2'],
    time: (_, now) => now,
  },
];

const written = (
  name: string,
  write: (t: number) => Record<string, unknown>,
  sensors: readonly string[],
  gap?: DeviceCase['gap'],
): DeviceCase => ({
  ...{ family: 'numbers and words', name, sensors, gap },
  round: (t) => ({ topic: 'w', payload: write(t) }),
});

export const words: readonly DeviceCase[] = [
  written(
    'thousands and decimals of several countries',
    (t) => ({
      a: `1.${200 + t},5`,
      b: `1,${200 + t}.5 kWh`,
      c: `1'${200 + t}.5`,
      d: `1 ${200 + t},5 m³`,
    }),
    ['a', 'b', 'c', 'd'],
    {
      send: () => ({ topic: 'w', payload: { a: null, b: null, c: "1'247.5", d: '1 247,5 m³' } }),
      filled: { a: 1247, b: 1247 },
      within: 25,
    },
  ),
  written(
    'signs of units in one character, wide digits',
    (t) => ({
      t: `${wave(t, 21, 2)}℃`,
      f: `${wave(t, 70, 4, 1)} ℉`,
      w: `２${t % 10}．５`,
      p: `${wave(t, 45, 6, 2)}％`,
    }),
    ['t', 'f', 'w', 'p'],
  ),
  written(
    'units of two words, in several languages',
    (t) => ({
      a: `${wave(t, 21, 2)} deg C`,
      b: `${wave(t, 20, 2, 1)} Grad`,
      c: `${wave(t, 40, 5, 2)} % RH`,
      d: `${wave(t, 3, 1, 3)} l/min`,
    }),
    ['a', 'b', 'c', 'd'],
  ),
  written(
    'addresses, versions and numbers of devices are no readings',
    (t) => ({
      ...{
        temperature: wave(t, 21, 2),
        host: '192.168.178.123',
        gw: '192.168.100.200',
        release: '1.2.3',
        edition: '2.100.300.400',
      },
      ...{
        phone: '491701234567',
        eid: '89049032000001000000123456789012',
        imei: 860123456789012,
        colour: '#ff8800',
        code: '0x1F',
      },
      ...{ card: '04A2B3C4', uuidv4: '550e8400-e29b-41d4-a716-446655440000', link: 'http://192.168.0.1/5' },
    }),
    ['temperature'],
  ),
  written(
    'switches in words of several languages',
    (t) => ({
      de: t % 6 < 3 ? 'ein' : 'aus',
      window: t % 5 < 2 ? 'offen' : 'geschlossen',
      fr: t % 6 < 3 ? 'marche' : 'arrêt',
      es: t % 6 < 3 ? 'encendido' : 'apagado',
      it: t % 5 < 2 ? 'aperto' : 'chiuso',
      nl: t % 6 < 3 ? 'aan' : 'uit',
      ja: t % 6 < 3 ? 'オン' : 'オフ',
      presence: t % 7 < 3 ? 'present' : 'absent',
    }),
    ['de', 'window', 'fr', 'es', 'it', 'nl', 'ja', 'presence'],
    {
      send: () => ({ topic: 'w', payload: { de: 'ein', fr: 'marche', es: 'encendido', nl: 'aan' } }),
      filled: { ja: 'オン' },
    },
  ),
  written(
    'what is not a number, in the words of several makers',
    (t) => ({
      a: t % 3 === 1 ? '-Infinity' : wave(t, 21, 2),
      b: t % 4 === 1 ? '+Inf' : `${wave(t, 5, 1)}`,
      c: t % 5 === 1 ? '#N/A' : wave(t, 7, 1),
      d: t % 5 === 2 ? 'n. v.' : `${wave(t, 9, 1)}`,
      e: '1.#QNAN',
    }),
    ['a', 'b', 'c', 'd'],
  ),
  written(
    'signs and exponents',
    (t) => ({
      a: `${wave(t, 2, 1)}e-3`,
      b: `+${wave(t, 5, 1, 1)}`,
      c: `−${wave(t, 8, 1, 2)} °C`,
      d: -0,
      e: `${wave(t, 3, 1, 3)}E+2 Pa`,
    }),
    ['a', 'b', 'c', 'd', 'e'],
  ),
  {
    ...{ family: 'numbers and words', name: 'a row of comma-separated values: said, not learned' },
    round: (t) => ({ topic: 'csv', payload: `2026-03-01 10:00:00;${wave(t, 21, 2)};${wave(t, 45, 6, 1)}` }),
    sensors: [],
    status: { fill: 'yellow', text: /text, not JSON/ },
  },
  {
    ...{ family: 'numbers and words', name: 'nothing but gaps: said' },
    round: () => ({ topic: 'x', payload: { temperature: null, humidity: null } }),
    sensors: [],
    status: { fill: 'yellow', text: /no number/ },
  },
  {
    ...{ family: 'numbers and words', name: 'a topic that is never available: said' },
    round: () => ({ topic: 'x/temperature', payload: 'unavailable' }),
    sensors: [],
    status: { fill: 'yellow', text: /no number/ },
  },
];

export const idsInside: readonly DeviceCase[] = [
  {
    ...{ family: 'devices named in the payload', name: 'a short text as id' },
    round: (t) =>
      ['A1', 'B2'].map((id, k) => ({
        topic: 'sensors',
        payload: { id, temperature: wave(t, 21, 2, k), humidity: wave(t, 45, 6, k) },
      })),
    sensors: ['A1', 'B2'].flatMap((id) => [`sensors/${id}/temperature`, `sensors/${id}/humidity`]),
  },
  {
    ...{ family: 'devices named in the payload', name: 'rooms' },
    round: (t) =>
      ['kitchen', 'bath'].map((room, k) => ({ payload: { room, temperature: wave(t, 21, 2, k) } })),
    sensors: ['kitchen/temperature', 'bath/temperature'],
  },
  {
    ...{ family: 'devices named in the payload', name: 'small numbers that come again' },
    round: (t) =>
      [17, 18, 19].map((node, k) => ({
        topic: 'bus',
        payload: { node, temperature: wave(t, 21 + 5 * k, 2, k) },
      })),
    sensors: [17, 18, 19].map((node) => `bus/${node}/temperature`),
  },
  {
    ...{ family: 'devices named in the payload', name: 'ids of the messages name no device' },
    round: (t) => ({
      topic: 'log',
      payload: {
        id: `${(t * 7919 + 4000).toString(16)}-${t}f3`,
        uid: t,
        temperature: wave(t, 21, 2),
        flow: wave(t, 5, 1, 1),
      },
    }),
    sensors: ['temperature', 'flow'],
  },
  {
    ...{ family: 'devices named in the payload', name: 'numbers that count the messages name no device' },
    round: (t) => ({
      topic: 'log',
      payload: { id: 100 + t, node: 4, temperature: wave(t, 21, 2), flow: wave(t, 5, 1, 1) },
    }),
    sensors: ['temperature', 'flow'],
  },
];
