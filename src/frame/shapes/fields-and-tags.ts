import { isRecord } from '../record';
import { readFieldsBelow } from './fields';
import type { Shape } from './shape';
import { timeIn } from './times';

/** {measurement, fields: {…}, tags: {…}, timestamp}, as time series databases write points: the tags name who measured. */
export const fieldsAndTags: Shape = {
  name: 'fields and tags',
  read(payload, context) {
    if (!isRecord(payload) || !isRecord(payload.fields)) return null;
    const { fields, tags, measurement, name } = payload;
    const time = timeIn(payload, context.arrival);
    if (!isRecord(tags) && typeof measurement !== 'string' && typeof name !== 'string' && time === null)
      return null;
    const device = isRecord(tags)
      ? Object.values(tags)
          .filter((tag) => typeof tag === 'string')
          .join('/')
      : '';
    return { ...readFieldsBelow(fields, ['fields'], context, time), device: device === '' ? null : device };
  },
};
