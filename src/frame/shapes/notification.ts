import { isRecord } from '../record';
import { textDevice } from './device';
import { readFieldsBelow } from './fields';
import type { Shape } from './shape';
import { timeIn } from './times';

/** {src, method, params: {ts, …}}: a notification of a remote procedure, whose parameters are what has changed. */
export const notification: Shape = {
  name: 'notification',
  read(payload, context) {
    if (!isRecord(payload) || typeof payload.method !== 'string' || !isRecord(payload.params)) return null;
    const { params } = payload;
    return {
      ...readFieldsBelow(params, ['params'], context, timeIn(payload, context.arrival)),
      device: textDevice(payload),
    };
  },
};
