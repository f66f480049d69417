import type { Frame } from '../frame/frame';
import { setField } from '../frame/record';
import type { Structure } from './csv/structure';
import { usage } from './failure';

/** What a column of sensor names is called. */
const NAMES =
  /^(?:sensor|sensor_?id|sensor_?name|name|topic|entity_?id|tag|tag_?name|metric|variable|parameter|series|signal|point)$/i;

/** Readings in rows of their own, gathered to frames: those of one time, and each sensor once. */
export class LongFrames {
  readonly #column: number;
  #fields: Record<string, unknown> = {};
  #moment: Pick<Frame, 'time' | 'arrival'> | null = null;

  private constructor(column: number) {
    this.#column = column;
  }

  /** Null: the rows are frames. `isSaid`: the names may stand in any column of text. */
  static find({ names, sensors, time }: Structure, isSaid: boolean): LongFrames | null {
    if (sensors.length !== 1) {
      if (names.some((name, column) => NAMES.test(name) && !sensors.includes(column)))
        throw usage(
          'The file seems to hold one reading in each row: name its column of times by --time, and leave other numbers out by --ignore.',
        );
      return none(isSaid);
    }
    const isText = (column: number): boolean =>
      column !== sensors[0] && !(time?.columns.includes(column) ?? false);
    const columns = names.map((_, column) => column).filter(isText);
    const column = columns.find((each) => NAMES.test(names[each])) ?? (isSaid ? columns[0] : undefined);
    return column === undefined ? none(isSaid) : new LongFrames(column);
  }

  /** The frame that this row closes, or null. */
  take(cells: readonly string[], readings: Float64Array, { time, arrival }: Frame): Frame | null {
    const name = cells[this.#column].trim();
    const isNext = this.#moment !== null && (this.#moment.time !== time || Object.hasOwn(this.#fields, name));
    const closed = isNext ? this.close() : null;
    this.#moment = { time, arrival };
    setField(this.#fields, name, Number.isNaN(readings[0]) ? null : readings[0]);
    return closed;
  }

  /** The frame that is open; null if there is none. */
  close(): Frame | null {
    if (this.#moment === null) return null;
    const frame = { fields: this.#fields, ...this.#moment };
    this.#fields = {};
    this.#moment = null;
    return frame;
  }
}

function none(isSaid: boolean): null {
  if (isSaid) throw usage('--long needs a column of names and one column of numbers.');
  return null;
}
