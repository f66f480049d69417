import { wave, type DeviceCase } from '../device-case';

const family = 'Tasmota';
/** Local time without a zone, as the firmware writes it. */
const local = (ms: number): string => {
  const date = new Date(ms - new Date(ms).getTimezoneOffset() * 60_000);
  return date.toISOString().slice(0, 19);
};
const sensor = (t: number, now: number): object => ({
  Time: local(now),
  BME280: {
    Temperature: wave(t, 20.6, 2),
    Humidity: wave(t, 51, 5, 1),
    DewPoint: wave(t, 10, 1, 2),
    Pressure: wave(t, 1013, 4, 3),
  },
  PressureUnit: 'hPa',
  TempUnit: 'C',
});
const BME = ['BME280.Temperature', 'BME280.Humidity', 'BME280.DewPoint', 'BME280.Pressure'];
const energy = (t: number, now: number): object => ({
  Time: local(now),
  ENERGY: {
    ...{
      TotalStartTime: '2025-11-02T08:00:00',
      Total: 6.294 + t / 100,
      Yesterday: 5.34,
      Today: 0.954 + t / 100,
    },
    ...{
      Power: Math.round(wave(t, 1600, 500)),
      Voltage: Math.round(wave(t, 231, 2, 1)),
      Current: wave(t, 7, 2, 0, 3),
    },
  },
});
const ENERGY = ['Total', 'Yesterday', 'Today', 'Power', 'Voltage', 'Current'].map((name) => `ENERGY.${name}`);

export const tasmota: readonly DeviceCase[] = [
  {
    ...{ family, name: 'a climate sensor, nested, its time without a zone' },
    round: (t, now) => ({ topic: 'tele/boiler/SENSOR', payload: sensor(t, now) }),
    sensors: BME,
    time: (_, now) => now - (now % 1000),
    gap: {
      send: (t, now) => ({
        topic: 'tele/boiler/SENSOR',
        payload: { ...sensor(t, now), BME280: { Humidity: 51, DewPoint: 10, Pressure: 1013 } },
      }),
      filled: { 'BME280.Temperature': 20.6 },
      within: 3,
    },
  },
  {
    ...{ family, name: 'the same as text' },
    round: (t, now) => ({ topic: 'tele/boiler/SENSOR', payload: JSON.stringify(sensor(t, now)) }),
    sensors: BME,
    gap: {
      send: (t, now) => ({
        topic: 'tele/boiler/SENSOR',
        payload: JSON.stringify({ ...sensor(t, now), BME280: { Temperature: null, Humidity: 51 } }),
      }),
      filled: { 'BME280.Temperature': 20.6, 'BME280.Pressure': 1013 },
      within: 8,
    },
  },
  {
    ...{ family, name: 'an energy meter' },
    round: (t, now) => ({ topic: 'tele/plug/SENSOR', payload: energy(t, now) }),
    sensors: ENERGY,
  },
  {
    ...{ family, name: 'a plug of three phases, in lists' },
    round: (t, now) => ({
      topic: 'tele/p3/SENSOR',
      payload: Buffer.from(
        JSON.stringify({
          Time: local(now),
          ENERGY: { Power: [0, 1, 2].map((k) => wave(t, 900, 200, k)), Frequency: wave(t, 50, 0.02, 0, 2) },
        }),
      ),
    }),
    sensors: ['ENERGY.Power.0', 'ENERGY.Power.1', 'ENERGY.Power.2', 'ENERGY.Frequency'],
  },
  {
    ...{ family, name: 'a bridge whose messages hold one device each' },
    round: (t) =>
      ['0x2916', '0x8F03'].map((id, k) => ({
        topic: 'tele/bridge/SENSOR',
        payload: {
          ZbReceived: {
            [id]: {
              Device: id,
              Temperature: wave(t, 25, 2, k, 2),
              Humidity: wave(t, 40, 5, k),
              Endpoint: 1,
              LinkQuality: 116,
            },
          },
        },
      })),
    sensors: ['0x2916', '0x8F03'].flatMap((id) =>
      ['Temperature', 'Humidity'].map((name) => `tele/bridge/SENSOR/ZbReceived.${id}.${name}`),
    ),
  },
  {
    ...{ family, name: 'the state of a device beside its sensor, and its last will' },
    round: (t, now) => [
      { topic: 'tele/boiler/LWT', payload: 'Online' },
      { topic: 'tele/boiler/SENSOR', payload: sensor(t, now) },
      {
        topic: 'tele/boiler/STATE',
        payload: {
          Time: local(now),
          Uptime: '1T02:10:15',
          UptimeSec: 94215 + t,
          Heap: 25,
          SleepMode: 'Dynamic',
          Sleep: 50,
          LoadAvg: 19,
          MqttCount: 1,
          POWER: t % 8 < 3 ? 'ON' : 'OFF',
          Wifi: { AP: 1, SSId: 'x', RSSI: 78, Signal: -61, LinkCount: 1 },
        },
      },
    ],
    sensors: [...BME.map((name) => `tele/boiler/SENSOR/${name}`), 'tele/boiler/STATE/POWER'],
    silent: {
      send: () => ({ topic: 'tele/boiler/LWT', payload: 'Offline' }),
      sensors: [...BME.map((name) => `tele/boiler/SENSOR/${name}`), 'tele/boiler/STATE/POWER'],
    },
    status: { fill: 'yellow', text: /silent/ },
  },
];
