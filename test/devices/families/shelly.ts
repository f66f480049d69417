import { wave, type DeviceCase } from '../device-case';

const family = 'Shelly';

export const shelly: readonly DeviceCase[] = [
  {
    ...{ family, name: 'notifications with all figures, time in seconds' },
    round: (t, now) => ({
      topic: 'shellyplus-a4cf/events/rpc',
      payload: {
        ...{ src: 'shellyplus-a4cf', dst: 'shellyplus-a4cf/events', method: 'NotifyStatus' },
        params: {
          ts: now / 1000,
          'switch:0': { id: 0, apower: wave(t, 63, 9), voltage: wave(t, 231, 2, 1), output: t % 6 < 4 },
        },
      },
    }),
    sensors: ['switch:0.apower', 'switch:0.voltage', 'switch:0.output'],
    time: (_, now) => now,
    gap: {
      send: (t, now) => ({
        topic: 'shellyplus-a4cf/events/rpc',
        payload: {
          src: 'shellyplus-a4cf',
          method: 'NotifyStatus',
          params: { ts: now / 1000, 'switch:0': { id: 0, voltage: wave(t, 231, 2, 1), output: true } },
        },
      }),
      filled: { 'params.switch:0.apower': 63 },
      within: 15,
    },
  },
  {
    ...{ family, name: 'notifications of what has changed only' },
    round: (t, now) => [
      {
        topic: 's1/events/rpc',
        payload: JSON.stringify({
          src: 's1',
          method: 'NotifyStatus',
          params: { ts: now / 1000, 'switch:0': { id: 0, apower: wave(t, 63, 9) } },
        }),
      },
      {
        topic: 's1/events/rpc',
        payload: JSON.stringify({
          src: 's1',
          method: 'NotifyStatus',
          params: {
            ts: now / 1000 + 1,
            'temperature:100': { id: 100, tC: wave(t, 22, 3, 1), tF: wave(t, 71, 5, 1) },
          },
        }),
      },
    ],
    sensors: [
      's1/events/rpc/switch:0.apower',
      's1/events/rpc/temperature:100.tC',
      's1/events/rpc/temperature:100.tF',
    ],
  },
  {
    ...{ family, name: 'one status topic' },
    round: (t) => ({
      topic: 'shellyplus-a4cf/status/temperature:0',
      payload: { id: 0, tC: wave(t, 19.8, 2), tF: wave(t, 67, 4) },
    }),
    sensors: ['tC', 'tF'],
  },
  {
    ...{ family, name: 'status topics of several components, and online' },
    round: (t) => [
      { topic: 'shelly-b/online', payload: 'true' },
      { topic: 'shelly-b/status/temperature:0', payload: { id: 0, tC: wave(t, 19.8, 2) } },
      { topic: 'shelly-b/status/humidity:0', payload: { id: 0, rh: wave(t, 47, 6, 1) } },
      {
        topic: 'shelly-b/status/sys',
        payload: {
          mac: 'A8032AB636EC',
          unixtime: 1772359200 + 60 * t,
          uptime: 11081 + t,
          ram_size: 234204,
          ram_free: 133024,
          fs_size: 458752,
          fs_free: 172032,
          cfg_rev: 17,
          restart_required: false,
        },
      },
    ],
    sensors: ['shelly-b/status/temperature:0/tC', 'shelly-b/status/humidity:0/rh'],
    silent: {
      send: () => ({ topic: 'shelly-b/online', payload: 'false' }),
      sensors: ['shelly-b/status/temperature:0/tC', 'shelly-b/status/humidity:0/rh'],
    },
    status: { fill: 'yellow', text: /silent/ },
  },
  {
    ...{ family, name: 'a clock that nobody has set: it counts from the start of the device' },
    round: (t) => [
      { topic: 'shelly-c/status/temperature:0', payload: { id: 0, tC: wave(t, 19.8, 2) } },
      { topic: 'shelly-c/status/sys', payload: { mac: 'A8032AB636ED', unixtime: 17 + 60 * t, uptime: 17 } },
    ],
    sensors: ['tC'],
  },
];
