import { isRecord } from '../record';
import { foundIn } from './moments';
import type { Findings, Place, Shape } from './shape';
import { timeIn } from './times';
import { valueAt } from './value-at';

/** Where an event holds the entity as it is now. */
const PLACES: readonly Place[] = [
  [],
  ['new_state'],
  ['data', 'new_state'],
  ['event', 'new_state'],
  ['event_data', 'new_state'],
  ['event', 'data', 'new_state'],
];

/** {entity_id, state, attributes, last_changed}, by itself or as the new state of an event: one reading of that entity. */
export const stateChange: Shape = {
  name: 'state change',
  read(payload, { arrival }): Findings | null {
    if (!isRecord(payload)) return null;
    for (const place of PLACES) {
      const entity = valueAt(payload, place);
      if (!isRecord(entity) || typeof entity.entity_id !== 'string' || !Object.hasOwn(entity, 'state'))
        continue;
      if (!isRecord(entity.attributes) && timeIn(entity, arrival) === null) continue;
      const value = {
        name: '',
        value: entity.state,
        place: [...place, 'state'],
        time: timeIn(entity, arrival),
      };
      return foundIn([value], timeIn(payload, arrival), null, entity.entity_id);
    }
    return null;
  },
};
