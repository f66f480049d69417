import { isRecord } from '../record';
import { readFieldsBelow } from './fields';
import { below, readListOfFrames } from './list-of-frames';
import type { Findings, Shape, ShapeContext } from './shape';
import { timeIn } from './times';

/**
 * {measurement, fields: {…}, tags: {…}, timestamp}, as time series databases write points: the tags name who measured. Agents send
 * many of them as {metrics: [...]}.
 */
export const fieldsAndTags: Shape = {
  name: 'fields and tags',
  read(payload, context) {
    if (!isRecord(payload)) return null;
    const { metrics } = payload;
    if (!Array.isArray(metrics)) return readPoint(payload, context);
    const found = metrics.every(isPoint) ? readListOfFrames(metrics, context, readPoint) : null;
    return found && { ...found, moments: found.moments.map((moment) => below(moment, ['metrics'])) };
  },
};

const isPoint = (entry: unknown): boolean => isRecord(entry) && isRecord(entry.fields);

function readPoint(payload: unknown, context: ShapeContext): Findings | null {
  if (!isRecord(payload) || !isRecord(payload.fields)) return null;
  const { fields, tags, measurement, name } = payload;
  const time = timeIn(payload, context.arrival);
  if (!isRecord(tags) && typeof measurement !== 'string' && typeof name !== 'string' && time === null)
    return null;
  const device = nameSource(isRecord(tags) ? tags : {}, name);
  return { ...readFieldsBelow(fields, ['fields'], context, time), device: device === '' ? null : device };
}

/** The tags; before them the measurement where an agent tells of its host, of which there are many with the same fields. */
function nameSource(tags: Readonly<Record<string, unknown>>, name: unknown): string {
  const texts = Object.values(tags).filter((tag) => typeof tag === 'string');
  const isOfAgent = typeof tags.host === 'string' && typeof name === 'string' && name !== '';
  return (isOfAgent ? [name, ...texts] : texts).join('/');
}
