import { iso, wave, type DeviceCase } from '../device-case';

export const meters: readonly DeviceCase[] = [
  {
    ...{ family: 'Victron', name: 'a time published as a value' },
    round: (t, now) => [
      { topic: 'N/portal/system/0/Dc/Pv/Power', payload: { value: wave(t, 936, 200) } },
      { topic: 'N/portal/system/0/Serial', payload: { value: 'c0619ab3' } },
      { topic: 'N/portal/system/0/Dc/Pv/Current', payload: { value: wave(t, 18, 4, 1) } },
      { topic: 'N/portal/full_publish_completed', payload: { value: Math.round(now / 1000) } },
    ],
    sensors: ['N/portal/system/0/Dc/Pv/Power', 'N/portal/system/0/Dc/Pv/Current'],
  },
  {
    ...{ family: 'charging', name: 'a topic for each value, among them the time of the update' },
    round: (t, now) => [
      { topic: 'evcc/status', payload: 'online' },
      { topic: 'evcc/updated', payload: `${Math.round(now / 1000)}` },
      { topic: 'evcc/site/pvPower', payload: `${wave(t, 3000, 900, 0, 0)}` },
      { topic: 'evcc/site/grid/power', payload: `${wave(t, -800, 500, 1, 0)}` },
      { topic: 'evcc/loadpoints/1/charging', payload: t % 8 < 4 ? 'true' : 'false' },
      { topic: 'evcc/loadpoints/1/mode', payload: 'pv' },
    ],
    sensors: ['evcc/site/pvPower', 'evcc/site/grid/power', 'evcc/loadpoints/1/charging'],
  },
  {
    ...{ family: 'inverter', name: 'the answer of a web interface, its time in the head' },
    round: (t, now) => ({
      topic: 'pv',
      payload: JSON.stringify({
        Body: {
          Data: {
            Inverters: { 1: { P: Math.round(wave(t, 2000, 500)) } },
            Site: {
              Meter_Location: 'grid',
              Mode: 'meter',
              P_Akku: null,
              P_Grid: wave(t, -500, 300, 1),
              P_PV: wave(t, 2000, 500),
            },
            Version: '12',
          },
        },
        Head: {
          RequestArguments: {},
          Status: { Code: 0, Reason: '', UserMessage: '' },
          Timestamp: iso(now - 2000).slice(0, 19) + '+00:00',
        },
      }),
    }),
    sensors: ['Body.Data.Inverters.1.P', 'Body.Data.Site.P_Grid', 'Body.Data.Site.P_PV'],
    time: (_, now) => now - 2000,
  },
  {
    ...{ family: 'inverter', name: 'values and units, one object each' },
    round: (t, now) => ({
      payload: {
        Body: {
          Data: {
            PAC: { Unit: 'W', Value: wave(t, 2000, 500) },
            UDC: { Unit: 'V', Value: wave(t, 400, 30, 1) },
          },
        },
        Head: { Timestamp: iso(now) },
      },
    }),
    sensors: ['Body.Data.PAC', 'Body.Data.UDC'],
    time: (_, now) => now,
  },
  {
    ...{ family: 'SunSpec', name: 'common block and readings in one object' },
    round: (t) => ({
      topic: 'solaredge/inverter',
      payload: {
        ...{
          c_manufacturer: 'SolarEdge',
          c_model: 'SE5K',
          c_version: '0004.0009',
          c_serialnumber: '7E0000',
          c_deviceaddress: 1,
        },
        ...{
          power_ac: wave(t, 2000, 500),
          voltage_dc: wave(t, 390, 9, 1),
          frequency: wave(t, 50, 0.02, 2, 2),
        },
      },
    }),
    sensors: ['power_ac', 'voltage_dc', 'frequency'],
  },
  {
    ...{ family: 'smart meter', name: 'a time of the gas meter written as digits, and a list of meters' },
    round: (t) => ({
      topic: 'p1',
      payload: {
        ...{
          wifi_ssid: 'x',
          wifi_strength: 96,
          smr_version: 50,
          meter_model: 'ISKRA',
          unique_id: '0123',
          active_tariff: 1 + (t % 2),
        },
        ...{ active_power_w: Math.round(wave(t, 500, 300)), total_power_import_kwh: 1234.5 + t / 100 },
        ...{ gas_timestamp: 260301100000, total_gas_m3: 200.1 + t / 100, gas_unique_id: '4730303339303031' },
        external: [
          {
            unique_id: '47303033',
            type: 'gas_meter',
            timestamp: 260301100000,
            value: 200.1 + t / 100,
            unit: 'm3',
          },
        ],
      },
    }),
    sensors: [
      'active_tariff',
      'active_power_w',
      'total_power_import_kwh',
      'total_gas_m3',
      'external.gas_meter',
    ],
  },
  {
    ...{ family: 'smart meter', name: 'a topic for each value of a telegram' },
    round: (t, now) => [
      { topic: 'dsmr/reading/timestamp', payload: iso(now) },
      { topic: 'dsmr/reading/id', payload: `${123456 + t}` },
      { topic: 'dsmr/reading/electricity_delivered_1', payload: `${(1234.567 + t / 100).toFixed(3)}` },
      { topic: 'dsmr/reading/electricity_currently_delivered', payload: `${wave(t, 0.5, 0.3, 0, 3)}` },
      { topic: 'dsmr/reading/extra_device_timestamp', payload: 'None' },
      { topic: 'dsmr/consumption/gas/read_at', payload: iso(now) },
      { topic: 'dsmr/meter-stats/dsmr_version', payload: '50' },
    ],
    sensors: ['dsmr/reading/electricity_delivered_1', 'dsmr/reading/electricity_currently_delivered'],
  },
  {
    ...{
      family: 'wireless meter bus',
      name: 'meters under one topic, told apart by id, heard by one dongle',
    },
    round: (t, now) =>
      ['33225544', '33225599'].map((id, k) => ({
        topic: 'wmbusmeters',
        payload: JSON.stringify({
          ...{
            _: 'telegram',
            media: 'water',
            meter: 'iperl',
            name: `water${k}`,
            id,
            status: 'OK',
            device: 'rtlwmbus[00000001]',
          },
          ...{
            total_m3: Number((123 + k + t / 50).toFixed(3)),
            max_flow_m3h: wave(t, 0.5, 0.2, k, 3),
            rssi_dbm: -80,
          },
          ...{ timestamp: iso(now), target_date: '2026-02-01', target_m3: 110 + k },
        }),
      })),
    sensors: ['33225544', '33225599'].flatMap((id) =>
      ['total_m3', 'max_flow_m3h', 'target_m3'].map((name) => `wmbusmeters/rtlwmbus[00000001]/${id}/${name}`),
    ),
  },
];

export const weather: readonly DeviceCase[] = [
  {
    ...{ family: 'weather station', name: 'a form of texts, its time in UTC' },
    round: (t, now) => ({
      topic: 'ecowitt',
      payload: {
        ...{
          PASSKEY: '1A2B3C4D5E6F',
          stationtype: 'GW1100A_V2.1.4',
          dateutc: iso(now).slice(0, 19).replace('T', ' '),
        },
        ...{
          tempinf: `${wave(t, 71, 3)}`,
          humidityin: `${Math.round(wave(t, 45, 6, 1))}`,
          baromrelin: `${wave(t, 29.9, 0.2, 2, 3)}`,
        },
        ...{ wh65batt: '0', wh25batt: '0', model: 'GW1100A', heap: '30000', interval: '60' },
      },
    }),
    sensors: ['tempinf', 'humidityin', 'baromrelin'],
    time: (_, now) => now,
  },
  {
    ...{ family: 'weather station', name: 'a list of the conditions of several transmitters' },
    round: (t, now) => ({
      topic: 'davis',
      payload: {
        data: {
          ...{ did: '001D0A700002', ts: Math.round(now / 1000) },
          conditions: [
            {
              lsid: 48308,
              txid: 1,
              temp: wave(t, 60, 5),
              hum: wave(t, 55, 6, 1),
              rx_state: 0,
              trans_battery_flag: 0,
            },
            { lsid: 3187671188, temp_in: wave(t, 71, 2, 2), hum_in: wave(t, 45, 4, 3) },
          ],
        },
        error: null,
      },
    }),
    sensors: [
      'data.conditions.0.temp',
      'data.conditions.0.hum',
      'data.conditions.1.temp_in',
      'data.conditions.1.hum_in',
    ],
    time: (_, now) => now,
  },
  {
    ...{ family: 'air monitor', name: 'figures of the device among the readings, its date with strokes' },
    round: (t, now) => ({
      topic: 'air',
      payload: {
        ...{
          SensorId: '84:f3:eb',
          DateTime: iso(now).slice(0, 19).replace(/-/g, '/') + 'z',
          Geo: 'Air-1',
          Id: 1234,
        },
        ...{
          current_temp_f: wave(t, 70, 4),
          current_humidity: wave(t, 40, 6, 1),
          pm2_5_atm: wave(t, 9, 4, 2),
        },
        ...{ version: '7.02', hardwareversion: '3.0', uptime: 12345 + t, rssi: -60, freemem: 20000 },
      },
    }),
    sensors: ['current_temp_f', 'current_humidity', 'pm2_5_atm'],
    time: (_, now) => now,
  },
  {
    ...{ family: 'weather service', name: 'a report with place, sunrise and a code of the answer' },
    round: (t, now) => ({
      payload: {
        ...{
          coord: { lon: 5.1, lat: 52.1 },
          weather: [{ id: 804, main: 'Clouds', icon: '04d' }],
          base: 'stations',
        },
        main: {
          temp: wave(t, 281, 3),
          pressure: Math.round(wave(t, 1010, 5, 1)),
          humidity: Math.round(wave(t, 70, 9, 2)),
        },
        ...{
          wind: { speed: wave(t, 4, 2, 3), deg: Math.round(wave(t, 200, 50, 4)) },
          dt: Math.round(now / 1000) - 60,
        },
        sys: {
          type: 2,
          id: 2000,
          country: 'NL',
          sunrise: Math.round(now / 1000) - 9000,
          sunset: Math.round(now / 1000) + 9000,
        },
        ...{ timezone: 3600, id: 2643743, name: 'Utrecht', cod: 200 },
      },
    }),
    sensors: [
      'coord.lon',
      'coord.lat',
      'main.temp',
      'main.pressure',
      'main.humidity',
      'wind.speed',
      'wind.deg',
    ],
    time: (_, now) => now - 60_000,
  },
  {
    ...{ family: 'weather station', name: 'a loop of numbers as texts, with its system of units' },
    round: (t, now) => ({
      topic: 'weather/loop',
      payload: {
        ...{ dateTime: `${Math.round(now / 1000)}.0`, usUnits: '16.0', interval_minute: '5.0' },
        ...{
          outTemp_C: `${wave(t, 8, 3)}`,
          windSpeed_kph: `${wave(t, 12, 6, 1)}`,
          windDir: t % 7 === 6 ? 'None' : `${wave(t, 200, 40, 2)}`,
        },
      },
    }),
    sensors: ['outTemp_C', 'windSpeed_kph', 'windDir'],
    time: (_, now) => now,
  },
  {
    ...{ family: 'tracker', name: 'a position with its time' },
    round: (t, now) => ({
      topic: 'owntracks/me/phone',
      payload: {
        ...{
          _type: 'location',
          acc: 5 + (t % 3),
          alt: Math.round(wave(t, 12, 3)),
          batt: 80,
          conn: 'w',
          tid: 'ab',
        },
        ...{
          lat: wave(t, 52.1, 0.01, 0, 5),
          lon: wave(t, 5.1, 0.01, 1, 5),
          tst: Math.round(now / 1000),
          vel: Math.round(wave(t, 30, 9, 2)),
        },
        ...{ created_at: Math.round(now / 1000) + 1, topic: 'owntracks/me/phone' },
      },
    }),
    sensors: ['acc', 'alt', 'lat', 'lon', 'vel'],
  },
];
