/** Which sensor stands in which column of a model. Columns are given out in the order of joining and never change. */
export class SensorNames {
  readonly #columns = new Map<string, number>();
  readonly #names: string[] = [];

  constructor(names: readonly string[] = []) {
    for (const name of names) this.add(name);
  }

  get size(): number {
    return this.#names.length;
  }

  /** By column. */
  get list(): readonly string[] {
    return this.#names;
  }

  columnOf(name: string): number | undefined {
    return this.#columns.get(name);
  }

  /** The column of `name`, a new one if it has none. */
  add(name: string): number {
    const known = this.#columns.get(name);
    if (known !== undefined) return known;
    const column = this.#names.push(name) - 1;
    this.#columns.set(name, column);
    return column;
  }
}
