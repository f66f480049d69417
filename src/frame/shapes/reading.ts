import { isRecord } from '../record';
import { foundIn } from './moments';
import type { Shape } from './shape';
import { timeOf } from './times';
import { readValueField } from './value-field';

/** What may stand beside the value of a reading without being one itself. */
const BESIDE =
  /^(?:unit|units|u|uom|unit_of_measurement|type|data_?type|quality|q|status_?code|status|description|precision|decimals|label|property|nodeName|nodeLocation|attributes|min|max|.*[Tt]imestamp|.*[Nn]ame|valid|is_null|.*[Pp]icoseconds|ack|from|user|expire|lc|c)$/i;

/** {value, unit, ts}: one reading of the sensor that the topic names. */
export const reading: Shape = {
  name: 'reading',
  read(payload, { arrival, leaveOut }) {
    if (!isRecord(payload)) return null;
    const found = readValueField(payload, arrival);
    if (found === null) return null;
    const isAlone =
      isOfSmartHome(payload, found.field) ||
      Object.keys(payload).every(
        (name) =>
          name === found.field ||
          BESIDE.test(name) ||
          leaveOut.hasPart(name) ||
          name === 't' ||
          timeOf(name, payload[name], arrival) !== null,
      );
    if (!isAlone) return null;
    const isTime = timeOf('', found.value, arrival) !== null;
    const value = { name: '', value: found.value, place: found.place, time: found.time };
    return foundIn(isTime ? [] : [value], null, null);
  },
};

/** {val, ts, lc, …}: whatever else there is, is about the value. */
const isOfSmartHome = (payload: Readonly<Record<string, unknown>>, field: string): boolean =>
  field === 'val' &&
  Object.hasOwn(payload, 'ts') &&
  (Object.hasOwn(payload, 'lc') || Object.hasOwn(payload, 'ack'));
