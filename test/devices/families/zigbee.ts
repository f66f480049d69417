import { iso, wave, type DeviceCase } from '../device-case';

const family = 'Zigbee gateway';
const climate = (t: number, k: number): object => ({
  temperature: wave(t, 21, 2, k, 2),
  humidity: wave(t, 48, 6, k + 1, 2),
  battery: 97,
  linkquality: 60 + (t % 40),
});

export const zigbee: readonly DeviceCase[] = [
  {
    ...{ family, name: 'one device' },
    round: (t) => ({ topic: 'zigbee2mqtt/kitchen', payload: climate(t, 0) }),
    sensors: ['temperature', 'humidity'],
    gap: {
      send: (t) => ({ topic: 'zigbee2mqtt/kitchen', payload: { ...climate(t, 0), temperature: null } }),
      filled: { temperature: 21 },
    },
  },
  {
    ...{ family, name: 'two devices of one kind' },
    round: (t) => [
      { topic: 'zigbee2mqtt/kitchen', payload: climate(t, 0) },
      { topic: 'zigbee2mqtt/garage', payload: climate(t, 2) },
    ],
    sensors: [
      ...['zigbee2mqtt/kitchen/temperature', 'zigbee2mqtt/kitchen/humidity'],
      ...['zigbee2mqtt/garage/temperature', 'zigbee2mqtt/garage/humidity'],
    ],
  },
  {
    ...{ family, name: 'two devices, the second from the tenth round on, with times of their own' },
    round: (t, now) => [
      { topic: 'zigbee2mqtt/kitchen', payload: { ...climate(t, 0), last_seen: iso(now - 200) } },
      ...(t < 10
        ? []
        : [{ topic: 'zigbee2mqtt/garage', payload: { ...climate(t, 2), last_seen: now - 100 } }]),
    ],
    sensors: [
      ...['zigbee2mqtt/kitchen/temperature', 'zigbee2mqtt/kitchen/humidity'],
      ...['zigbee2mqtt/garage/temperature', 'zigbee2mqtt/garage/humidity'],
    ],
    time: (_, now) => now - 100,
  },
  {
    ...{ family, name: 'a device, its availability as JSON and others that are online' },
    round: (t) => [
      { topic: 'zigbee2mqtt/kitchen', payload: climate(t, 0) },
      { topic: 'zigbee2mqtt/kitchen/availability', payload: { state: 'online' } },
      { topic: 'zigbee2mqtt/lamp/availability', payload: t % 2 === 0 ? 'online' : 'offline' },
    ],
    sensors: ['temperature', 'humidity'],
  },
  {
    ...{ family, name: 'a device goes offline' },
    round: (t) => [
      { topic: 'zigbee2mqtt/kitchen', payload: climate(t, 0) },
      { topic: 'zigbee2mqtt/garage', payload: climate(t, 2) },
    ],
    sensors: [
      ...['zigbee2mqtt/kitchen/temperature', 'zigbee2mqtt/kitchen/humidity'],
      ...['zigbee2mqtt/garage/temperature', 'zigbee2mqtt/garage/humidity'],
    ],
    silent: {
      send: () => ({ topic: 'zigbee2mqtt/garage/availability', payload: '{"state":"offline"}' }),
      sensors: ['zigbee2mqtt/garage/temperature', 'zigbee2mqtt/garage/humidity'],
    },
    status: { fill: 'yellow', text: /garage/ },
  },
  {
    ...{ family, name: 'attributes under topics of their own, some of them states' },
    round: (t) => [
      { topic: 'zigbee2mqtt/lamp/state', payload: t % 5 < 2 ? 'ON' : 'OFF' },
      { topic: 'zigbee2mqtt/lamp/power', payload: `${wave(t, 12, 4)}` },
      { topic: 'zigbee2mqtt/lamp/linkquality', payload: `${60 + (t % 9)}` },
    ],
    sensors: ['zigbee2mqtt/lamp/state', 'zigbee2mqtt/lamp/power'],
  },
  {
    ...{ family, name: 'JSON and attributes of the same device' },
    round: (t) => [
      {
        topic: 'z/plug',
        payload: JSON.stringify({ power: wave(t, 80, 30), state: t % 9 < 4 ? 'ON' : 'OFF' }),
      },
      { topic: 'z/meter', payload: JSON.stringify({ power: wave(t, 400, 90, 1) }) },
    ],
    sensors: ['z/plug/power', 'z/plug/state', 'z/meter/power'],
  },
  {
    ...{ family, name: 'a contact that opens and closes, among the news of the bridge' },
    round: (t) => [
      {
        topic: 'zigbee2mqtt/door',
        payload: {
          contact: t % 7 < 3,
          temperature: wave(t, 18, 3),
          update: { state: 'idle', installed_version: 268 },
        },
      },
      { topic: 'zigbee2mqtt/bridge/state', payload: '{"state":"online"}', retain: true },
    ],
    sensors: ['contact', 'temperature'],
    gap: {
      send: (t) => ({ topic: 'zigbee2mqtt/door', payload: { temperature: wave(t, 18, 3) } }),
      filled: {},
    },
  },
];
