import { iso, wave, type DeviceCase } from '../device-case';

const update = { installed_version: 268, latest_version: 270, state: 'available', progress: null };
const kinds = 'Zigbee gateway, kinds of devices';

export const zigbeeKinds: readonly DeviceCase[] = [
  {
    ...{ family: kinds, name: 'a radiator valve with its programme and its calibration' },
    round: (t) => ({
      topic: 'zigbee2mqtt/valve',
      payload: {
        ...{ battery: 84, linkquality: 90, child_lock: 'UNLOCK', local_temperature_calibration: -1.5 },
        ...{ local_temperature: wave(t, 20, 1.5), current_heating_setpoint: t % 12 < 6 ? 21.5 : 18 },
        ...{ position: Math.round(wave(t, 40, 30, 1)), preset: 'schedule', running_state: 'heat', update },
        schedule: {
          monday: [
            { hour: 6, minute: 0, temperature: 21 },
            { hour: 22, minute: 30, temperature: 17 },
          ],
        },
      },
    }),
    sensors: ['local_temperature', 'current_heating_setpoint', 'position'],
  },
  {
    ...{ family: kinds, name: 'a plug' },
    round: (t) => ({
      topic: 'zigbee2mqtt/plug',
      payload: {
        ...{ state: t % 9 < 5 ? 'ON' : 'OFF', power: wave(t, 60, 20), current: wave(t, 0.3, 0.1, 0, 2) },
        ...{
          voltage: Math.round(wave(t, 231, 2, 1)),
          energy: 12.3 + t / 100,
          power_outage_memory: 'restore',
        },
        ...{
          power_outage_count: 3,
          indicator_mode: 'off/on',
          linkquality: 130,
          update,
          update_available: true,
        },
      },
    }),
    sensors: ['state', 'power', 'current', 'voltage', 'energy'],
  },
  {
    ...{ family: kinds, name: 'a motion detector and its settings' },
    round: (t, now) => ({
      topic: 'zigbee2mqtt/hall',
      payload: {
        ...{
          occupancy: t % 5 < 2,
          illuminance: Math.round(wave(t, 300, 200)),
          device_temperature: 24 + (t % 3),
        },
        ...{ motion_sensitivity: 'medium', detection_interval: 30, trigger_indicator: null, voltage: 2985 },
        ...{ battery: 92, linkquality: 51, last_seen: iso(now) },
      },
    }),
    sensors: ['occupancy', 'illuminance', 'device_temperature', 'voltage'],
  },
  {
    ...{ family: kinds, name: 'all that a gateway publishes at the start, retained and not' },
    round: (t) => [
      ...(t > 0
        ? []
        : [
            { topic: 'zigbee2mqtt/bridge/state', payload: '{"state":"online"}', retain: true },
            {
              topic: 'zigbee2mqtt/bridge/info',
              payload: JSON.stringify({
                version: '2.0',
                commit: 'abc',
                coordinator: { type: 'ZStack3x0' },
                permit_join: false,
              }),
            },
            {
              topic: 'zigbee2mqtt/bridge/devices',
              payload: JSON.stringify([
                {
                  ieee_address: '0x0012',
                  type: 'Coordinator',
                  network_address: 0,
                  supported: true,
                  disabled: false,
                },
                {
                  ieee_address: '0x0013',
                  type: 'EndDevice',
                  network_address: 22,
                  definition: { exposes: [{ value_max: 100 }] },
                },
              ]),
            },
            { topic: 'zigbee2mqtt/bridge/groups', payload: '[]' },
            { topic: 'zigbee2mqtt/bridge/extensions', payload: '[]' },
          ]),
      { topic: 'zigbee2mqtt/room', payload: { temperature: wave(t, 21, 2), humidity: wave(t, 45, 6, 1) } },
      { topic: 'zigbee2mqtt/bridge/logging', payload: '{"level":"info","message":"MQTT publish: topic"}' },
      {
        topic: 'zigbee2mqtt/bridge/health',
        payload: JSON.stringify({
          response_time: 1772359200000,
          os: { load_average: [0.1, 0.2], memory_percent: 3.2 },
          mqtt: { published: 10 + t },
        }),
      },
    ],
    sensors: ['temperature', 'humidity'],
  },
  {
    ...{ family: kinds, name: 'commands under the same root are no readings' },
    round: (t) => [
      {
        topic: 'zigbee2mqtt/lamp',
        payload: { state: t % 6 < 3 ? 'ON' : 'OFF', brightness: Math.round(wave(t, 120, 60)) },
      },
      { topic: 'zigbee2mqtt/lamp/set', payload: { state: 'ON', brightness: 200, transition: 2 } },
      { topic: 'zigbee2mqtt/lamp/get', payload: { state: '' } },
    ],
    sensors: ['state', 'brightness'],
  },
  {
    ...{ family: kinds, name: 'another gateway: many devices over one connection, told apart by their ids' },
    round: (t, now) =>
      ['5', '7'].map((id, k) => ({
        payload: {
          ...{ e: 'changed', id, r: 'sensors', t: 'event', uniqueid: `00:15:8d:00:0${id}-01-0402` },
          state: { lastupdated: iso(now).slice(0, 23), temperature: Math.round(wave(t, 2100, 200, k)) },
        },
      })),
    sensors: ['5', '7'].map((id) => `00:15:8d:00:0${id}-01-0402/state.temperature`),
  },
];

export const homeCentres: readonly DeviceCase[] = [
  {
    ...{ family: 'Home Assistant', name: 'events of state changes, all under one topic' },
    round: (t, now) =>
      ['sensor.outside', 'sensor.inside'].map((entity_id, k) => {
        const state = (value: number, at: number): object => ({
          ...{ entity_id, state: `${value}`, last_changed: iso(at), last_updated: iso(at) },
          attributes: {
            unit_of_measurement: '°C',
            friendly_name: entity_id,
            min: 4,
            device_class: 'temperature',
          },
          context: { id: '01HQ', parent_id: null, user_id: null },
        });
        return {
          topic: 'ha/events',
          payload: JSON.stringify({
            event_type: 'state_changed',
            event_data: {
              entity_id,
              old_state: state(wave(t - 1, 10 + 10 * k, 3, k), now - 60_000),
              new_state: state(wave(t, 10 + 10 * k, 3, k), now),
            },
            ...{ origin: 'LOCAL', time_fired: iso(now), context: { id: '01HQ' } },
          }),
        };
      }),
    sensors: ['ha/events/sensor.outside', 'ha/events/sensor.inside'],
    time: (_, now) => now,
  },
  {
    ...{ family: 'Home Assistant', name: 'an entity as an object, with its attributes' },
    round: (t, now) =>
      ['sensor.pv', 'binary_sensor.door'].map((entity_id, k) => ({
        payload: {
          ...{ entity_id, state: k === 0 ? `${wave(t, 900, 200)}` : t % 7 < 3 ? 'on' : 'off' },
          attributes: { friendly_name: 'x', supported_features: 3, latitude: 52.1, icon: 'mdi:flash' },
          ...{ last_changed: iso(now), last_updated: iso(now), context: { id: '01' } },
        },
      })),
    sensors: ['sensor.pv', 'binary_sensor.door'],
    time: (_, now) => now,
  },
  {
    ...{ family: 'Home Assistant', name: 'statestream with times and attributes as JSON texts' },
    round: (t, now) =>
      ['inside', 'outside'].flatMap((name, k) => [
        { topic: `ha/sensor/${name}/state`, payload: `${wave(t, 20, 3, k)}` },
        { topic: `ha/sensor/${name}/last_changed`, payload: JSON.stringify(iso(now)) },
        { topic: `ha/sensor/${name}/last_updated`, payload: JSON.stringify(iso(now)) },
        { topic: `ha/sensor/${name}/unit_of_measurement`, payload: '"°C"' },
        { topic: `ha/sensor/${name}/friendly_name`, payload: `"${name}"` },
      ]),
    sensors: ['ha/sensor/inside/state', 'ha/sensor/outside/state'],
  },
  {
    ...{ family: 'ESPHome', name: 'sensors, a log, a lamp and the status of a node' },
    round: (t) => [
      { topic: 'living/status', payload: 'online', retain: t === 0 },
      {
        topic: 'living/debug',
        payload: `\u001b[0;36m[D][sensor:094]: 'T': Sending state ${t}.5 °C with 1 decimals`,
      },
      { topic: 'living/sensor/temperature/state', payload: t % 9 === 8 ? 'nan' : `${wave(t, 21, 2)}` },
      { topic: 'living/binary_sensor/motion/state', payload: t % 5 < 2 ? 'ON' : 'OFF' },
      { topic: 'living/sensor/uptime/state', payload: `${60 * t}` },
      { topic: 'living/sensor/wifi_signal/state', payload: `${-60 - (t % 5)}` },
    ],
    sensors: ['living/sensor/temperature/state', 'living/binary_sensor/motion/state'],
    silent: {
      send: () => ({ topic: 'living/status', payload: 'offline' }),
      sensors: ['living/sensor/temperature/state', 'living/binary_sensor/motion/state'],
    },
    status: { fill: 'yellow', text: /silent/ },
  },
  {
    ...{
      family: 'ioBroker',
      name: 'values with acknowledgement, last change and a quality of 0 that is good',
    },
    round: (t, now) =>
      ['temp', 'rh'].map((name, k) => ({
        topic: `iobroker/hm/0/${name}`,
        payload: {
          ...{ val: wave(t, 21 + 20 * k, 2, k), ack: true, ts: now, q: 0, lc: now - 5000 },
          ...{ from: 'system.adapter.hm-rpc.0', user: 'system.user.admin' },
        },
      })),
    sensors: ['iobroker/hm/0/temp', 'iobroker/hm/0/rh'],
    time: (_, now) => now,
  },
  {
    ...{ family: 'mqtt-smarthome', name: 'val, ts, lc and an object about the device' },
    round: (t, now) =>
      ['Kitchen', 'Bath'].map((room, k) => ({
        topic: `hm/status/${room}/ACTUAL_TEMPERATURE`,
        payload: {
          ...{ val: wave(t, 21, 2, k), ts: now, lc: now },
          hm: {
            device: 'LEQ0',
            channelType: 'CLIMATE',
            channelIndex: 4,
            datapointMin: -40,
            datapointMax: 80,
          },
        },
      })),
    sensors: ['hm/status/Kitchen/ACTUAL_TEMPERATURE', 'hm/status/Bath/ACTUAL_TEMPERATURE'],
    time: (_, now) => now,
  },
  {
    ...{ family: 'openHAB', name: 'states with units, UNDEF and NULL' },
    round: (t) => [
      { topic: 'openhab/Outside', payload: t % 8 === 7 ? 'UNDEF' : `${wave(t, 8, 3)} °C` },
      { topic: 'openhab/Rollershutter', payload: `${Math.round(wave(t, 50, 30, 1))}` },
      { topic: 'openhab/Window', payload: t % 6 === 0 ? 'OPEN' : 'CLOSED' },
      { topic: 'openhab/Scene', payload: 'NULL' },
    ],
    sensors: ['openhab/Outside', 'openhab/Rollershutter', 'openhab/Window'],
  },
  {
    ...{ family: 'Domoticz', name: 'all devices under one topic, by name' },
    round: (t, now) =>
      ['Kitchen', 'Cellar'].map((name, k) => ({
        topic: 'domoticz/out',
        payload: JSON.stringify({
          ...{ Battery: 255, RSSI: 12, dtype: 'Temp + Humidity', hwid: '3', id: `14${k}5`, idx: 7 + k, name },
          ...{
            nvalue: 0,
            svalue1: `${wave(t, 20 - 6 * k, 2, k)}`,
            svalue2: `${Math.round(wave(t, 50, 9, k))}`,
          },
          ...{ unit: 1, LastUpdate: iso(now).slice(0, 19).replace('T', ' ') },
        }),
      })),
    sensors: ['1405', '1415'].flatMap((id) =>
      ['nvalue', 'svalue1', 'svalue2'].map((name) => `domoticz/out/${id}/${name}`),
    ),
  },
  {
    ...{ family: 'Homie', name: 'attributes of a device beside its values' },
    round: (t) => [
      ...(t > 0
        ? []
        : [
            { topic: 'homie/probe/$homie', payload: '4.0' },
            { topic: 'homie/probe/$fw/version', payload: '1.2' },
            { topic: 'homie/probe/$nodes', payload: 'climate' },
            { topic: 'homie/probe/climate/temperature/$datatype', payload: 'float' },
            { topic: 'homie/probe/climate/temperature/$format', payload: '-20:60' },
            { topic: 'homie/probe/climate/temperature/$settable', payload: 'false' },
            { topic: 'homie/probe/climate/temperature/$unit', payload: '°C' },
          ]),
      { topic: 'homie/probe/$state', payload: 'ready' },
      { topic: 'homie/probe/$stats/uptime', payload: `${60 * t}` },
      { topic: 'homie/probe/$stats/signal', payload: `${70 + (t % 5)}` },
      { topic: 'homie/probe/$stats/interval', payload: '60' },
      { topic: 'homie/probe/climate/temperature', payload: `${wave(t, 21, 2)}` },
      { topic: 'homie/probe/climate/heating', payload: t % 6 < 2 ? 'true' : 'false' },
    ],
    sensors: ['homie/probe/climate/temperature', 'homie/probe/climate/heating'],
  },
];
