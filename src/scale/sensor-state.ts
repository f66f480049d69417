import { damagedState } from '../errors';

/** A number kept for each sensor: what it starts from, and whether a model at work could have come to it. */
interface SensorField {
  readonly start: number;
  readonly isReachable: (value: number) => boolean;
}

export const isWithin = (most: number) => (value: number) => Math.abs(value) <= most;

/** Numbers of each sensor, by name, as they are declared: growth, snapshot and checks follow the declaration. */
export abstract class SensorState<Name extends string> {
  /** By name, then by sensor. */
  protected readonly of: Readonly<Record<Name, number[]>>;
  readonly #fields: readonly (readonly [string, SensorField, number[]])[];

  constructor(fields: Readonly<Record<Name, SensorField>>, sensors: number) {
    this.#fields = Object.entries<SensorField>(fields).map(([name, field]) => [
      name,
      field,
      new Array<number>(sensors).fill(field.start),
    ]);
    this.of = Object.fromEntries(this.#fields.map(([name, , values]) => [name, values])) as Record<
      Name,
      number[]
    >;
  }

  get sensors(): number {
    return this.#fields[0][2].length;
  }

  /** How many numbers `pack` gives. */
  get length(): number {
    return this.#fields.length * this.sensors;
  }

  addSensor(): void {
    for (const [, { start }, values] of this.#fields) values.push(start);
  }

  /** All there is, as numbers that `load` takes. */
  pack(): number[] {
    return this.#fields.flatMap(([, , values]) => values);
  }

  /** Goes on from what `pack` gave for as many sensors; throws BAD_SNAPSHOT for what it could not have given. */
  load(numbers: ArrayLike<number>): this {
    let at = 0;
    for (const [name, { isReachable }, values] of this.#fields)
      for (let j = 0; j < values.length; j++, at++) {
        values[j] = numbers[at];
        if (!isReachable(values[j]))
          throw damagedState(`the ${name} of sensor ${j}`, 'a number in its range', `${values[j]}`);
      }
    return this;
  }
}
