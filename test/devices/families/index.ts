import type { DeviceCase } from '../device-case';
import { clocks, idsInside, words } from './clocks-and-words';
import { clouds, plants } from './clouds-and-plants';
import { meters, weather } from './energy-and-weather';
import { homeCentres, zigbeeKinds } from './home-gateways';
import { modbus, opcua, sparkplug } from './industry';
import { lorawan } from './lorawan';
import { functionNodes, plainTopics, radio, victron, written, zwave } from './others';
import { homeAssistant, influx, platforms, senml } from './records';
import { shelly } from './shelly';
import { tasmota } from './tasmota';
import { beacons, networks, shellyMore, tasmotaMore } from './wireless-devices';
import { zigbee } from './zigbee';

export const cases: readonly DeviceCase[] = [
  ...[zigbee, tasmota, shelly, lorawan, sparkplug, opcua, modbus, senml, homeAssistant, platforms, influx],
  ...[victron, zwave, plainTopics, written, radio, functionNodes],
  ...[zigbeeKinds, homeCentres, tasmotaMore, shellyMore, beacons, networks, meters, weather, clouds, plants],
  ...[clocks, words, idsInside],
].flat();
