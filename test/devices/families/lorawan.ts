import { iso, wave, type DeviceCase } from '../device-case';

const family = 'LoRaWAN';
const things = (t: number, now: number, id: string, k: number): object => ({
  end_device_ids: { device_id: id, application_ids: { application_id: 'app' }, dev_eui: '70B3D57ED0000001' },
  correlation_ids: ['as:up:01H'],
  received_at: iso(now),
  uplink_message: {
    ...{ session_key_id: 'AX', f_port: 1, f_cnt: 7 + t, frm_payload: 'AQ==' },
    decoded_payload: { temperature: wave(t, 9, 2, k), lux: Math.round(wave(t, 640, 200, k + 1)) },
    rx_metadata: [
      {
        gateway_ids: { gateway_id: 'g' },
        rssi: -61,
        snr: 9.5,
        location: { latitude: 52.1, longitude: 5.1, altitude: 12 },
      },
    ],
    settings: { data_rate: { lora: { bandwidth: 125000, spreading_factor: 7 } }, frequency: '868300000' },
    ...{ received_at: iso(now - 30), consumed_airtime: '0.056576s' },
  },
});
const chirp = (t: number, now: number, eui: string, k: number): object => ({
  deduplicationId: '3ac7',
  time: iso(now).replace('Z', '123456+00:00'),
  deviceInfo: { tenantName: 'x', applicationName: 'a', deviceName: `probe-${eui}`, devEui: eui },
  ...{ devAddr: '00189440', adr: true, dr: 1, fCnt: 10 + t, fPort: 1, confirmed: false, data: 'qg==' },
  object: { temperature: wave(t, 9, 2, k), soil: { moisture: wave(t, 30, 6, k + 1) } },
  rxInfo: [{ gatewayId: 'g', rssi: -36, snr: 10.5 }],
  txInfo: { frequency: 867100000 },
});

export const lorawan: readonly DeviceCase[] = [
  {
    ...{ family, name: 'The Things Stack, one device' },
    round: (t, now) => ({ topic: 'v3/app@ttn/devices/dev1/up', payload: things(t, now, 'dev1', 0) }),
    sensors: ['temperature', 'lux'],
    time: (_, now) => now,
    gap: {
      send: (t, now) => {
        const whole = JSON.parse(JSON.stringify(things(t, now, 'dev1', 0))) as {
          uplink_message: { decoded_payload: object };
        };
        whole.uplink_message.decoded_payload = { lux: 640 };
        return { topic: 'v3/app@ttn/devices/dev1/up', payload: whole };
      },
      filled: { 'uplink_message.decoded_payload.temperature': 9 },
      within: 3,
    },
  },
  {
    ...{ family, name: 'The Things Stack, two devices, as text' },
    round: (t, now) =>
      ['dev1', 'dev2'].map((id, k) => ({
        topic: `v3/app@ttn/devices/${id}/up`,
        payload: JSON.stringify(things(t, now + k, id, k)),
      })),
    sensors: ['dev1', 'dev2'].flatMap((id) =>
      ['temperature', 'lux'].map((name) => `v3/app@ttn/devices/${id}/up/${name}`),
    ),
  },
  {
    ...{ family, name: 'ChirpStack, one device' },
    round: (t, now) => ({ topic: 'application/1/device/0101/event/up', payload: chirp(t, now, '0101', 0) }),
    sensors: ['temperature', 'soil.moisture'],
    time: (_, now) => now,
  },
  {
    ...{ family, name: 'ChirpStack by HTTP: two devices without a topic' },
    round: (t, now) => ['0101', '0202'].map((eui, k) => ({ payload: chirp(t, now + k, eui, k) })),
    sensors: ['0101', '0202'].flatMap((eui) =>
      ['temperature', 'soil.moisture'].map((name) => `probe-${eui}/${name}`),
    ),
  },
  {
    ...{ family, name: 'an older network server' },
    round: (t, now) => ({
      topic: 'app/devices/node/up',
      payload: {
        app_id: 'app',
        dev_id: 'node',
        hardware_serial: '0102',
        port: 1,
        counter: 2 + t,
        payload_raw: 'AQ==',
        payload_fields: { celcius: wave(t, 24, 2), vbat: wave(t, 3.3, 0.1, 1, 2) },
        metadata: { time: iso(now), frequency: 868.1, gateways: [{ rssi: -30 }] },
      },
    }),
    sensors: ['celcius', 'vbat'],
    time: (_, now) => now,
  },
];
