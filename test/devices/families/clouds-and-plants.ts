import { iso, wave, type DeviceCase } from '../device-case';

export const clouds: readonly DeviceCase[] = [
  {
    ...{ family: 'IoT platform', name: 'a shadow before and after' },
    round: (t, now) => ({
      topic: '$aws/things/pump/shadow/update/documents',
      payload: {
        previous: { state: { reported: { flow: wave(t - 1, 22, 2) } }, version: 9 + t },
        current: {
          ...{
            state: { desired: { flow: 20 }, reported: { flow: wave(t, 22, 2), head: wave(t, 5, 1, 1) } },
            version: 10 + t,
          },
          metadata: { reported: { flow: { timestamp: Math.round(now / 1000) } } },
        },
        timestamp: Math.round(now / 1000),
      },
    }),
    sensors: ['flow', 'head'],
    time: (_, now) => now,
  },
  {
    ...{ family: 'IoT platform', name: 'a twin: what is reported beside what is desired' },
    round: (t, now) => ({
      payload: {
        deviceId: 'pump',
        properties: {
          desired: { interval: 5, flow: 20, $metadata: { $lastUpdated: iso(now) }, $version: 3 },
          reported: {
            flow: wave(t, 22, 2),
            head: wave(t, 5, 1, 1),
            $metadata: { $lastUpdated: iso(now) },
            $version: 5 + t,
          },
        },
      },
    }),
    sensors: ['flow', 'head'],
  },
  {
    ...{ family: 'IoT platform', name: 'exported telemetry with the time it was queued' },
    round: (t, now) =>
      ['pump', 'fan'].map((deviceId, k) => ({
        topic: 'central/export',
        payload: {
          ...{
            applicationId: 'a',
            deviceId,
            enqueuedTime: iso(now),
            enrichments: {},
            messageSource: 'telemetry',
            schema: 'default@v1',
          },
          ...{
            telemetry: { temp: wave(t, 40, 5, k) },
            templateId: 'dtmi:x;1',
            messageProperties: { 'iothub-creation-time-utc': iso(now) },
          },
        },
      })),
    sensors: ['central/export/pump/telemetry.temp', 'central/export/fan/telemetry.temp'],
    time: (_, now) => now,
  },
  {
    ...{ family: 'IoT platform', name: 'an event with a version of its specification' },
    round: (t, now) => ({
      payload: {
        ...{
          specversion: '1.0',
          id: `A${234 + t}-1234-1234`,
          source: '/plant/line1',
          type: 'com.x.reading',
          time: iso(now),
        },
        ...{
          datacontenttype: 'application/json',
          data: { temperature: wave(t, 40, 5), flow: wave(t, 3, 1, 1) },
        },
      },
    }),
    sensors: ['data.temperature', 'data.flow'],
    time: (_, now) => now,
  },
  {
    ...{ family: 'context broker', name: 'a notification with several entities' },
    round: (t, now) => ({
      topic: 'orion',
      payload: {
        subscriptionId: '57458eb60962ef754e7c0998',
        data: ['Room1', 'Room2'].map((id, k) => ({
          ...{ id, type: 'Room' },
          temperature: {
            value: wave(t, 21, 2, k),
            type: 'Float',
            metadata: { TimeInstant: { value: iso(now), type: 'DateTime' } },
          },
          humidity: { value: wave(t, 45, 6, k), type: 'Float', metadata: {} },
        })),
      },
    }),
    sensors: ['Room1', 'Room2'].flatMap((id) => [`data.${id}.temperature`, `data.${id}.humidity`]),
  },
  {
    ...{ family: 'SensorThings', name: 'observations, a topic for each stream' },
    round: (t, now) =>
      [1, 2].map((id) => ({
        topic: `v1.1/Datastreams(${id})/Observations`,
        payload: {
          ...{
            '@iot.id': 1000 + t,
            '@iot.selfLink': 'http://x/Observations(1)',
            phenomenonTime: iso(now),
            resultTime: null,
          },
          result: wave(t, 20, 3, id),
        },
      })),
    sensors: [1, 2].map((id) => `v1.1/Datastreams(${id})/Observations/result`),
    time: (_, now) => now,
  },
  {
    ...{ family: 'time series database', name: 'a batch of points of several sources and measurements' },
    round: (t, now) => ({
      topic: 'telegraf',
      payload: {
        metrics: [
          {
            fields: { usage_idle: wave(t, 80, 9), usage_user: wave(t, 12, 4, 1) },
            name: 'cpu',
            tags: { cpu: 'cpu0', host: 'a' },
            timestamp: Math.round(now / 1000),
          },
          {
            fields: { usage_idle: wave(t, 70, 9, 2), usage_user: wave(t, 20, 4, 3) },
            name: 'cpu',
            tags: { cpu: 'cpu1', host: 'a' },
            timestamp: Math.round(now / 1000),
          },
        ],
      },
    }),
    sensors: ['cpu/cpu0/a', 'cpu/cpu1/a'].flatMap((tags) => [`${tags}.usage_idle`, `${tags}.usage_user`]),
    time: (_, now) => now,
  },
  {
    ...{ family: 'time series database', name: 'two measurements of one host with the same field' },
    round: (t, now) =>
      ['mem', 'disk'].map((name, k) => ({
        topic: 'telegraf',
        payload: {
          fields: { used_percent: wave(t, 40, 9, k) },
          name,
          tags: { host: 'a' },
          timestamp: Math.round(now / 1000),
        },
      })),
    sensors: ['telegraf/mem/a/used_percent', 'telegraf/disk/a/used_percent'],
    time: (_, now) => now,
  },
  {
    ...{ family: 'time series database', name: 'line protocol: said, not learned' },
    round: (t, now) => ({
      topic: 'lines',
      payload: `weather,location=garden temperature=${wave(t, 8, 3)},humidity=71 ${now}000000`,
    }),
    sensors: [],
    status: { fill: 'yellow', text: /text, not JSON/ },
  },
  {
    ...{ family: 'monitoring', name: 'an exposition of metrics as text: said, not learned' },
    round: (t) => ({
      topic: 'metrics',
      payload: `# HELP temp Temperature\n# TYPE temp gauge\ntemp{room="a"} ${wave(t, 21, 2)}\n`,
    }),
    sensors: [],
    status: { fill: 'yellow', text: /text, not JSON/ },
  },
];

export const plants: readonly DeviceCase[] = [
  {
    ...{ family: 'OPC UA', name: 'several items read at once, in a list' },
    round: (t, now) => ({
      topic: 'multiple',
      payload: [0, 1, 2].map((k) => ({
        value: { dataType: 'Double', arrayType: 'Scalar', value: wave(t, 4 + 3 * k, 1, k), dimensions: null },
        statusCode: { _value: 0, _description: 'ok', _name: 'Good' },
        ...{
          sourceTimestamp: iso(now - 5),
          sourcePicoseconds: 0,
          serverTimestamp: iso(now),
          serverPicoseconds: 0,
        },
      })),
    }),
    sensors: ['0', '1', '2'],
    time: (_, now) => now - 5,
  },
  {
    ...{ family: 'Modbus', name: 'registers with the bytes they came in' },
    round: (t) => ({
      payload: {
        data: [Math.round(wave(t, 231, 5)), Math.round(wave(t, 18, 3, 1))],
        buffer: { type: 'Buffer', data: [0, 231, 0, 18] },
      },
    }),
    sensors: ['data.0', 'data.1'],
  },
  {
    ...{ family: 'PLC', name: 'variables of a cycle, booleans among them' },
    round: (t) => ({
      topic: 'S7-1200',
      payload: {
        'Tank.Level': wave(t, 60, 20),
        'Tank.Temp': wave(t, 40, 5, 1),
        'Pump.Run': t % 6 < 4,
        'Recipe.Name': 'A',
        'Pump.Speed': Math.round(wave(t, 1400, 90, 2)),
      },
    }),
    sensors: ['Tank.Level', 'Tank.Temp', 'Pump.Run', 'Pump.Speed'],
  },
  {
    ...{ family: 'KNX', name: 'group addresses for topics' },
    round: (t) => [
      {
        topic: '1/1/5',
        payload: wave(t, 21, 2),
        devicename: 'Living',
        payloadmeasureunit: '°C',
        knx: { dpt: '9.001' },
      },
      { topic: '1/1/6', payload: wave(t, 23, 2, 1), devicename: 'Bath', knx: { dpt: '9.001' } },
      { topic: '0/0/1', payload: t % 6 < 2, devicename: 'Window', knx: { dpt: '1.019' } },
    ],
    sensors: ['1/1/5', '1/1/6', '0/0/1'],
  },
  {
    ...{ family: 'EnOcean', name: 'a telegram with its date and its strength' },
    round: (t, now) => ({
      topic: 'enocean/room',
      payload: { TMP: wave(t, 21, 2), HUM: wave(t, 45, 6, 1), _RSSI_: -62, _DATE_: iso(now), _CHANNEL_: 1 },
    }),
    sensors: ['TMP', 'HUM'],
    time: (_, now) => now,
  },
  {
    ...{ family: 'Sparkplug B', name: 'metrics by alias only' },
    round: (t, now) => ({
      topic: 'spBv1.0/g/NDATA/edge',
      payload: {
        timestamp: now,
        metrics: [3, 4].map((alias) => ({
          alias,
          timestamp: now,
          dataType: 'Double',
          value: wave(t, 10 * alias, 4, alias),
        })),
        seq: t % 256,
      },
    }),
    sensors: ['3', '4'],
    time: (_, now) => now,
  },
  {
    ...{ family: 'Sparkplug B', name: 'whole numbers of 64 bits as their two halves' },
    round: (t, now) => {
      const long = (value: number): object => ({
        low: value | 0,
        high: Math.floor(value / 2 ** 32),
        unsigned: true,
      });
      return {
        topic: 'spBv1.0/g/DDATA/edge/dev',
        payload: {
          timestamp: long(now),
          metrics: [
            { name: 'Count', timestamp: long(now), type: 'UInt64', value: long(5_000_000_000 + 7 * t) },
            { name: 'T', timestamp: long(now), type: 'Float', value: wave(t, 20, 2) },
          ],
          seq: long(t % 256),
        },
      };
    },
    sensors: ['Count', 'T'],
    time: (_, now) => now,
  },
  {
    ...{ family: 'robot', name: 'a header with a stamp of seconds and nanoseconds' },
    round: (t, now) => ({
      topic: '/imu/temp',
      payload: {
        header: { stamp: { sec: Math.floor(now / 1000), nanosec: 250_000_000 }, frame_id: 'imu', seq: t },
        ...{ temperature: wave(t, 40, 5), variance: wave(t, 0.2, 0.1, 1, 3) },
      },
    }),
    sensors: ['temperature', 'variance'],
    time: (_, now) => now + 250,
  },
];
