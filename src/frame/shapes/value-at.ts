import { isRecord } from '../record';
import type { Place } from './shape';

/** What stands at a place of a payload; undefined where there is no such place. */
export const valueAt = (payload: unknown, place: Place): unknown =>
  place.reduce<unknown>((value, name) => (isRecord(value) ? value[name] : undefined), payload);
