import { isRecord } from '../record';
import { readFieldsBelow } from './fields';
import type { Shape } from './shape';
import { timeIn } from './times';

/** {state: {reported: {…}, desired: {…}}}: the shadow of a device; what it has reported is what it measures. */
export const shadow: Shape = {
  name: 'shadow',
  read(payload, context) {
    if (!isRecord(payload) || !isRecord(payload.state) || !isRecord(payload.state.reported)) return null;
    return readFieldsBelow(
      payload.state.reported,
      ['state', 'reported'],
      context,
      timeIn(payload, context.arrival),
    );
  },
};
