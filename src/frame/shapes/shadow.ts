import { isRecord } from '../record';
import { textDevice } from './device';
import { readFieldsBelow } from './fields';
import type { Place, Shape } from './shape';
import { timeIn } from './times';
import { valueAt } from './value-at';

/** Where the shadows of clouds, and their twins, hold what the device has reported. */
const REPORTED: readonly Place[] = [
  ['state', 'reported'],
  ['current', 'state', 'reported'],
  ['properties', 'reported'],
  ['data', 'properties', 'reported'],
];

/** {state: {reported: {…}, desired: {…}}}: the shadow of a device; what it has reported is what it measures. */
export const shadow: Shape = {
  name: 'shadow',
  read(payload, context) {
    if (!isRecord(payload)) return null;
    for (const place of REPORTED) {
      const reported = valueAt(payload, place);
      if (!isRecord(reported)) continue;
      const time = timeIn(payload, context.arrival);
      return { ...readFieldsBelow(reported, place, context, time), device: textDevice(payload) };
    }
    return null;
  },
};
