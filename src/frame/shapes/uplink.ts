import { isRecord } from '../record';
import { textDevice } from './device';
import { readFieldsBelow } from './fields';
import type { Findings, Place, Shape, ShapeContext } from './shape';
import { timeIn } from './times';
import { valueAt } from './value-at';

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

/** Signs that it is an uplink and nothing else: only then `payload` is what was decoded. */
const SURE_SIGNS = /^(?:dev_?eui|f_?port|f_?cnt(?:_?up)?|dev_?addr)$/i;
/** A single object around all of it. */
const WRAPPER = /uplink/i;

/** The uplink of a radio network: the decoded readings, and around them what the network knows of the transmission. */
export const uplink: Shape = {
  name: 'uplink',
  read(payload, context) {
    if (!isRecord(payload)) return null;
    const names = Object.keys(payload);
    const [wrapper] = names;
    if (names.length === 1 && WRAPPER.test(wrapper) && isRecord(payload[wrapper]))
      return readUplink(payload[wrapper], [wrapper], context);
    return readUplink(payload, [], context);
  },
};

function readUplink(payload: Fields, below: Place, context: ShapeContext): Findings | null {
  const names = Object.keys(payload);
  if (!names.some((name) => SIGNS.test(name) || SURE_SIGNS.test(name))) return null;
  const place =
    DECODED.find((path) => isRecord(valueAt(payload, path))) ??
    (isRecord(payload.payload) && names.some((name) => SURE_SIGNS.test(name)) ? ['payload'] : undefined);
  if (place === undefined || (place[0] === 'object' && names.length < 2)) return null;
  const outer =
    timeIn(payload, context.arrival) ??
    (isRecord(payload.uplink_message) ? timeIn(payload.uplink_message, context.arrival) : null) ??
    (isRecord(payload.metadata) ? timeIn(payload.metadata, context.arrival) : null);
  const holder = IDS.map((name) => payload[name]).find(isRecord);
  const device = (holder === undefined ? null : textDevice(holder)) ?? textDevice(payload);
  const decoded = valueAt(payload, place) as Fields;
  return { ...readFieldsBelow(decoded, [...below, ...place], context, outer), device };
}
