import { isRecord } from '../record';

/** What the sender of a message is called in it, the surest first: the value is a text. */
const NAMES: readonly string[] = [
  'device_id',
  'deviceId',
  'device_name',
  'deviceName',
  'devEui',
  'devEUI',
  'dev_eui',
  'dev_id',
  'device',
  'src',
  'sensor_id',
  'sensorId',
  'node_id',
  'nodeId',
  'mac',
  'ieeeAddr',
  'serialno',
  'serial',
  'serial_number',
  'thing',
  'hostname',
  'host',
  'station',
  'entity_id',
];
const LONGEST = 64;

type Fields = Readonly<Record<string, unknown>>;

/** Who the payload says it is from; null if it does not. A number says it only beside the model of the device. */
export function textDevice(payload: Fields): string | null {
  for (const name of NAMES) {
    const value = payload[name];
    if (isShort(value)) return value;
    if (name === 'device' && isRecord(value)) {
      const inner = [value.id, value.name, value.friendlyName, value.ieeeAddr].find(isShort);
      if (inner !== undefined) return inner;
    }
  }
  const { model, id, channel } = payload;
  if (!isShort(model)) return null;
  if (isShort(id)) return id;
  if (typeof id !== 'number') return null;
  return `${model}/${id}${typeof channel === 'number' || isShort(channel) ? `/${channel}` : ''}`;
}

const isShort = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= LONGEST;
