import { say } from '../../words';
import { findOffset } from '../faults/offset';
import { findUnit } from '../faults/unit';
import type { FaultEvent, ResolvedEvent } from '../news';
import type { ChangeWords } from '../words';
import type { FollowedSensor, OpenChange } from './alert-state';
import { canReturn, sumsOf } from './followed-sensor';
import { findSwapped, type Pair } from './swapped-pair';

/** An offset is told where the others explain so much of the sensor, and are so many with it. */
const EXPLAINED = 0.5;
const LEAST_SENSORS = 3;

/** What is said of an open change beside its alarm: in these words, of sensors of these names, at this time. */
export interface Telling {
  readonly words: ChangeWords;
  readonly names: readonly string[];
  readonly time: number | null;
  /** What a sentence calls a sensor of this name. */
  readonly saidOf: (name: string) => string;
}

export function tellResolved(change: OpenChange, { words, names, time, saidOf }: Telling): ResolvedEvent {
  const { id, index, since } = change;
  const returned = findSwapped(change) ?? change.sensors.filter(canReturn);
  const sensors = returned.map(({ sensor }) => ({ name: names[sensor] }));
  const called = new Set(sensors.map(({ name }) => saidOf(name)));
  const said = { name: [...called].join(', '), id: `${id}` };
  return { event: 'resolved', id, index, since, time, sensors, summary: say(words.resolved, said) };
}

export function tellSwapped(change: OpenChange, pair: Pair, telling: Telling): FaultEvent {
  const sensors = pair.map(({ sensor }) => ({ name: telling.names[sensor] }));
  const summary = say(telling.words.swapped, { name: sensors[0].name, other: sensors[1].name });
  return { ...headOf(change, telling), fault: 'swapped', correction: null, sensors, summary };
}

/** The sensors that read in another unit or, where the others know one of them well, by an offset. */
export const tellFaults = (change: OpenChange, telling: Telling): FaultEvent[] =>
  change.sensors.flatMap((sensor) => tellFault(change, sensor, telling) ?? []);

function tellFault(change: OpenChange, sensor: FollowedSensor, telling: Telling): FaultEvent | null {
  const { words, names } = telling;
  const name = names[sensor.sensor];
  const sums = sumsOf(sensor, change.complete);
  const head = headOf(change, telling);
  const unit = findUnit(sums);
  if (unit !== null) {
    const summary = say(words.unit, { name, unit: unit.unit });
    return { ...head, ...unit, fault: 'unit', sensors: [{ name }], summary };
  }
  const isAlone = change.isOfSensor && names.length >= LEAST_SENSORS && sensor === change.sensors[0];
  const correction = isAlone && sensor.row.explained >= EXPLAINED ? findOffset(sums) : null;
  if (correction === null) return null;
  const summary = say(words.offset, { name, size: -correction.offset });
  return { ...head, fault: 'offset', correction, sensors: [{ name }], summary };
}

const headOf = ({ id, index, since }: OpenChange, { time }: Telling) =>
  ({ event: 'fault', id, index, since, time }) as const;
