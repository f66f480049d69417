import { isRecord } from '../record';
import { readFieldsBelow } from './fields';
import { readRecords, recordAt } from './records';
import { splitMoments } from './moments';
import type { Shape } from './shape';
import { timeIn } from './times';
import { textDevice } from './device';

/** Objects and lists that hold the readings of a message, beside its time. */
const HOLDERS: readonly string[] = [
  'values',
  'metrics',
  'readings',
  'measurements',
  'records',
  'sensors',
  'data',
  'telemetry',
  'datapoints',
  'points',
  'tags',
  'e',
];

/** {ts, values: {…}} and {timestamp, metrics: [{name, value}]}: the readings stand apart from what the message says of itself. */
export const timedValues: Shape = {
  name: 'timed values',
  read(payload, context) {
    if (!isRecord(payload)) return null;
    const time = timeIn(payload, context.arrival);
    for (const holder of HOLDERS) {
      const held = payload[holder];
      const list = readRecords(held, [holder], '', context);
      if (list !== null) {
        const moments = splitMoments(list, time, (group) =>
          recordAt(held as readonly unknown[], [holder], group),
        );
        return { moments, isBatch: moments.length > 1, device: textDevice(payload) };
      }
      if (holder === 'values' && time !== null && isRecord(held))
        return { ...readFieldsBelow(held, [holder], context, time), device: textDevice(payload) };
    }
    return null;
  },
};
