import type { Fields } from '../../src/frame/fields';
import { recordOf, setField } from '../../src/frame/record';
import type { Answer } from '../../src/stream/stream-model';
import type { Kind } from './behaviour';
import type { SensorList } from '../../src/frame/sensor-list';

/** A frame of readings as it is sent on: a reading that is no finite number is a gap. */
export function withGaps(fields: Fields): Fields {
  const isFit = (value: unknown): boolean => typeof value !== 'number' || Number.isFinite(value);
  if (Object.values(fields).every(isFit)) return fields;
  return recordOf(Object.entries(fields).map(([name, value]) => [name, isFit(value) ? value : null]));
}

/** Writes frames of the shape they came in, in new objects: whoever sent them may still hold the old ones. */
export class FrameWriter<A extends Answer> {
  readonly #kind: Kind<A>;
  readonly #sensors: SensorList;

  constructor(kind: Kind<A>, sensors: SensorList) {
    this.#kind = kind;
    this.#sensors = sensors;
  }

  /** The fields in their order; sensors that were absent come after them. */
  writeFields(fields: Fields, answer: A): Record<string, unknown> {
    const { names } = answer;
    const out: Record<string, unknown> = { ...fields };
    for (let j = 0; j < names.length; j++) {
      const name = names[j];
      const value = this.#kind.valueAt(answer, j, Object.hasOwn(out, name), out[name]);
      if (value !== undefined) setField(out, name, value);
    }
    return out;
  }

  /** The list, longer if it lacked sensors at its end. */
  writeList(list: ArrayLike<unknown>, answer: A): unknown[] {
    const { names } = answer;
    const out = Array.from(list);
    for (let j = 0; j < names.length; j++) {
      const position = this.#sensors.positionOf(names[j]);
      if (position === null) continue;
      const value = this.#kind.valueAt(answer, j, position < list.length, out[position]);
      if (value === undefined) continue;
      while (out.length < position) out.push(null);
      out[position] = value;
    }
    return out;
  }
}
