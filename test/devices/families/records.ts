import { iso, wave, type DeviceCase } from '../device-case';

export const senml: readonly DeviceCase[] = [
  {
    ...{ family: 'SenML', name: 'a pack of two sensors' },
    round: (t, now) => ({
      payload: [
        { bn: 'urn:dev:1:', bt: now / 1000, bu: 'Cel', n: 't', v: wave(t, 21.3, 2) },
        { n: 'rh', u: '%RH', v: wave(t, 40, 6, 1) },
      ],
    }),
    sensors: ['urn:dev:1:t', 'urn:dev:1:rh'],
    time: (_, now) => now,
  },
  {
    ...{ family: 'SenML', name: 'several moments in one pack, as text' },
    round: (t, now) => ({
      topic: 'senml',
      payload: JSON.stringify([
        { bn: 'a/', bt: now / 1000 - 30, n: 't', v: wave(2 * t, 21, 2) },
        { n: 'rh', v: wave(2 * t, 40, 6, 1) },
        { n: 't', t: 30, v: wave(2 * t + 1, 21, 2) },
        { n: 'rh', t: 30, v: wave(2 * t + 1, 40, 6, 1) },
      ]),
    }),
    sensors: ['a/t', 'a/rh'],
    time: (_, now) => now,
  },
  {
    ...{ family: 'SenML', name: 'a base value, booleans, times relative to now' },
    round: (t) => ({
      payload: [
        { bn: 'm1:', bv: 20, n: 't', t: -5, v: wave(t, 1, 2) },
        { n: 'door', vb: t % 5 < 2 },
        { n: 'label', vs: 'x' },
      ],
    }),
    sensors: ['m1:t', 'm1:door'],
    time: (_, now) => now - 5000,
  },
];

export const homeAssistant: readonly DeviceCase[] = [
  {
    ...{ family: 'Home Assistant', name: 'states as records, some unavailable' },
    round: (t, now) => ({
      payload: [
        {
          entity_id: 'sensor.a',
          state: t % 7 === 6 ? 'unavailable' : `${wave(t, 21.3, 2)}`,
          attributes: { unit_of_measurement: '°C' },
          last_changed: iso(now),
          last_updated: iso(now),
        },
        {
          entity_id: 'sensor.b',
          state: t % 11 === 10 ? 'unknown' : `${wave(t, 50, 9, 1)}`,
          last_changed: iso(now - 20_000),
          last_updated: iso(now - 20_000),
        },
      ],
    }),
    sensors: ['sensor.a', 'sensor.b'],
    time: (_, now) => now,
    gap: {
      send: (t, now) => ({
        payload: [
          { entity_id: 'sensor.a', state: 'unavailable', last_changed: iso(now) },
          { entity_id: 'sensor.b', state: `${wave(t, 50, 9, 1)}`, last_changed: iso(now) },
        ],
      }),
      filled: { '0.state': 21.3 },
      within: 3,
    },
  },
  {
    ...{ family: 'Home Assistant', name: 'a history: many moments of two entities' },
    round: (t, now) => ({
      payload: Array.from({ length: 6 }, (_, k) =>
        ['sensor.a', 'sensor.b'].map((entity_id, j) => ({
          entity_id,
          state: `${wave(6 * t + k, 20 + 30 * j, 3, j)}`,
          last_changed: iso(now - 10_000 * (5 - k)),
        })),
      ).flat(),
    }),
    rounds: 12,
    sensors: ['sensor.a', 'sensor.b'],
    time: (_, now) => now,
  },
  {
    ...{ family: 'Home Assistant', name: 'statestream: a topic for each entity' },
    round: (t) => [
      { topic: 'homeassistant/sensor/outside/state', payload: `${wave(t, 8, 3)}` },
      { topic: 'homeassistant/binary_sensor/window/state', payload: t % 6 < 2 ? 'open' : 'closed' },
      {
        topic: 'homeassistant/sensor/inside/state',
        payload: t % 8 === 7 ? 'unavailable' : `${wave(t, 21, 1, 1)}`,
      },
    ],
    sensors: [
      'homeassistant/sensor/outside/state',
      'homeassistant/binary_sensor/window/state',
      'homeassistant/sensor/inside/state',
    ],
  },
  {
    ...{ family: 'Home Assistant', name: 'discovery among the states' },
    round: (t) => [
      {
        topic: 'homeassistant/sensor/x/config',
        payload: JSON.stringify({
          name: 'x',
          state_topic: 'x/t',
          unit_of_measurement: '°C',
          expire_after: 3600,
          suggested_display_precision: 1,
        }),
        retain: true,
      },
      { topic: 'x/t', payload: `${wave(t, 8, 3)}` },
      { topic: 'x/h', payload: `${wave(t, 60, 9, 1)}` },
    ],
    sensors: ['x/t', 'x/h'],
  },
];

export const platforms: readonly DeviceCase[] = [
  {
    ...{ family: 'IoT platform', name: 'time and values' },
    round: (t, now) => ({
      topic: 'v1/devices/me/telemetry',
      payload: { ts: now, values: { temperature: wave(t, 22.5, 2), humidity: wave(t, 61, 6, 1) } },
    }),
    sensors: ['temperature', 'humidity'],
    time: (_, now) => now,
    gap: {
      send: (_, now) => ({
        topic: 'v1/devices/me/telemetry',
        payload: { ts: now, values: { humidity: 61 } },
      }),
      filled: { 'values.temperature': 22.5 },
      within: 3,
    },
  },
  {
    ...{ family: 'IoT platform', name: 'a flushed buffer of these' },
    round: (t, now) => ({
      topic: 'v1/devices/me/telemetry',
      payload: JSON.stringify(
        [2, 1, 0].map((k) => ({
          ts: now - 20_000 * k,
          values: { temperature: wave(3 * t - k, 22.5, 2), humidity: wave(3 * t - k, 61, 6, 1) },
        })),
      ),
    }),
    sensors: ['temperature', 'humidity'],
    time: (_, now) => now,
  },
  {
    ...{ family: 'IoT platform', name: 'a gateway: devices by name' },
    round: (t, now) => ({
      topic: 'v1/gateway/telemetry',
      payload: {
        'Device A': [{ ts: now, values: { temperature: wave(t, 22, 2) } }],
        'Device B': [{ ts: now, values: { temperature: wave(t, 5, 2, 1) } }],
      },
    }),
    sensors: ['Device A.temperature', 'Device B.temperature'],
    time: (_, now) => now,
  },
  {
    ...{ family: 'IoT platform', name: 'the shadow of a device' },
    round: (t, now) => ({
      topic: '$aws/things/x/shadow/update/accepted',
      payload: {
        state: {
          reported: { temperature: wave(t, 22, 2), valve: t % 5 < 3 ? 'open' : 'closed' },
          desired: { valve: 'open' },
        },
        metadata: { reported: { temperature: { timestamp: Math.round(now / 1000) } } },
        version: 10 + t,
        timestamp: Math.round(now / 1000),
      },
    }),
    sensors: ['temperature', 'valve'],
    time: (_, now) => now,
  },
  {
    ...{ family: 'IoT platform', name: 'events of a cloud, the data as text' },
    round: (t, now) => ({
      topic: 'particle',
      payload: {
        data: `${wave(t, 22, 2)}`,
        humidity: wave(t, 40, 5, 1),
        ttl: 60,
        published_at: iso(now),
        coreid: '0123456789abcdef',
      },
    }),
    sensors: ['data', 'humidity'],
    time: (_, now) => now,
  },
  {
    ...{ family: 'IoT platform', name: 'an edge service: readings with nanoseconds' },
    round: (t, now) => ({
      topic: 'edgex/events',
      payload: {
        apiVersion: 'v2',
        id: 'd5471d59',
        deviceName: 'pump',
        origin: now * 1e6,
        readings: [
          {
            id: 'a',
            origin: now * 1e6,
            deviceName: 'pump',
            resourceName: 'Temperature',
            valueType: 'Float64',
            value: `${wave(t, 40, 5)}`,
          },
          {
            id: 'b',
            origin: now * 1e6,
            deviceName: 'pump',
            resourceName: 'Pressure',
            valueType: 'Float64',
            value: `${wave(t, 3, 1, 1, 2)}`,
          },
        ],
      },
    }),
    sensors: ['Temperature', 'Pressure'],
  },
];

export const influx: readonly DeviceCase[] = [
  {
    ...{ family: 'time series database', name: 'a point with tags, nanoseconds' },
    round: (t, now) => ({
      payload: {
        measurement: 'm',
        fields: { temp: wave(t, 5.5, 2), wind: wave(t, 12, 4, 1) },
        tags: { loc: 'garden' },
        timestamp: now * 1e6,
      },
    }),
    sensors: ['temp', 'wind'],
    time: (_, now) => now,
  },
  {
    ...{ family: 'time series database', name: 'points of two places under one topic' },
    round: (t, now) =>
      ['garden', 'roof'].map((loc, k) => ({
        topic: 'points',
        payload: JSON.stringify({
          name: 'weather',
          fields: { temp: wave(t, 5.5, 2, k) },
          tags: { loc },
          timestamp: Math.round(now / 1000) + k,
        }),
      })),
    sensors: ['points/garden/temp', 'points/roof/temp'],
  },
  {
    ...{ family: 'time series database', name: 'rows of a query' },
    round: (t, now) => ({
      payload: Array.from({ length: 4 }, (_, k) => ({
        time: iso(now - 10_000 * (3 - k)),
        id: 4 * t + k,
        inlet: wave(4 * t + k, 20, 3),
        outlet: wave(4 * t + k, 30, 4, 1),
      })),
    }),
    rounds: 14,
    sensors: ['inlet', 'outlet'],
    time: (_, now) => now,
  },
];
