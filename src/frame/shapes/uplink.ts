import { isRecord } from '../record';
import { textDevice } from './device';
import { readFieldsBelow } from './fields';
import type { Place, Shape } from './shape';
import { timeIn } from './times';

type Fields = Readonly<Record<string, unknown>>;

/** Where network servers of LoRaWAN and the like put what the device's own decoder made of its bytes. */
const DECODED: readonly Place[] = [
  ['uplink_message', 'decoded_payload'],
  ['decoded_payload'],
  ['object'],
  ['payload_fields'],
  ['decoded', 'payload'],
  ['data', 'uplink_message', 'decoded_payload'],
  ['payload', 'decoded'],
];
/** Who it is from: in the message itself, or in one of these. */
const IDS: readonly string[] = ['end_device_ids', 'deviceInfo', 'device_info', 'ids'];
const SIGNS =
  /^(?:uplink_message|end_device_ids|device_?info|dev_?eui|f_?port|f_?cnt|port|counter|payload_raw|app_id|dev_id|decoded|application(?:id|name)?|dc|data|name)$/i;

/** The uplink of a radio network: the decoded readings, and around them what the network knows of the transmission. */
export const uplink: Shape = {
  name: 'uplink',
  read(payload, context) {
    if (!isRecord(payload) || !Object.keys(payload).some((name) => SIGNS.test(name))) return null;
    const place = DECODED.find((path) => isRecord(at(payload, path)));
    if (place === undefined || (place[0] === 'object' && Object.keys(payload).length < 2)) return null;
    const outer =
      timeIn(payload, context.arrival) ??
      (isRecord(payload.uplink_message) ? timeIn(payload.uplink_message, context.arrival) : null) ??
      (isRecord(payload.metadata) ? timeIn(payload.metadata, context.arrival) : null);
    const holder = IDS.map((name) => payload[name]).find(isRecord);
    const device = (holder === undefined ? null : textDevice(holder)) ?? textDevice(payload);
    return { ...readFieldsBelow(at(payload, place) as Fields, place, context, outer), device };
  },
};

const at = (payload: unknown, path: Place): unknown =>
  path.reduce<unknown>((value, name) => (isRecord(value) ? value[name] : undefined), payload);
