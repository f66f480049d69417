import { fields } from './fields';
import { fieldsAndTags } from './fields-and-tags';
import { notification } from './notification';
import { reading } from './reading';
import { records } from './records';
import { senml } from './senml';
import { shadow } from './shadow';
import { stateChange } from './state-change';
import type { Findings, Shape, ShapeContext } from './shape';
import { timedValues } from './timed-values';
import { uplink } from './uplink';
import { readListOfFrames } from './list-of-frames';

/** The shapes of objects and of lists of objects; the first that fits is taken, so the particular ones come first. */
const shapes: readonly Shape[] = [
  senml,
  records,
  uplink,
  notification,
  shadow,
  stateChange,
  fieldsAndTags,
  timedValues,
  reading,
  fields,
];

/** What the payload holds, and the shape it has; null where it has none of these. */
export function findValues(
  payload: unknown,
  context: ShapeContext,
): (Findings & { readonly shape: string }) | null {
  for (const shape of shapes) {
    const found = shape.read(payload, context);
    if (found !== null) return { ...found, shape: shape.name };
  }
  const listed = Array.isArray(payload) ? readListOfFrames(payload, context, findValues) : null;
  return listed === null ? null : { ...listed, shape: 'list of frames' };
}
