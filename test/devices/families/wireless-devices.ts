import { iso, wave, type DeviceCase } from '../device-case';

export const tasmotaMore: readonly DeviceCase[] = [
  {
    ...{ family: 'Tasmota', name: 'two probes on one wire, told apart by position, with ids' },
    round: (t, now) => ({
      topic: 'tele/cellar/SENSOR',
      payload: JSON.stringify({
        Time: iso(now).slice(0, 19),
        'DS18B20-1': { Id: '01131B123456', Temperature: wave(t, 21, 2) },
        'DS18B20-2': { Id: '000000123456', Temperature: wave(t, 55, 6, 1) },
        TempUnit: 'C',
      }),
    }),
    sensors: ['DS18B20-1.Temperature', 'DS18B20-2.Temperature'],
    time: (_, now) => now,
  },
  {
    ...{ family: 'Tasmota', name: 'what a device says of itself, and the results of commands' },
    round: (t, now) => [
      ...(t > 0
        ? []
        : [
            { topic: 'tele/plug/LWT', payload: 'Online', retain: true },
            {
              topic: 'tele/plug/INFO1',
              payload:
                '{"Info1":{"Module":"Plug","Version":"14.2.0(release)","GroupTopic":"cmnd/tasmotas/"}}',
            },
            {
              topic: 'tele/plug/INFO2',
              payload:
                '{"Info2":{"WebServerMode":"Admin","Hostname":"plug-1","IPAddress":"192.168.178.123"}}',
            },
            { topic: 'tele/plug/INFO3', payload: '{"Info3":{"RestartReason":"Power On","BootCount":18}}' },
          ]),
      { topic: 'stat/plug/RESULT', payload: `{"POWER":"${t % 6 < 3 ? 'ON' : 'OFF'}"}` },
      {
        topic: 'tele/plug/SENSOR',
        payload: JSON.stringify({
          Time: iso(now).slice(0, 19),
          ENERGY: { Power: wave(t, 60, 20), Voltage: wave(t, 230, 2, 1) },
        }),
      },
    ],
    sensors: ['stat/plug/RESULT/POWER', 'tele/plug/SENSOR/ENERGY.Power', 'tele/plug/SENSOR/ENERGY.Voltage'],
  },
];

export const shellyMore: readonly DeviceCase[] = [
  {
    ...{ family: 'Shelly', name: 'the first generation: a topic for each value, and an announcement' },
    round: (t) => [
      ...(t > 0
        ? []
        : [
            {
              topic: 'shellies/shelly1pm-B929CC/announce',
              payload: JSON.stringify({
                id: 'shelly1pm-B929CC',
                model: 'SHSW-PM',
                mac: 'B929CC',
                ip: '192.168.178.101',
                new_fw: false,
                fw_ver: '20230913-112003/v1.14.0',
              }),
            },
          ]),
      { topic: 'shellies/shelly1pm-B929CC/online', payload: 'true' },
      { topic: 'shellies/shelly1pm-B929CC/relay/0', payload: t % 6 < 3 ? 'on' : 'off' },
      { topic: 'shellies/shelly1pm-B929CC/relay/0/power', payload: `${wave(t, 60, 20)}` },
      { topic: 'shellies/shelly1pm-B929CC/relay/0/energy', payload: `${1000 + 7 * t}` },
      { topic: 'shellies/shelly1pm-B929CC/temperature', payload: `${wave(t, 42, 3, 1)}` },
    ],
    sensors: ['relay/0', 'relay/0/power', 'relay/0/energy', 'temperature'].map(
      (name) => `shellies/shelly1pm-B929CC/${name}`,
    ),
  },
  {
    ...{
      family: 'Shelly',
      name: 'a switch whose energy names the minute it was counted in: that is not its time',
    },
    everyMs: 10_000,
    round: (t, now) => ({
      topic: 'shellyplus1pm-a1/status/switch:0',
      payload: {
        ...{ id: 0, source: 'init', output: t % 6 < 3, apower: wave(t, 60, 20), voltage: wave(t, 231, 2, 1) },
        aenergy: {
          ...{ total: 100 + t, by_minute: [t % 7, t % 5, t % 3] },
          minute_ts: 60 * Math.floor(now / 60_000),
        },
        temperature: { tC: wave(t, 45, 4, 2), tF: wave(t, 113, 7, 2) },
      },
    }),
    sensors: ['output', 'apower', 'voltage', 'aenergy.total', 'temperature.tC', 'temperature.tF'],
    time: (_, now) => now,
  },
  {
    ...{ family: 'Shelly', name: 'the full status of a device' },
    round: (t, now) => ({
      topic: 'shellyplus1-b2/events/rpc',
      payload: JSON.stringify({
        ...{ src: 'shellyplus1-b2', dst: 'shellyplus1-b2/events', method: 'NotifyFullStatus' },
        params: {
          ...{ ts: now / 1000, ble: {}, cloud: { connected: true }, mqtt: { connected: true } },
          'input:0': { id: 0, state: t % 5 < 2 },
          'switch:0': {
            id: 0,
            source: 'button',
            output: t % 7 < 3,
            temperature: { tC: wave(t, 45, 4), tF: wave(t, 113, 7) },
          },
          sys: {
            ...{
              mac: 'A8032AB636EC',
              restart_required: false,
              time: '10:00',
              unixtime: Math.round(now / 1000),
            },
            ...{
              uptime: 100 + t,
              ram_size: 234204,
              ram_free: 133024,
              cfg_rev: 17,
              kvs_rev: 0,
              schedule_rev: 0,
            },
            ...{ webhook_rev: 0, available_updates: { beta: { version: '1.0' } } },
          },
          wifi: { sta_ip: '192.168.178.120', status: 'got ip', ssid: 'x', rssi: -60 },
          ws: { connected: false },
        },
      }),
    }),
    sensors: ['input:0.state', 'switch:0.output', 'switch:0.temperature.tC', 'switch:0.temperature.tF'],
    time: (_, now) => now,
  },
];

export const beacons: readonly DeviceCase[] = [
  {
    ...{ family: 'beacons', name: 'a gateway with its own figures' },
    round: (t) => [
      {
        topic: 'home/OMG/SYStoMQTT',
        payload: {
          ...{
            uptime: 61 + t,
            version: 'v1.7',
            env: 'esp32dev',
            freemem: 99888 - t,
            mqttport: '1883',
            freestck: 4000,
          },
          ...{
            eth: false,
            rssi: -61,
            SSID: 'x',
            BSSID: 'AA',
            ip: '192.168.178.110',
            mac: 'AA:BB',
            modules: ['BT'],
          },
        },
      },
      ...['A4C138AA0001', 'A4C138AA0002'].map((mac, k) => ({
        topic: `home/OMG/BTtoMQTT/${mac}`,
        payload: {
          ...{
            id: mac.replace(/..(?=.)/g, '$&:'),
            name: 'ATC',
            rssi: -66,
            brand: 'X',
            model: 'TH',
            type: 'THB',
          },
          ...{ tempc: wave(t, 22, 2, k), tempf: wave(t, 71, 4, k), hum: wave(t, 50, 5, k), batt: 80 },
        },
      })),
    ],
    sensors: ['A4C138AA0001', 'A4C138AA0002'].flatMap((mac) =>
      ['tempc', 'tempf', 'hum'].map(
        (name) => `home/OMG/BTtoMQTT/${mac}/${mac.replace(/..(?=.)/g, '$&:')}/${name}`,
      ),
    ),
  },
  {
    ...{ family: 'beacons', name: 'tags of one receiver, told apart by their MAC' },
    round: (t) =>
      ['D4:12:34:00:00:01', 'D4:12:34:00:00:02'].map((mac, k) => ({
        topic: 'ruuvi',
        payload: {
          ...{ mac, dataFormat: 5, rssi: -70, temperature: wave(t, 4, 2, k), humidity: wave(t, 60, 8, k) },
          ...{
            pressure: Math.round(wave(t, 101300, 300, k)),
            txPower: 4,
            measurementSequenceNumber: 205 + t,
          },
          ...{ movementCounter: 60 + Math.floor(t / 9), batteryVoltage: wave(t, 2.9, 0.02, k, 3) },
        },
      })),
    sensors: ['D4:12:34:00:00:01', 'D4:12:34:00:00:02'].flatMap((mac) =>
      ['temperature', 'humidity', 'pressure', 'movementCounter', 'batteryVoltage'].map(
        (name) => `ruuvi/${mac}/${name}`,
      ),
    ),
  },
  {
    ...{ family: 'beacons', name: 'advertisements as raw bytes: said, not learned' },
    round: (_, now) => ({
      topic: 'ruuvi/C2:00/D4:12',
      payload: {
        ...{
          gw_mac: 'C2:00',
          rssi: -51,
          aoa: [],
          gwts: `${Math.round(now / 1000)}`,
          ts: `${Math.round(now / 1000)}`,
        },
        ...{ data: '0201061BFF99040512FC5394C37C0004FFFC040CAC364200CDCBB8334C884F', coords: '' },
      },
    }),
    sensors: [],
    status: { fill: 'yellow', text: /no number/ },
  },
  {
    ...{ family: 'mesh', name: 'nodes under one topic, told apart by a number' },
    round: (t, now) =>
      [123456789, 987654321].map((from, k) => ({
        topic: 'msh/EU/2/json/LongFast/!abcd',
        payload: JSON.stringify({
          ...{
            channel: 0,
            from,
            hop_start: 3,
            hops_away: 1,
            id: 1000 + 2 * t + k,
            rssi: -60,
            sender: '!abcd',
            snr: 6,
          },
          payload: {
            battery_level: 90,
            temperature: wave(t, 20, 3, k),
            barometric_pressure: wave(t, 1010, 4, k),
          },
          ...{ timestamp: Math.round(now / 1000), to: 4294967295, type: 'telemetry' },
        }),
      })),
    sensors: [123456789, 987654321].flatMap((from) =>
      ['temperature', 'barometric_pressure'].map(
        (name) => `msh/EU/2/json/LongFast/!abcd/${from}/payload.${name}`,
      ),
    ),
  },
];

export const networks: readonly DeviceCase[] = [
  {
    ...{ family: 'LoRaWAN', name: 'an older ChirpStack, and its status events' },
    round: (t) => [
      {
        topic: 'application/1/device/0101/event/up',
        payload: {
          ...{
            applicationID: '1',
            applicationName: 'a',
            deviceName: 'probe',
            devEUI: 'AQEBAQEBAQE=',
            adr: true,
            dr: 5,
          },
          ...{
            fCnt: 10 + t,
            fPort: 2,
            data: 'AWcA',
            object: { temperature: wave(t, 9, 2), vbat: wave(t, 3.3, 0.1, 1, 2) },
          },
          rxInfo: [
            { gatewayID: 'x', rssi: -57, loRaSNR: 10, location: { latitude: 52, longitude: 5, altitude: 9 } },
          ],
          ...{ txInfo: { frequency: 868100000, dr: 5 }, tags: { room: '7' } },
        },
      },
      {
        topic: 'application/1/device/0101/event/status',
        payload: {
          applicationID: '1',
          deviceName: 'probe',
          margin: 10,
          externalPowerSource: false,
          batteryLevelUnavailable: false,
          batteryLevel: 75.5,
        },
      },
    ],
    sensors: ['temperature', 'vbat'],
  },
  {
    ...{ family: 'LoRaWAN', name: 'joins and acknowledgements among the uplinks' },
    round: (t, now) => [
      {
        topic: 'v3/app@ttn/devices/dev1/join',
        payload: {
          end_device_ids: { device_id: 'dev1', dev_eui: '70B3', join_eui: '00', dev_addr: '260B' },
          ...{ received_at: iso(now), join_accept: { session_key_id: 'AX', received_at: iso(now) } },
        },
      },
      {
        topic: 'v3/app@ttn/devices/dev1/up',
        payload: {
          end_device_ids: { device_id: 'dev1' },
          received_at: iso(now),
          uplink_message: {
            ...{
              f_port: 1,
              f_cnt: t,
              decoded_payload: { temperature: wave(t, 9, 2), bytes: [1, t % 255, 7] },
            },
            ...{ locations: { user: { latitude: 52, longitude: 5 } }, network_ids: { net_id: '000013' } },
          },
        },
      },
    ],
    sensors: ['temperature'],
    time: (_, now) => now,
  },
  {
    ...{ family: 'LoRaWAN', name: 'an operator: everything in one object, numbers as texts' },
    round: (t, now) => ({
      topic: 'thingpark/1',
      payload: {
        DevEUI_uplink: {
          ...{
            Time: iso(now),
            DevEUI: '20635F0000000001',
            FPort: '1',
            FCntUp: `${t}`,
            ADRbit: '1',
            MType: '4',
            FCntDn: '3',
          },
          ...{
            payload_hex: '0102',
            mic_hex: 'aa',
            Lrcid: '00000127',
            LrrRSSI: '-60.0',
            LrrSNR: '9.0',
            SpFact: '7',
          },
          ...{
            SubBand: 'G1',
            Channel: 'LC2',
            DevLrrCnt: '1',
            Lrrid: '0805',
            LrrLAT: '52.1',
            LrrLON: '5.1',
            ModelCfg: '0',
          },
          payload: { temperature: wave(t, 9, 2), humidity: wave(t, 60, 7, 1) },
          ...{ InstantPER: '0.000000', MeanPER: '0.000022', DevAddr: '0405F519' },
        },
      },
    }),
    sensors: ['temperature', 'humidity'],
    time: (_, now) => now,
  },
  {
    ...{ family: 'LoRaWAN', name: 'a network of hotspots' },
    round: (t, now) => ({
      topic: 'helium/rx',
      payload: {
        ...{
          app_eui: '60',
          dev_eui: '61',
          devaddr: '48',
          downlink_url: 'x',
          fcnt: 7 + t,
          port: 2,
          reported_at: now,
        },
        decoded: { payload: { temperature: wave(t, 9, 2), soil: wave(t, 30, 5, 1) }, status: 'success' },
        hotspots: [
          { channel: 12, frequency: 868.1, rssi: -101, snr: -4, spreading: 'SF7BW125', lat: 52, long: 5 },
        ],
        metadata: { adr_allowed: false, multi_buy: 1 },
      },
    }),
    sensors: ['temperature', 'soil'],
    time: (_, now) => now,
  },
  {
    ...{ family: 'LoRaWAN', name: 'a gateway that puts the readings beside the figures of the network' },
    round: (t, now) => ({
      topic: 'uplink',
      payload: {
        ...{
          applicationID: 1,
          applicationName: 'x',
          devEUI: '24e124',
          deviceName: 'AM',
          fcnt: t,
          fport: 85,
          time: iso(now),
        },
        ...{ temperature: wave(t, 21, 2), humidity: wave(t, 45, 6, 1), co2: Math.round(wave(t, 600, 90, 2)) },
        ...{ sn: '6410012345670012', firmware_version: '1.4', ipso_version: '0.1', battery: 92 },
      },
    }),
    sensors: ['temperature', 'humidity', 'co2'],
    time: (_, now) => now,
  },
];
