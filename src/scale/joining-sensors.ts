import { damagedState } from '../errors';
import { fitJoining, type Loading } from './joining-fit';
import { UNIT_READINGS } from './sensor-units';

/** Sensors without a unit: their readings so far, each with the coefficients of its frame. */
export class JoiningSensors {
  /** By column; each entry is a reading and the coefficients. */
  readonly #entries = new Map<number, number[][]>();

  note(column: number, reading: number, coefficients: readonly number[]): void {
    const entries = this.#entries.get(column) ?? [];
    entries.push([reading, ...coefficients]);
    if (entries.length > UNIT_READINGS) entries.shift();
    this.#entries.set(column, entries);
  }

  /** The first that has been read often enough, if there is one. */
  get ready(): number | undefined {
    for (const [column, { length }] of this.#entries) if (length >= UNIT_READINGS) return column;
    return undefined;
  }

  /** What its readings so far tell of a joining sensor. */
  fit(column: number): Loading {
    const entries = this.#entries.get(column) ?? [];
    return fitJoining(
      entries.map(([reading]) => reading),
      entries.map(([, ...coefficients]) => coefficients),
    );
  }

  /** The sensor is one no longer. */
  forget(column: number): void {
    this.#entries.delete(column);
  }

  copy(): JoiningSensors {
    const copy = new JoiningSensors();
    for (const [column, entries] of this.#entries) copy.#entries.set(column, [...entries]);
    return copy;
  }

  /** [column, entries] of every joining sensor, and the numbers of all. */
  pack(): { readonly counts: number[][]; readonly numbers: number[] } {
    const all = [...this.#entries];
    return {
      counts: all.map(([column, entries]) => [column, entries.length]),
      numbers: all.flatMap(([, entries]) => entries.flat()),
    };
  }

  static restore(rank: number, counts: readonly number[][], numbers: ArrayLike<number>): JoiningSensors {
    const joining = new JoiningSensors();
    let at = 0;
    for (const [column, count] of counts) {
      for (let i = 0; i < count; i++, at += rank + 1) {
        const entry = Array.from({ length: rank + 1 }, (_, k) => numbers[at + k]);
        if (!entry.every((value) => Math.abs(value) < 1e75))
          throw damagedState(`a reading of sensor ${column}`, 'a number below 1e75', entry.join());
        joining.note(column, entry[0], entry.slice(1));
      }
    }
    return joining;
  }
}
