import { Matrix, solve } from 'ml-matrix';
import { damagedState } from '../errors';
import { UNIT_READINGS, type SensorUnits } from './sensor-units';

/** How a newcomer follows the coefficients, and how much of it they leave open: a variance, in its units. */
export interface Loading {
  readonly row: number[];
  readonly rest: number;
}

/** Least share of a newcomer's variance that is its own. */
const LEAST_REST = 0.01;

/** Sensors without a unit: their readings so far, each with the coefficients of its frame. */
export class Newcomers {
  readonly #rank: number;
  /** By column; each entry is a reading and the coefficients. */
  readonly #entries = new Map<number, number[][]>();

  constructor(rank: number) {
    this.#rank = rank;
  }

  note(column: number, reading: number, coefficients: readonly number[]): void {
    const entries = this.#entries.get(column) ?? [];
    entries.push([reading, ...coefficients]);
    this.#entries.set(column, entries);
  }

  isReady(column: number): boolean {
    return (this.#entries.get(column)?.length ?? 0) >= UNIT_READINGS;
  }

  /** The sensor is one no longer: gives it its unit and what is known of it, by ridge regression on the coefficients. */
  settle(column: number, units: SensorUnits): Loading {
    const entries = this.#entries.get(column) ?? [];
    this.#entries.delete(column);
    units.begin(
      column,
      entries.map(([reading]) => reading),
    );
    const z = Matrix.columnVector(entries.map(([reading]) => units.standardise(column, reading)));
    const X = new Matrix(entries.map(([, ...coefficients]) => coefficients));
    const normal = X.transpose().mmul(X).add(Matrix.eye(this.#rank));
    const row = solve(normal, X.transpose().mmul(z));
    const rest = z.sub(X.mmul(row)).norm('frobenius') ** 2 / entries.length;
    return { row: row.to1DArray(), rest: Math.max(LEAST_REST, rest) };
  }

  /** [column, entries] of every newcomer, and the numbers of all. */
  pack(): { readonly counts: number[][]; readonly numbers: number[] } {
    const all = [...this.#entries];
    return {
      counts: all.map(([column, entries]) => [column, entries.length]),
      numbers: all.flatMap(([, entries]) => entries.flat()),
    };
  }

  static restore(rank: number, counts: readonly number[][], numbers: ArrayLike<number>): Newcomers {
    const newcomers = new Newcomers(rank);
    let at = 0;
    for (const [column, count] of counts) {
      for (let i = 0; i < count; i++, at += rank + 1) {
        const entry = Array.from({ length: rank + 1 }, (_, k) => numbers[at + k]);
        if (!entry.every((value) => Math.abs(value) < 1e75))
          throw damagedState(`a reading of sensor ${column}`, 'a number below 1e75', entry.join());
        newcomers.note(column, entry[0], entry.slice(1));
      }
    }
    return newcomers;
  }
}
