import type { DeviceCase } from '../device-case';
import { modbus, opcua, sparkplug } from './industry';
import { lorawan } from './lorawan';
import { functionNodes, plainTopics, radio, victron, written, zwave } from './others';
import { homeAssistant, influx, platforms, senml } from './records';
import { shelly } from './shelly';
import { tasmota } from './tasmota';
import { zigbee } from './zigbee';

export const cases: readonly DeviceCase[] = [
  ...[zigbee, tasmota, shelly, lorawan, sparkplug, opcua, modbus, senml, homeAssistant, platforms, influx],
  ...[victron, zwave, plainTopics, written, radio, functionNodes],
].flat();
