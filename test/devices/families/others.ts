import { iso, wave, type DeviceCase } from '../device-case';

export const victron: readonly DeviceCase[] = [
  {
    ...{ family: 'Victron', name: 'a value under each topic' },
    round: (t) => [
      { topic: 'N/portal/pvinverter/20/Ac/Power', payload: { value: wave(t, 936, 200) } },
      { topic: 'N/portal/system/0/Dc/Battery/Soc', payload: '{"value":' + wave(t, 70, 9, 1) + '}' },
      {
        topic: 'N/portal/system/0/Dc/Battery/Voltage',
        payload: { value: wave(t, 52, 1, 2, 2), min: 40, max: 60 },
      },
    ],
    sensors: [
      'N/portal/pvinverter/20/Ac/Power',
      'N/portal/system/0/Dc/Battery/Soc',
      'N/portal/system/0/Dc/Battery/Voltage',
    ],
  },
  {
    ...{ family: 'Victron', name: 'null for a value that is not there' },
    round: (t) => [
      { topic: 'N/p/a/Power', payload: { value: t % 6 === 5 ? null : wave(t, 936, 200) } },
      { topic: 'N/p/b/Power', payload: { value: wave(t, 400, 90, 1) } },
    ],
    sensors: ['N/p/a/Power', 'N/p/b/Power'],
  },
];

/** Frames of the minute before, oldest first. */
const recording = (now: number): object[] =>
  [50, 40, 30, 20, 10].map((seconds, k) => ({
    timestamp: now - 1000 * seconds,
    'plant/inlet': wave(k, 20, 3),
    'plant/outlet': wave(k, 30, 3, 1),
  }));

export const zwave: readonly DeviceCase[] = [
  {
    ...{ family: 'Z-Wave gateway', name: 'time and value under each topic' },
    round: (t, now) =>
      ['Air_temperature', 'Humidity'].map((name, k) => ({
        topic: `zwave/kitchen/49/0/${name}`,
        payload: { time: now, value: wave(t, 21 + 20 * k, 2, k), nodeName: 'kitchen', nodeLocation: 'home' },
      })),
    sensors: ['zwave/kitchen/49/0/Air_temperature', 'zwave/kitchen/49/0/Humidity'],
    time: (_, now) => now,
  },
  {
    ...{ family: 'Z-Wave gateway', name: 'val, unit and ts' },
    round: (t, now) =>
      ['a', 'b'].map((name, k) => ({
        topic: `pt/${name}/evt`,
        payload: { val: wave(t, 21, 2, k), unit: 'C', ts: iso(now) },
      })),
    sensors: ['pt/a/evt', 'pt/b/evt'],
    time: (_, now) => now,
  },
];

export const plainTopics: readonly DeviceCase[] = [
  {
    ...{ family: 'a number per topic', name: 'Homie' },
    round: (t) => [
      { topic: 'homie/5/car/$state', payload: 'ready' },
      { topic: 'homie/5/car/engine/temperature', payload: `${wave(t, 80, 9)}` },
      { topic: 'homie/5/car/engine/rpm', payload: `${Math.round(wave(t, 2000, 400, 1))}` },
    ],
    sensors: ['homie/5/car/engine/temperature', 'homie/5/car/engine/rpm'],
    silent: {
      send: () => ({ topic: 'homie/5/car/$state', payload: 'lost' }),
      sensors: ['homie/5/car/engine/temperature', 'homie/5/car/engine/rpm'],
    },
    status: { fill: 'yellow', text: /silent/ },
  },
  {
    ...{ family: 'a number per topic', name: 'bytes' },
    round: (t) =>
      ['inlet', 'outlet', 'flow'].map((name, k) => ({
        topic: `plant/${name}`,
        payload: Buffer.from(`${wave(t, 20 + 9 * k, 3, k)}`),
      })),
    sensors: ['plant/inlet', 'plant/outlet', 'plant/flow'],
  },
  {
    ...{ family: 'a number per topic', name: 'retained values at the start are not learned' },
    round: (t) => [
      ...(t > 0 ? [] : [{ topic: 'old/x', payload: '99', retain: true }]),
      { topic: 'a/x', payload: wave(t, 20, 3) },
      { topic: 'b/x', payload: wave(t, 30, 3, 1) },
    ],
    sensors: ['a/x', 'b/x'],
  },
];

export const written: readonly DeviceCase[] = [
  {
    ...{ family: 'numbers as people write them', name: 'with units' },
    round: (t) => [
      { topic: 'meter/t', payload: `${wave(t, 21, 2)} °C` },
      {
        topic: 'meter/p',
        payload: `${wave(t, 1013, 5, 1)
          .toFixed(1)
          .replace('.', ',')
          .replace(/^(\d)(\d{3})/, '$1 $2')} hPa`,
      },
      { topic: 'meter/h', payload: `${Math.round(wave(t, 40, 9, 2))}%` },
    ],
    sensors: ['meter/t', 'meter/p', 'meter/h'],
  },
  {
    ...{ family: 'numbers as people write them', name: 'decimal commas in an object' },
    round: (t) => ({
      payload: { a: wave(t, 21, 2).toFixed(1).replace('.', ','), b: `${wave(t, 230, 4, 1)} V`, c: 'N/A' },
    }),
    sensors: ['a', 'b'],
    gap: {
      send: (t) => ({ payload: { a: 'unavailable', b: `${wave(t, 230, 4, 1)} V`, c: 'N/A' } }),
      filled: { a: 21 },
      within: 3,
    },
  },
  {
    ...{ family: 'numbers as people write them', name: 'switches in words' },
    round: (t) => ({
      topic: 'pump',
      payload: {
        running: t % 10 < 6 ? 'ON' : 'OFF',
        flow: t % 10 < 6 ? wave(t, 40, 2) : wave(t, 3, 1),
        door: t % 10 < 6 ? 'closed' : 'open',
      },
    }),
    sensors: ['running', 'flow', 'door'],
    gap: {
      send: () => ({ topic: 'pump', payload: { flow: 40, door: 'closed' } }),
      filled: { running: 'ON' },
    },
  },
];

export const radio: readonly DeviceCase[] = [
  {
    ...{ family: 'radio receiver', name: 'many devices under one topic, told apart by model and id' },
    round: (t, now) =>
      [1, 2].map((id) => ({
        topic: 'rtl_433/events',
        payload: JSON.stringify({
          time: iso(now).slice(0, 19).replace('T', ' ') + 'Z',
          model: 'Acme-T',
          id,
          channel: id,
          battery_ok: 1,
          temperature_C: wave(t, 20, 3, id),
          humidity: Math.round(wave(t, 50, 9, id)),
          mic: 'CRC',
        }),
      })),
    sensors: [1, 2].flatMap((id) =>
      ['temperature_C', 'humidity'].map((name) => `rtl_433/events/Acme-T/${id}/${id}/${name}`),
    ),
  },
  {
    ...{ family: 'radio receiver', name: 'beacons, a topic each' },
    round: (t) =>
      ['A4C138', 'B7D249'].map((id, k) => ({
        topic: `home/gw/BTtoMQTT/${id}`,
        payload: {
          id,
          name: 'thermo',
          rssi: -80 + (t % 9),
          brand: 'x',
          model: 'y',
          tempc: wave(t, 22, 2, k),
          hum: wave(t, 48, 5, k + 1),
          batt: 80,
        },
      })),
    sensors: ['A4C138', 'B7D249'].flatMap((id) =>
      ['tempc', 'hum'].map((name) => `home/gw/BTtoMQTT/${id}/${name}`),
    ),
  },
  {
    ...{ family: 'radio receiver', name: 'an air monitor with its serial number' },
    round: (t) => ({
      topic: 'air/readings',
      payload: {
        wifi: -46 - (t % 5),
        serialno: 'ecda3b1eaaaf',
        rco2: Math.round(wave(t, 600, 90)),
        pm02: wave(t, 7, 3, 1),
        atmp: wave(t, 25, 2, 2),
        rhum: Math.round(wave(t, 43, 5, 3)),
        boot: t,
        bootCount: t,
        firmware: '3.1.3',
        model: 'I-9PSL',
      },
    }),
    sensors: ['rco2', 'pm02', 'atmp', 'rhum'],
  },
];

export const functionNodes: readonly DeviceCase[] = [
  {
    ...{ family: 'frames made in the flow', name: 'an object without a topic' },
    round: (t) => ({ payload: { inlet: wave(t, 20, 3), outlet: wave(t, 30, 3, 1), state: 'run' } }),
    sensors: ['inlet', 'outlet'],
  },
  {
    ...{
      family: 'frames made in the flow',
      name: 'a join node: topics for names, under the topic of the last',
    },
    round: (t) =>
      ['a/t', 'b/t', 'c/t'].map((topic) => ({
        topic,
        payload: Object.fromEntries(['a/t', 'b/t', 'c/t'].map((name, k) => [name, wave(t, 20 + k, 3, k)])),
      })),
    rounds: 20,
    sensors: ['a/t', 'b/t', 'c/t'],
  },
  {
    ...{ family: 'frames made in the flow', name: 'behind a psmf node: whatever the topic' },
    round: (t) => ({
      topic: `t/${t}`,
      payload: { 'a/t': wave(t, 20, 3), 'b/t': wave(t, 30, 3, 1) },
      psmf: { impute: { filled: [] } },
    }),
    sensors: ['a/t', 'b/t'],
  },
  {
    ...{ family: 'frames made in the flow', name: 'a batch of frames' },
    round: (t, now) => ({
      payload: [0, 1, 2].map((k) => ({
        timestamp: now + 1000 * k,
        inlet: wave(3 * t + k, 20, 3),
        outlet: wave(3 * t + k, 30, 3, 1),
      })),
    }),
    rounds: 16,
    sensors: ['inlet', 'outlet'],
  },
  {
    ...{
      family: 'frames made in the flow',
      name: 'a recording under a topic of its own, then each sensor under its own',
    },
    round: (t, now) =>
      t === 0
        ? { topic: 'history', payload: recording(now) }
        : [
            { topic: 'plant/inlet', payload: wave(t, 20, 3) },
            { topic: 'plant/outlet', payload: wave(t, 30, 3, 1) },
          ],
    sensors: ['plant/inlet', 'plant/outlet'],
  },
  {
    ...{
      family: 'frames made in the flow',
      name: 'each sensor under its own topic, then what was missed, as a batch',
    },
    round: (t, now) =>
      t === 30
        ? { topic: 'backlog', payload: recording(now) }
        : [
            { topic: 'plant/inlet', payload: wave(t, 20, 3) },
            { topic: 'plant/outlet', payload: wave(t, 30, 3, 1) },
          ],
    sensors: ['plant/inlet', 'plant/outlet'],
  },
  ...(['a number', 'value and time'] as const).map((what): DeviceCase => ({
    ...{ family: 'frames made in the flow', name: `a recording comes before ${what} under each topic` },
    round: (t, now) =>
      t === 0
        ? { topic: 'history', payload: recording(now) }
        : ['plant/inlet', 'plant/outlet'].map((topic, k) => {
            const value = wave(t, 20 + 10 * k, 3, k);
            return { topic, payload: what === 'a number' ? value : { value, time: now } };
          }),
    sensors: ['plant/inlet', 'plant/outlet'],
  })),
  {
    ...{ family: 'frames made in the flow', name: 'a list of devices of one moment' },
    round: (t) => ({
      payload: ['kitchen', 'garage'].map((id, k) => ({
        id,
        temperature: wave(t, 20 - 5 * k, 3, k),
        humidity: wave(t, 50, 6, k),
      })),
    }),
    sensors: ['kitchen', 'garage'].flatMap((id) => [`${id}.temperature`, `${id}.humidity`]),
  },
];
