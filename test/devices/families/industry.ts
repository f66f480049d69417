import { iso, wave, type DeviceCase } from '../device-case';

const metric = (name: string, value: unknown, timestamp: number, more: object = {}): object => ({
  name,
  timestamp,
  type: 'Float',
  value,
  ...more,
});

export const sparkplug: readonly DeviceCase[] = [
  {
    ...{ family: 'Sparkplug B', name: 'data of one device' },
    round: (t, now) => ({
      topic: 'spBv1.0/group/DDATA/edge/dev',
      payload: {
        timestamp: now,
        metrics: [metric('Supply Voltage', wave(t, 12.3, 0.4), now), metric('Load', wave(t, 40, 9, 1), now)],
        seq: t % 256,
      },
    }),
    sensors: ['Supply Voltage', 'Load'],
    time: (_, now) => now,
    gap: {
      send: (t, now) => ({
        topic: 'spBv1.0/group/DDATA/edge/dev',
        payload: {
          timestamp: now,
          metrics: [
            metric('Supply Voltage', null, now, { is_null: true }),
            metric('Load', wave(t, 40, 9, 1), now),
          ],
          seq: 9,
        },
      }),
      filled: { 'metrics.0.value': 12.3, 'metrics.0.is_null': false },
      within: 1,
    },
  },
  {
    ...{ family: 'Sparkplug B', name: 'a birth, then what has changed, then a death' },
    round: (t, now) => [
      ...(t > 0
        ? []
        : [
            {
              topic: 'spBv1.0/g/DBIRTH/edge/dev',
              payload: {
                timestamp: now,
                metrics: [
                  metric('T', 20, now),
                  metric('P', 3, now),
                  { name: 'Node Control/Rebirth', type: 'Boolean', value: false },
                  { name: 'bdSeq', value: 3 },
                ],
                seq: 0,
              },
            },
          ]),
      {
        topic: 'spBv1.0/g/DDATA/edge/dev',
        payload: { timestamp: now + 1, metrics: [metric('T', wave(t, 20, 2), now + 1)], seq: t },
      },
      {
        topic: 'spBv1.0/g/DDATA/edge/dev',
        payload: { timestamp: now + 2, metrics: [metric('P', wave(t, 3, 1, 1), now + 2)], seq: t },
      },
    ],
    sensors: ['g/edge/dev/T', 'g/edge/dev/P'],
    silent: {
      send: (_, now) => ({ topic: 'spBv1.0/g/DDEATH/edge/dev', payload: { timestamp: now, seq: 9 } }),
      sensors: ['g/edge/dev/T', 'g/edge/dev/P'],
    },
    status: { fill: 'yellow', text: /silent/ },
  },
  {
    ...{ family: 'Sparkplug B', name: 'qualities that are bad and stale' },
    round: (t, now) => ({
      topic: 'spBv1.0/g/DDATA/edge/dev',
      payload: {
        timestamp: now,
        metrics: [
          metric('A', t % 5 === 4 ? 0 : wave(t, 5, 1), now, {
            properties: { Quality: { type: 'Int32', value: t % 5 === 4 ? 500 : 192 } },
          }),
          metric('B', wave(t, 7, 2, 1), now),
        ],
        seq: 1,
      },
    }),
    sensors: ['A', 'B'],
    gap: {
      send: (t, now) => ({
        topic: 'spBv1.0/g/DDATA/edge/dev',
        payload: {
          timestamp: now,
          metrics: [metric('A', -99, now, { quality: 0 }), metric('B', wave(t, 7, 2, 1), now)],
          seq: 1,
        },
      }),
      filled: { 'metrics.0.value': 5 },
      within: 2,
    },
  },
];

export const opcua: readonly DeviceCase[] = [
  {
    ...{ family: 'OPC UA', name: 'values with status and time beside them' },
    round: (t, now) =>
      ['ns=2;s=Flow', 'ns=2;s=Level'].map((topic, k) => ({
        ...{ topic, payload: k === 0 && t % 9 === 8 ? -1 : wave(t, 4, 1, k), sourceTimestamp: new Date(now) },
        statusCode:
          k === 0 && t % 9 === 8
            ? { value: 0x80310000, name: 'BadNoCommunication' }
            : { value: 0, name: 'Good' },
      })),
    sensors: ['ns=2;s=Flow', 'ns=2;s=Level'],
    time: (_, now) => now,
  },
  {
    ...{ family: 'OPC UA', name: 'data values, 1601 for no time' },
    round: (t, now) =>
      ['ns=2;s=Flow', 'ns=2;s=Level'].map((topic, k) => ({
        topic,
        payload: {
          value: { dataType: 'Double', value: wave(t, 4, 1, k) },
          statusCode: { value: 0 },
          sourceTimestamp: k === 0 ? iso(now) : '1601-01-01T00:00:00.000Z',
        },
      })),
    sensors: ['ns=2;s=Flow', 'ns=2;s=Level'],
    time: (_, now) => now,
  },
  {
    ...{ family: 'OPC UA', name: 'published messages' },
    round: (t, now) => ({
      topic: 'opcua/json/data/pub/group',
      payload: {
        MessageId: `${t}`,
        MessageType: 'ua-data',
        Messages: [
          {
            DataSetWriterId: 1,
            SequenceNumber: t,
            Timestamp: iso(now),
            Payload: {
              Temp: { Value: wave(t, 22, 2), SourceTimestamp: iso(now) },
              Flow: { Value: wave(t, 5, 1, 1), SourceTimestamp: iso(now) },
            },
          },
        ],
      },
    }),
    sensors: ['Messages.Payload.Temp', 'Messages.Payload.Flow'],
    time: (_, now) => now,
  },
  {
    ...{ family: 'OPC UA', name: 'tags of a gateway with a quality each' },
    round: (t, now) => ({
      topic: 'iotgateway',
      payload: {
        timestamp: now,
        values: [
          { id: 'Plc.Line1.Speed', v: wave(t, 40, 5), q: true, t: now },
          { id: 'Plc.Line1.Temp', v: t % 6 === 5 ? 0 : wave(t, 80, 6, 1), q: t % 6 !== 5, t: now },
        ],
      },
    }),
    sensors: ['Plc.Line1.Speed', 'Plc.Line1.Temp'],
    time: (_, now) => now,
  },
];

export const modbus: readonly DeviceCase[] = [
  {
    ...{ family: 'Modbus', name: 'registers by position' },
    round: (t) => ({
      topic: 'polling',
      payload: [Math.round(wave(t, 231, 5)), Math.round(wave(t, 18, 3, 1)), 65535, t % 4 < 2 ? 0 : 1],
      responseBuffer: Buffer.from([0, 231]),
    }),
    sensors: ['0', '1', '2', '3'],
  },
  {
    ...{ family: 'Modbus', name: 'registers by name, failures empty' },
    round: (t) => ({
      topic: 'polling',
      payload: t % 30 === 29 ? [] : [Math.round(wave(t, 231, 5)), Math.round(wave(t, 18, 3, 1))],
    }),
    settings: { sensors: 'voltage, current' },
    sensors: ['voltage', 'current'],
  },
  {
    ...{ family: 'Modbus', name: 'registers as text' },
    round: (t) => ({
      topic: 'polling',
      payload: JSON.stringify([Math.round(wave(t, 231, 5)), Math.round(wave(t, 18, 3, 1))]),
    }),
    sensors: ['0', '1'],
  },
  {
    ...{ family: 'Modbus', name: 'registers that a function has named' },
    round: (t) => ({ payload: { voltage: wave(t, 231, 5), current: wave(t, 18, 3, 1), status_word: 513 } }),
    sensors: ['voltage', 'current', 'status_word'],
  },
];
